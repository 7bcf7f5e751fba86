import './app/layers.css';
import './charts/fonts.css';
import './charts/tokens.css';
import './charts/identity.css';
import './charts/cells.css';
import './app/base.css';
import './ui/layout.css';
import { startWorkersWithoutOrigin } from './client/no-origin.ts';
import { trustOwnScripts } from './client/trusted.ts';
import { startReadingEarly } from './client/reading-thread.ts';
import { startEarly } from './client/worker-thread.ts';

/**
 * The first script of the page. It starts the workers, whose files then load in parallel with the program. The program itself
 * starts after the static text of `index.html` is painted: a browser that runs it earlier shows an empty window until it is
 * done.
 */
trustOwnScripts();
startWorkersWithoutOrigin();
startEarly();
startReadingEarly(location.hash);
// Only the example replay needs the record thread immediately.
if (location.hash.startsWith('#replay='))
  void import('./record/client/record-thread.ts').then(({ startRecordThreadEarly }) =>
    startRecordThreadEarly(),
  );

/**
 * Longest waits for the first animation frame and then for the report of the first paint, in milliseconds. The program starts
 * when they are over.
 */
const FRAME_WAIT_MS = 1_000;
const PAINT_WAIT_MS = 300;

let begun = false;

function begin(): void {
  if (begun) return;
  begun = true;
  void import('./main.tsx');
}

/**
 * Starts the program when the browser reports the first paint. Starting earlier would replace the text, and the browser would
 * not measure its paint.
 */
function beginWhenSeen(): void {
  const known = PerformanceObserver.supportedEntryTypes;
  const type = known.includes('largest-contentful-paint') ? 'largest-contentful-paint' : 'paint';
  new PerformanceObserver(begin).observe({ type, buffered: true });
  setTimeout(begin, PAINT_WAIT_MS);
}

// A background tab paints nothing, and an embedded view shows no static text.
if (document.hidden || 'embed' in document.documentElement.dataset) begin();
else {
  requestAnimationFrame(beginWhenSeen);
  setTimeout(begin, FRAME_WAIT_MS);
}

// `public/theme.js` shows an error when this attribute is missing after loading.
document.documentElement.dataset['started'] = '';
