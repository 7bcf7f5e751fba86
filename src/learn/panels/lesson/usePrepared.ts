import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { StepNumber } from '../../../protocol/ids.ts';
import type { Lesson, LessonStop } from '../../lessons/lesson.ts';
import { prepareStop } from '../../questions/ask.ts';
import { type SlowPart, slowParts } from '../../questions/slow-motion.ts';
import type { Words } from '../../words/en/index.ts';
import type { Question } from '../../questions/question.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import { useRuntime } from '../../../store/hooks.ts';
import type { Runtime } from '../../../store/runtime.ts';
import { createBackgroundRun, type BackgroundRun } from '../../store/background-run.ts';
import { loadWords } from '../kit/useWords.ts';
import type { MainPanel } from '../../../store/view.ts';

/** A stop that is ready to show: its run is open at its instant. */
export interface Prepared {
  /** Lesson id and stop index. */
  key: string;
  scenario: Scenario;
  question: Question | null;
  /** Step of the run; −1 = the stop could not be opened. */
  step: StepNumber;
  /** Why the stop could not be opened, as one sentence; "" = no error. */
  fault: string;
  /** Language of the question. */
  language: string;
  /** Parts of its slow motion. */
  slow: readonly SlowPart[];
}

/**
 * Opens the run of a stop on the page and gets its question from a background run. Null until both are ready. When stops change
 * quickly, only the last one is opened.
 */
export function usePrepared(lesson: Lesson, index: number): Prepared | null {
  return usePreparedBy(useBackgroundRun(), lesson, index);
}

/** Does the same as `usePrepared`, but with a background run that the caller also uses for other work. */
export function usePreparedBy(probe: WithBackgroundRun, lesson: Lesson, index: number): Prepared | null {
  const runtime = useRuntime();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const key = `${lesson.id} ${index}`;
  // A layout effect, so that the page counts as busy from the moment the text of the stop is shown.
  useLayoutEffect(() => {
    // A draft may not have any stops yet.
    if (lesson.stops[index] === undefined) return undefined;
    let wanted = true;
    const end = runtime.idle.begin();
    void probe((run) => prepare(runtime, run, lesson, index, () => wanted))
      .then((next) => wanted && next !== null && setPrepared({ ...next, key }))
      .finally(() => {
        runtime.idle.frameIngested();
        end();
      });
    return () => {
      wanted = false;
    };
  }, [runtime, probe, lesson, index, key]);
  return prepared?.key === key ? prepared : null;
}

/**
 * Returns the stop whose picture is shown: the previous stop until the new stop is ready. Null before the first stop.
 */
export function useShownStop(stop: LessonStop | undefined, prepared: Prepared | null): LessonStop | null {
  const [shown, setShown] = useState<LessonStop | null>(null);
  if (prepared !== null && stop !== undefined && shown !== stop) setShown(stop);
  return shown;
}

/** Queues work on the background run, because concurrent jobs would move each other's cursor. */
export type WithBackgroundRun = <T>(work: (run: BackgroundRun) => Promise<T>) => Promise<T>;

/** A background run that lives as long as the component. */
export function useBackgroundRun(): WithBackgroundRun {
  const run = useRef<BackgroundRun | null>(null);
  const users = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    users.current += 1;
    return () => {
      users.current -= 1;
      // React may unmount and mount again, so the worker is closed later and only if it has no users. It finishes pending work
      // first: a closed worker never answers, and the page would stay busy.
      const closeUnlessUsed = (): void => {
        if (users.current > 0) return;
        run.current?.close();
        run.current = null;
      };
      setTimeout(() => void last.current.then(closeUnlessUsed));
    };
  }, []);
  return useCallback<WithBackgroundRun>((work) => {
    const turn = last.current.then(() => work((run.current ??= createBackgroundRun())));
    last.current = turn.catch(() => undefined);
    return turn;
  }, []);
}

/** Prepares a stop. Null if another stop was requested before this one was opened. */
async function prepare(
  runtime: Runtime,
  probe: BackgroundRun,
  lesson: Lesson,
  index: number,
  wanted: () => boolean,
): Promise<Omit<Prepared, 'key'> | null> {
  if (!wanted()) return null;
  const stop = lesson.stops[index];
  const scenario = stop === undefined ? undefined : lesson.scenes[stop.scene];
  if (stop === undefined || scenario === undefined) throw new Error(`no stop ${index} in ${lesson.id}`);
  const seed = `${lesson.id} ${index}`;
  const words = await loadWords(lesson.language);
  const { language } = words;
  const ready = await prepareStop(probe, stop, scenario, seed, words.ask);
  if (!ready.ok) {
    const [error] = ready.errors;
    const fault = words.lesson.needs(error?.field ?? '', error?.accepted ?? '');
    return { scenario, question: null, step: -1, fault, language, slow: [] };
  }
  const { cursor, question } = ready.value;
  const slow = await motionOf(probe, stop, cursor.step, words);
  if (!wanted()) return null;
  await showAt(runtime, scenario, cursor.step);
  runtime.actions.look({ mainPanel: stopMainPanel(stop) });
  const fault = stop.ask !== null && question === null ? words.lesson.nothingHappens : '';
  const lacks = stop.slow !== null && slow.length === 0 ? words.slow.none : '';
  return { scenario, question, step: cursor.step, fault: fault || lacks, language, slow };
}

/** Finds the parts of the stop's slow motion, starting at the step of the stop. */
async function motionOf(
  probe: BackgroundRun,
  { slow }: LessonStop,
  step: number,
  words: Words,
): Promise<SlowPart[]> {
  if (slow === null) return [];
  await probe.api.seek({ step });
  return slowParts(probe, slow, words);
}

/**
 * Opens a run at a step. Only seeks in the open run if that run has the same scenario, is at its first branch and has
 * not passed the step.
 */
export async function showAt(
  { actions, store }: Runtime,
  scenario: Scenario,
  step: StepNumber,
): Promise<void> {
  const { session } = store.getState();
  if (session.scenario === scenario && session.branch === 1 && session.head.step <= step) {
    await actions.pause();
    await actions.seek({ step });
    return;
  }
  await actions.openScenario(scenario, { step, play: false });
}

/** Returns the main panel for the view of a stop; null = the stage. */
export function stopMainPanel({
  view,
  destination,
}: Pick<LessonStop, 'view' | 'destination'>): MainPanel | null {
  switch (view) {
    case 'destination':
    case 'aimd':
      return { kind: 'destination', transport: 'smtp', name: destination };
    case 'memory':
      return { kind: 'mail' };
    case 'heap':
      return { kind: 'wheel' };
    case 'destinations':
    case 'wheel':
      return { kind: view };
    default:
      return null;
  }
}
