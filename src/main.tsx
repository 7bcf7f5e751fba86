import { StrictMode, Suspense, type ReactNode } from 'react';
import { fetchEarly, lazyWithRetry } from './panels/kit/lazy.tsx';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { embedRequest } from './app/embed/request.ts';
import { fetchLesson } from './app/embed/fetch-lesson.ts';
import { watchDrags } from './app/drags.ts';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { createSessionClient } from './client/session-client.ts';
import { Opening } from './panels/kit/Opening.tsx';
import { RuntimeProvider } from './store/hooks.ts';
import { createRuntime } from './store/runtime.ts';

const FatalPage = lazyWithRetry(async () => ({ default: (await import('./app/Notices.tsx')).FatalPage }));
const EmbedApp = lazyWithRetry(() => import('./app/embed/EmbedApp.tsx'));

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
watchDrags();
const root = createRoot(element);
const embed = embedRequest(location.search);
if (embed?.view === 'lesson') fetchEarly(fetchLesson);
const client = createSessionClient();
const runtime = createRuntime(client);

function show(page: ReactNode): void {
  root.render(
    <StrictMode>
      <RuntimeProvider runtime={runtime}>
        <ErrorBoundary runtime={runtime}>{page}</ErrorBoundary>
      </RuntimeProvider>
    </StrictMode>,
  );
}

// `?hooks` lets a test break the worker from outside.
if (new URLSearchParams(location.search).has('hooks')) {
  Object.assign(window, { qmgrscopeFail: (how: 'crash' | 'invariant' | 'hang') => client.fail(how) });
}

client.onFatal((text) =>
  show(
    <Suspense fallback={<Opening main />}>
      <FatalPage text={text} runtime={runtime} />
    </Suspense>,
  ),
);
show(
  embed === null ? (
    <App />
  ) : (
    <Suspense fallback={<Opening main />}>
      <EmbedApp request={embed} />
    </Suspense>
  ),
);
