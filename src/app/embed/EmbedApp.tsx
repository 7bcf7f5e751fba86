import { Suspense, useCallback, useEffect, useState } from 'react';
import { lazyWithRetry } from '../../panels/kit/lazy.tsx';
import { SayBar } from '../../panels/explain/ExplainPanel.tsx';
import { LiveRegion } from '../../panels/explain/LiveRegion.tsx';
import { StageOrResult } from '../../panels/result/StageOrResult.tsx';
import { StripPanel } from '../../panels/strip/StripPanel.tsx';
import type { InputError } from '../../protocol/result.ts';
import { useActions, useRuntime, useSession, useView } from '../../store/hooks.ts';
import { readFile, type Reader } from '../../store/reading.ts';
import type { Runtime } from '../../store/runtime.ts';
import { Opening } from '../../panels/kit/Opening.tsx';
import { parseRoute, type Route, useHash } from '../routes.ts';
import { useAppearance } from '../theme.ts';
import { openRoute, type Page } from '../open-route.ts';
import { Coloured } from '../Coloured.tsx';
import { answerPage, type PageAround, type Load } from './answer-page.ts';
import { fetchLesson } from './fetch-lesson.ts';
import type { EmbedRequest, EmbedView } from './request.ts';
import css from './embed.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { formatSeconds } from '../../explain/format.ts';
import { StepButtons } from '../../panels/timeline/StepButtons.tsx';
import { entityOf } from '../../store/entity.ts';
import { commandFor } from '../keymap.ts';
import { keyPlaceOf } from '../useKeys.ts';
import { Button } from '../../ui/Button.tsx';

const EmbedWheel = lazyWithRetry(() => import('./EmbedWheel.tsx'));
const EmbedThreads = lazyWithRetry(() => import('./EmbedThreads.tsx'));
const EmbedRule = lazyWithRetry(() => import('./EmbedRule.tsx'));
const LessonPage = lazyWithRetry(fetchLesson);

/** Embedded view of a run: picture, sentence, play and step, and a link to the full page. */
export default function EmbedApp({ request }: { request: EmbedRequest }) {
  const runtime = useRuntime();
  const actions = useActions();
  useAppearance();
  useEmbedKeys();
  const page = useOpened(runtime, request);
  const hash = useHash();
  const lesson = request.view === 'lesson' && isLesson(hash);
  const title = useSession((session) => session.scenario?.title ?? 'qmgrscope');
  const rule = useView((view) => view.rules);
  useEffect(() => {
    if (request.rule !== null) actions.setRules(true);
  }, [actions, request.rule]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Coloured>
      {lesson ? (
        <div className={css.embed} data-view="lesson">
          <EmbedLesson />
          <EmbedBar lesson />
        </div>
      ) : (
        <div className={css.embed} data-view={request.view} data-rule={rule || undefined}>
          <main className={css.embedMain} id="stage" tabIndex={-1}>
            <h1 className="sr-only">{title}</h1>
            {page?.kind === 'bad-link' ? (
              <p className={`sub breaks ${css.embedWrong}`} role="alert">
                {page.failure.detail}
              </p>
            ) : (
              <Suspense fallback={<Opening />}>
                <View view={request.view} />
              </Suspense>
            )}
          </main>
          {rule && (
            <Suspense fallback={null}>
              <EmbedRule asked={request.rule ?? ''} />
            </Suspense>
          )}
          <EmbedBar />
          <LiveRegion />
        </div>
      )}
    </Coloured>
  );
}

function View({ view }: { view: EmbedView }) {
  if (view === 'threads') return <EmbedThreads />;
  return (
    <>
      <SayBar />
      {view === 'strip' ? (
        <StripPanel />
      ) : (
        <div className={css.embedStage}>
          {view === 'wheel' ? <EmbedWheel /> : <StageOrResult next={false} />}
        </div>
      )}
    </>
  );
}

/** An embedded lesson, with its own controls and questions. Reports answers to the embedding page. */
function EmbedLesson() {
  const hash = useHash();
  return (
    <div className={css.embedLesson}>
      <Suspense fallback={<Opening main />}>
        <LessonPage hash={hash} student />
      </Suspense>
    </div>
  );
}

function isLesson(hash: string): boolean {
  const route = parseRoute(hash);
  return route.kind === 'page' && route.id === 'lesson';
}

/** Opens the run or lesson that the address names, then starts answering the embedding page. */
function useOpened(runtime: Runtime, request: EmbedRequest): Page | null {
  const actions = useActions();
  const [page, setPage] = useState<Page | null>(null);
  const open = useCallback(
    async (route: Route): Promise<Page | null> => {
      // An embedded picture starts paused unless the embedding page asks it to play.
      const quiet: Runtime = {
        ...runtime,
        actions: {
          ...actions,
          openScenario: (scenario, options) =>
            actions.openScenario(scenario, { ...options, play: request.play }),
        },
      };
      const next = route.kind === 'page' ? null : await openRoute(route, quiet, { wanted: () => true });
      if (next !== null) setPage(next);
      return next;
    },
    [runtime, actions, request],
  );
  useEffect(() => {
    let close = (): void => undefined;
    let gone = false;
    actions.look({ theme: request.theme });
    // The address and the embedding page are outside React, so an effect has to set this state.
    // oxlint-disable-next-line react/set-state-in-effect
    void open(parseRoute(location.hash)).then(() => {
      if (!gone) close = answerPage(runtime, request, loader(open, runtime.reader), pageHost());
    });
    return () => {
      gone = true;
      close();
    };
  }, [runtime, actions, request, open]);
  return page;
}

function loader(open: (route: Route) => Promise<Page | null>, reader: Reader): Load {
  return async (ask) => {
    if ('scenario' in ask) {
      const link = await readFile(reader, { scenario: ask.scenario });
      return link.ok ? problems(await open(parseRoute(link.hash))) : refusal('scenario', link.detail);
    }
    const hash = 'scene' in ask ? `#scene=${ask.scene}` : ask.link.slice(ask.link.indexOf('#'));
    return problems(await open(parseRoute(hash)));
  };
}

function problems(page: Page | null): InputError[] {
  if (page === null) return refusal('load', 'This is a page and not a run.');
  return page.kind === 'bad-link' ? refusal('load', page.failure.detail) : [];
}

function refusal(field: string, detail: string): InputError[] {
  return [{ field, value: detail, accepted: 'a scene, a link or a scenario of qmgrscope' }];
}

/** The embedding page as a browser window. Only messages from the parent window count as sent by the page. */
function pageHost(): PageAround {
  return {
    send: (message, origin) => parent.postMessage(message, origin),
    listen(listener) {
      const onMessage = ({ data, origin, source }: MessageEvent): void => {
        listener(data, origin, source === parent && parent !== window);
      };
      addEventListener('message', onMessage);
      return () => removeEventListener('message', onMessage);
    },
  };
}

/** Play, step, clock, and the link to the full page. A lesson has its own controls. */
function EmbedBar({ lesson = false }: { lesson?: boolean }) {
  const runtime = useRuntime();
  return (
    <footer className={`row gap-4 ${css.embedBar}`} aria-label="Time">
      {!lesson && (
        <>
          <StepButtons unit="step" />
          <Clock />
        </>
      )}
      <span className="grow" />
      <Button onClick={() => void (lesson ? openLesson() : openInFull(runtime))}>
        <Icon name="promote" />
        <span className={css.embedFull}>Open in full</span>
      </Button>
    </footer>
  );
}

function Clock() {
  const at = useSession((session) => session.cursor.at);
  const decision = useSession((session) => session.cursor.decision);
  return (
    <p className="embed-clock mono text-2 nowrap">
      {formatSeconds(at)} <span className="dim">decision {decision}</span>
    </p>
  );
}

function openLesson(): void {
  window.open(`${location.pathname}${location.hash}`, '_blank', 'noopener');
}

/** Opens the full page with the run and instant of this frame. */
async function openInFull({ actions, store }: Runtime): Promise<void> {
  // Open the window before awaiting anything: Safari blocks windows opened after the click.
  const full = window.open('', '_blank');
  if (full === null) return;
  full.opener = null;
  const { encodeLink } = await import('../../scenario/link.ts');
  const { session, view } = store.getState();
  const hash = await encodeLink(await actions.save(), entityOf(view, session.queues, session.transports));
  full.location.replace(new URL(`${location.pathname}${hash}`, location.href));
}

/** Keyboard control while the view has the focus. Letter keys are left to the embedding page. */
function useEmbedKeys(): void {
  const actions = useActions();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const command = commandFor(event, keyPlaceOf(event.target), false);
      if (command === 'toggle') void actions.toggle();
      else if (command === 'step-back') void actions.step(-1);
      else if (command === 'step-forward') void actions.step(1);
      else if (command === 'to-start') void actions.seekStart();
      else if (command === 'to-end') void actions.seekEnd();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [actions]);
}
