import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EventNumber, FilePlace, LineNumber } from '../../protocol/ids.ts';
import type { JobOutcome } from '../../protocol/jobs.ts';
import type { ModelledSetup } from '../../protocol/modelled.ts';
import type { FollowProgress, LogLine, ReplayOf, ReplayResult, ReplayView } from '../protocol/replay.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../protocol/units.ts';
import { useSession } from '../../store/hooks.ts';
import { recordsOf } from './record.ts';
import type { Runtime } from '../../store/runtime.ts';

/** The replay of the page: its run in the session, and how far it agrees with the record. */
export interface ReplayState {
  /** Number of the run in the session; 0 = none. */
  run: number;
  view: ReplayView | null;
  /** Result of the comparison. Null until the whole record has been compared. */
  result: ReplayResult | null;
  /** Progress of the comparison. Null when none is running. */
  progress: FollowProgress | null;
  fault: string;
}

const NONE: ReplayState = { run: 0, view: null, result: null, progress: null, fault: '' };

const store: StoreApi<ReplayState> = createStore<ReplayState>(() => NONE);

/** Where the next replay opens, in microseconds since 1970. Set when the reader asked for a message. */
const wanted: { at: EpochMicros | null } = { at: null };

export function replayFrom(at: EpochMicros): void {
  wanted.at = at;
}

/** Why there is nothing to replay; '' = the replay is open. */
export type ReplayRefusal = '' | 'no record' | 'nothing active' | 'another';

/**
 * Opens an instance of the record as a run on the stage and compares it with the whole record in the background.
 * Stops before anything appears on the page when `wanted` returns false because the reader has left.
 */
export async function openReplay(
  runtime: Runtime,
  which: ReplayOf | null,
  { event, wanted: still }: { event?: EventNumber; wanted: () => boolean },
): Promise<ReplayRefusal> {
  const records = recordsOf(runtime.idle);
  const reader = records.reader();
  if (reader === null || records.store.getState().view === null) return 'no record';
  const view = await reader.replay(which);
  if (!still()) return 'another';
  if (view === null) return 'nothing active';
  await runtime.actions.openScenario(view.scenario, {
    own: true,
    play: false,
    ...(event === undefined ? {} : { event }),
  });
  const { at } = wanted;
  wanted.at = null;
  const { scenario } = view;
  if (at !== null && event === undefined && 'recorded' in scenario && scenario.recorded !== undefined)
    await runtime.actions.seek({ at: Math.max(0, Math.round(at - scenario.recorded.origin)) });
  const { run } = runtime.store.getState().session;
  store.setState({ ...NONE, run, view });
  void followOn(runtime, run);
  return '';
}

async function followOn(runtime: Runtime, run: number): Promise<void> {
  const end = runtime.idle.begin();
  const reader = recordsOf(runtime.idle).reader();
  const mine = (): boolean => store.getState().run === run;
  try {
    const result = await reader?.follow((progress) => {
      if (mine()) store.setState({ progress });
    });
    if (mine()) store.setState({ result: result ?? null, progress: null });
  } catch (error) {
    const fault = `The record could not be followed: ${error instanceof Error ? error.message : String(error)}`;
    if (mine()) store.setState({ progress: null, fault });
  } finally {
    end();
  }
}

/**
 * Makes and shows a branch that continues from the current instant as a model of the record, so that the reader can change
 * it. Returns '' or the reason of a failure.
 */
export async function changeHere({ actions, idle, store: app }: Runtime): Promise<string> {
  const { run, view } = store.getState();
  const { cursor, run: shown, scenario } = app.getState().session;
  // A model made from the log is more exact than one made from the run.
  const isRead = view !== null && run === shown;
  const model = isRead ? await recordsOf(idle).reader()?.model(view) : await modelOfRun(idle, scenario);
  if (typeof model === 'string') return model;
  if (model === null || model === undefined) return 'The record is no longer open. Open it again.';
  const name = `model from ${(cursor.at / MICROS_PER_SECOND).toFixed(1)} s`;
  const made = await actions.vary({ name, commands: [{ kind: 'log.model', model }], from: 'cursor' });
  if (!made.ok)
    return `${made.errors[0]?.field}: ${made.errors[0]?.value}. Accepted: ${made.errors[0]?.accepted}`;
  await actions.switchBranch(made.value);
  // The branch shares this step with the record. The model begins with the next step.
  await actions.seek({ step: cursor.step + 1 });
  return '';
}

/** Makes the model. Null when the scenario does not come from a record; a sentence when making the model failed. */
async function modelOfRun(
  idle: Runtime['idle'],
  scenario: Scenario | null,
): Promise<ModelledSetup | string | null> {
  if (scenario === null || !('recorded' in scenario) || scenario.recorded === undefined) return null;
  const { recorded, params } = scenario;
  const { pageJobs } = await import('../../store/jobs.ts');
  const end = idle.begin();
  const outcome = await new Promise<JobOutcome<'model-of-run'>>((ended) =>
    pageJobs().run('model-of-run', { recorded, params }, { ended }),
  );
  end();
  return outcome.ok ? outcome.value : `The model could not be made: ${outcome.reason}`;
}

/** Stops the comparison. The page then shows the result up to this point. */
export function endFollow({ idle }: Runtime): void {
  recordsOf(idle).reader()?.endFollow();
}

/** Returns lines `from` to `to` of the log, counted from 1; none when the record has been removed. */
export async function linesOfLog(
  { idle }: Runtime,
  file: FilePlace,
  from: LineNumber,
  to: LineNumber,
): Promise<LogLine[]> {
  return (await recordsOf(idle).reader()?.lines(file, Math.max(1, from), to)) ?? [];
}

/** The replay, if the session shows it. */
export function useReplay(): ReplayState {
  const run = useSession((session) => session.run);
  const state = useStore(store);
  return state.run === run ? state : NONE;
}
