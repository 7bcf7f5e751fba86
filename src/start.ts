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
 * The first script of the page. It starts the worker, which then loads beside the program, and has the program begin once
 * what stands in `index.html` is on the screen: a browser that runs the program first shows nothing meanwhile.
 */
trustOwnScripts();
startWorkersWithoutOrigin();
startEarly();
startReadingEarly(location.hash);
// The example as a replay needs the thread of records; nothing else does at once.
if (location.hash.startsWith('#replay='))
  void import('./record/client/record-thread.ts').then(({ startRecordThreadEarly }) =>
    startRecordThreadEarly(),
  );

/** The program waits no longer than this for the first frame, and then for word that it was shown, in milliseconds. */
const UNDRAWN_MS = 1_000;
const UNSEEN_MS = 300;

let begun = false;

function begin(): void {
  if (begun) return;
  begun = true;
  void import('./main.tsx');
}

/** Begins when the browser says that it has shown the words, which it forgets to measure when they are replaced before. */
function beginWhenSeen(): void {
  const known = PerformanceObserver.supportedEntryTypes;
  const type = known.includes('largest-contentful-paint') ? 'largest-contentful-paint' : 'paint';
  new PerformanceObserver(begin).observe({ type, buffered: true });
  setTimeout(begin, UNSEEN_MS);
}

// Nothing is shown in a tab behind others, nor of an embedded view.
if (document.hidden || 'embed' in document.documentElement.dataset) begin();
else {
  requestAnimationFrame(beginWhenSeen);
  setTimeout(begin, UNDRAWN_MS);
}

// Without it `public/theme.js` says what to do.
document.documentElement.dataset['started'] = '';
