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

/** A stop as the page shows it: its run is open at its place. */
export interface Prepared {
  /** Which one: lesson and stop. */
  key: string;
  scenario: Scenario;
  question: Question | null;
  /** Where the run stands then; -1 = nowhere. */
  step: StepNumber;
  /** The stop could not be opened: one sentence. */
  fault: string;
  /** That of the question. */
  language: string;
  /** The parts of what it shows in slow motion. */
  slow: readonly SlowPart[];
}

/**
 * Opens the stop on the page, and asks its question of a second run that goes ahead of it. Null until both are there;
 * of stops that follow each other quickly only the last one is opened.
 */
export function usePrepared(lesson: Lesson, index: number): Prepared | null {
  return usePreparedBy(useBackgroundRun(), lesson, index);
}

/** The same with a second run that is used for other things too. */
export function usePreparedBy(probe: WithBackgroundRun, lesson: Lesson, index: number): Prepared | null {
  const runtime = useRuntime();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const key = `${lesson.id} ${index}`;
  // With the words of the stop, not after them: between the two the page would say that nothing is under way.
  useLayoutEffect(() => {
    // A lesson that is being written may have no stop yet.
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

/** The stop whose picture stands: the one before, as long as this one is being made ready; null = none was ready yet. */
export function useShownStop(stop: LessonStop | undefined, prepared: Prepared | null): LessonStop | null {
  const [shown, setShown] = useState<LessonStop | null>(null);
  if (prepared !== null && stop !== undefined && shown !== stop) setShown(stop);
  return shown;
}

/** Does something with the second run when everything before it is done: two at once would move it under each other. */
export type WithBackgroundRun = <T>(work: (run: BackgroundRun) => Promise<T>) => Promise<T>;

/** One second run for as long as the page is open. */
export function useBackgroundRun(): WithBackgroundRun {
  const run = useRef<BackgroundRun | null>(null);
  const users = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    users.current += 1;
    return () => {
      users.current -= 1;
      // React may mount twice: the worker ends when no component has come back. It finishes what it was asked first: of a
      // worker that is gone there is no answer, and a page that waits for one would never be at rest.
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

/** Null when it is not wanted any more: the run of the page is another stop's then. */
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

/** What the stop shows slowly, from where it stands. */
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

/** Opens a run at a step; goes on in the one that is open when it is the same and has not been there yet. */
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

/** The panel that a stop wants in the place of the stage; null = the stage. */
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
