import type { BranchId } from '../../protocol/ids.ts';
import type { BranchApi, RunTree } from '../../protocol/branches.ts';
import type { Command, LiveCommand } from '../../protocol/commands.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { InputError, Result } from '../../protocol/result.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { SeekTarget, SessionApi } from '../../protocol/session-api.ts';
import { findBranch, headOf, sharedUpTo, stepAtTime } from '../track/branches.ts';
import type { Engine, Sliced } from '../kinds/engine.ts';
import type { DebugCalls } from './debug-calls.ts';
import { frameSource } from './frame-source.ts';
import { KEYFRAME_LIMITS } from '../track/keyframes.ts';
import { ANSWERS, emptyAnswer } from '../queries/answers.ts';
import {
  cursorOf,
  moved,
  notify,
  type OpenRun,
  placeAt,
  placeHere,
  searchReport,
  sentenceOf,
  type SessionEnv,
  type SessionState,
  SLICE_MS,
  stopPlaying,
  NO_SEARCH,
  OPEN_FIRST,
} from './session-state.ts';
import { createStream } from './stream.ts';
import { createTrackParts, trackCommand, trackMove } from '../track/track.ts';
import { interrupt, settle, travelSeek, travelStep, travelTo } from './travel.ts';

/**
 * The session: one simulation at the cursor, the tree of branches with logs and keyframes, the clock for playing, and the
 * stream of frames to the page. It runs in the worker and, unchanged, in tests.
 */
export function createSession<Sim, Key>(engine: Engine<Sim, Key>, env: SessionEnv): SessionApi {
  const state: SessionState<Sim, Key> = {
    engine,
    env,
    // A getter, because the stream reads the state and the state holds the stream.
    get stream() {
      return stream;
    },
    run: null,
    runs: 0,
    making: null,
    travel: null,
    playing: null,
    speed: 1,
    keyframes: env.keyframes ?? KEYFRAME_LIMITS,
    search: NO_SEARCH,
    stops: [],
    scans: 0,
    logIndex: null,
    motion: 'none',
    notice: null,
  };
  const stream = createStream(frameSource(state));
  return {
    open: (scenario, live = [], cursor, tree) => open(state, scenario, live, cursor, tree),
    openOwn: (scenario, cursor) => start(state, scenario, [], cursor, null),
    async subscribe(view, sink) {
      state.stream.subscribe(view, sink);
      state.stream.publish();
    },
    async setView(view) {
      state.stream.setView(view);
      await whenShown(state);
    },
    play: (...how) => play(state, how),
    pause() {
      stopPlaying(state);
      return onRun(state, async () => interrupt(state)).then(nothing);
    },
    holdClock: async (ms) => void (state.playing && (state.playing.heldUntil = env.now() + ms)),
    step: (unit, direction) => {
      stopPlaying(state);
      return afterCommand(state, () => onRun(state, (run) => travelStep(state, run, unit, direction)));
    },
    seek: (target) => afterCommand(state, () => onRun(state, (run) => travelSeek(state, run, target))),
    command: (command) => commandInTurn(state, command),
    switchBranch: (branch) => afterCommand(state, () => switchBranch(state, branch)),
    renameBranch: async (...asked) => (await branches(state)).renameBranch(...asked),
    deleteBranch: async (...asked) => (await branches(state)).deleteBranch(...asked),
    vary: async (...asked) => (await branches(state)).vary(...asked),
    async runUntil(direction, tests) {
      stopPlaying(state);
      const { travelUntil } = await import('./until.ts');
      await afterCommand(state, () => onRun(state, (run) => travelUntil(state, run, direction, tests)));
      return searchReport(state);
    },
    async ask(name, ...asked) {
      const answer = await ANSWERS[name](state.env.parts ?? ALL_HERE);
      await betweenSteps(state);
      const { run } = state;
      return run === null ? emptyAnswer(name, asked) : answer(state, run, ...asked);
    },
    save: () => saved(state).then(({ scenario, edits }) => ({ scenario, ...edits })),
    edits: (known) => saved(state).then((all) => (all.run === known ? { ...all, scenario: null } : all)),
    searchStatus: async () => searchReport(state),
    setBreakpoints: async (tests) => (await debug(state)).setBreakpoints(tests),
    travelMemory: async (limit) => (await debug(state)).travelMemory(limit),
    fail: async (how) => (await debug(state)).fail(how),
  };
}

async function branches<Sim, Key>(state: SessionState<Sim, Key>): Promise<BranchApi> {
  const { branchCalls } = await import('./branch-calls.ts');
  return branchCalls(
    state,
    () => whenShown(state),
    (branch) => switchBranch(state, branch),
  );
}

async function debug<Sim, Key>(state: SessionState<Sim, Key>): Promise<DebugCalls> {
  const { debugCalls } = await import('./debug-calls.ts');
  return debugCalls(state, () => betweenSteps(state));
}

async function saved<Sim, Key>(state: SessionState<Sim, Key>) {
  const { savedRun } = await import('./saved-run.ts');
  await betweenSteps(state);
  return savedRun(state);
}

/** Waits until the simulation is between two steps. Only questions asked during a long step wait; other calls continue. */
async function betweenSteps<Sim, Key>(state: SessionState<Sim, Key>): Promise<void> {
  if ((state.run?.track.stepInProgress ?? null) !== null) await settle(state);
}

/** Parts of the worker for tests and the command line, which load everything statically. */
const ALL_HERE = { answers: () => Promise.resolve(), checks: () => Promise.resolve() };

function nothing(): void {}

/** Does `work` on the open run. Settles when the page shows the effect. Exceptions become notices. */
async function onRun<Sim, Key>(
  state: SessionState<Sim, Key>,
  work: (run: OpenRun<Sim, Key>) => Promise<void>,
): Promise<Cursor> {
  const { run } = state;
  if (run === null) return cursorOf(state);
  try {
    if (run.track.stepInProgress !== null) await settle(state);
    if (run === state.run) await work(run);
    if (run.track.stepInProgress !== null) await settle(state);
  } catch (error) {
    stopPlaying(state);
    state.travel = null;
    if (state.run === run) run.place = placeHere(run);
    notify(state, 'invariant', sentenceOf(error));
  }
  return whenShown(state);
}

async function whenShown<Sim, Key>(state: SessionState<Sim, Key>): Promise<Cursor> {
  if (state.run !== null) await state.stream.flush();
  return cursorOf(state);
}

/** Starts playing. The code for it is loaded after the first picture; a stop during loading cancels it. */
async function play<Sim, Key>(
  state: SessionState<Sim, Key>,
  how: Parameters<SessionApi['play']>,
): Promise<void> {
  const mine = (state.starting = {});
  await state.env.parts?.checks();
  const { startPlaying } = await import('./player.ts');
  await onRun(state, async (run) => {
    if (mine === state.starting) startPlaying(state, run, ...how);
  });
}

async function open<Sim, Key>(
  state: SessionState<Sim, Key>,
  given: Scenario,
  givenLive: readonly LiveCommand[],
  cursor: SeekTarget | undefined,
  givenTree: RunTree | undefined,
): Promise<Result<Cursor>> {
  const { checks } = state.env;
  // Links and files were checked earlier; this is the last check.
  const scenario = checks.scenario(given);
  if (!scenario.ok) return scenario;
  const live = checks.live(givenLive);
  if (!live.ok) return live;
  const tree = givenTree === undefined ? null : checks.tree(givenTree);
  if (tree?.ok === false) return tree;
  return start(state, scenario.value, live.value, cursor, tree === null ? null : tree.value);
}

/** Creates a run in slices. Returns null if another run was requested first. */
async function made<Sim, Key, Made>(
  state: SessionState<Sim, Key>,
  parts: Sliced<Made>,
): Promise<Made | null> {
  const { env } = state;
  const mine = (state.making = {});
  for (;;) {
    const end = env.now() + (env.sliceMs ?? SLICE_MS);
    do {
      const part = parts.next();
      if (part.done !== true) continue;
      state.making = null;
      return part.value;
    } while (env.now() < end);
    // oxlint-disable-next-line no-await-in-loop
    await env.turn();
    if (mine !== state.making) return null;
  }
}

async function start<Sim, Key>(
  state: SessionState<Sim, Key>,
  scenario: Scenario,
  live: readonly LiveCommand[],
  cursor: SeekTarget | undefined,
  tree: RunTree | null,
): Promise<Result<Cursor>> {
  let track: OpenRun<Sim, Key>['track'] | null;
  try {
    const parts = createTrackParts(state.engine, scenario, live, () => state.env.now(), state.keyframes);
    track = await made(state, parts);
    // The user has requested another run.
    if (track === null) return { ok: true, value: cursorOf(state) };
  } catch (error) {
    const accepted = `a scenario that can be set up: ${sentenceOf(error)}`;
    return refused('scenario', scenario.title, accepted);
  }
  stopPlaying(state);
  interrupt(state);
  state.travel = null;
  const { branch } = track;
  const run: OpenRun<Sim, Key> = {
    id: ++state.runs,
    scenario,
    track,
    place: { branch, step: 0, at: 0 },
    lastProjection: null,
  };
  state.run = run;
  state.notice = null;
  state.motion = 'none';
  const { transport } = scenario.view;
  state.stream.setView({ ...state.stream.view(), transport, selected: 0 });
  const value = await onRun(state, async () => {
    if (tree !== null) {
      const { growTree } = await import('./grow-tree.ts');
      if (run !== state.run || !(await growTree(state, run, tree))) return;
    }
    if (cursor !== undefined) await travelSeek(state, run, cursor, 'opening');
  });
  return { ok: true, value };
}

/** Waits for a pending command: moving the cursor now would stop the simulation before it reaches the place of the command. */
function afterCommand<Sim, Key, Done>(state: SessionState<Sim, Key>, go: () => Promise<Done>): Promise<Done> {
  return state.commanding?.then(go) ?? go();
}

function commandInTurn<Sim, Key>(state: SessionState<Sim, Key>, given: Command): Promise<Result<Cursor>> {
  const done = afterCommand(state, () => giveCommand(state, given)).finally(() => {
    if (state.commanding === done) state.commanding = null;
  });
  return (state.commanding = done);
}

/** Gives a command. A command acts at the cursor, so the simulation goes to the cursor first. Playing continues. */
async function giveCommand<Sim, Key>(state: SessionState<Sim, Key>, given: Command): Promise<Result<Cursor>> {
  const { run } = state;
  if (run === null) return refused('command', given.kind, OPEN_FIRST);
  const command = state.env.checks.command(given);
  if (!command.ok) return command;
  let result: Result<true> = refused('command', given.kind, 'a command at a place that can be reached');
  const value = await onRun(state, async () => {
    interrupt(state);
    const { branch, step: at, at: instant } = run.place;
    await travelTo(state, run, run.place);
    if (run !== state.run) return;
    // From this line on there is no await, so a later seek finds the command done.
    state.travel = null;
    trackMove(run.track, branch, at);
    const end = state.env.now() + (state.env.sliceMs ?? SLICE_MS);
    result = trackCommand(run.track, command.value, instant, () => state.env.now() < end);
    run.place = placeHere(run, instant);
    if (result.ok) moved(state, 'forward');
  });
  return result.ok ? { ok: true, value } : result;
}

/** Shows the same instant on another branch, or the end of that branch if it is earlier. */
async function switchBranch<Sim, Key>(state: SessionState<Sim, Key>, id: BranchId): Promise<Result<Cursor>> {
  const { run } = state;
  const branch = run === null ? undefined : findBranch(run.track.tree, id);
  if (run === null || branch === undefined) {
    const count = run?.track.tree.branches.length ?? 0;
    return refused('branch', String(id), `a branch from 1 to ${count}`);
  }
  const value = await onRun(state, async () => {
    interrupt(state);
    const { tree } = run.track;
    const { place } = run;
    const same = place.step <= sharedUpTo(tree, place.branch, branch);
    const target = same ? place.step : stepAtTime(tree, branch, place.at);
    const at = Math.min(place.at, headOf(branch).at);
    moved(state, 'jump');
    state.stream.forget();
    await travelTo(state, run, placeAt(run, branch, target, at));
  });
  return { ok: true, value };
}

function refused(field: string, value: string, accepted: string): { ok: false; errors: InputError[] } {
  return { ok: false, errors: [{ field, value: value.slice(0, 60), accepted }] };
}
