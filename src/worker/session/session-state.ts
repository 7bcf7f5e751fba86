import type { SearchReport } from '../../protocol/debug.ts';
import type { Cursor, Frame, Notice } from '../../protocol/frame.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Again, PlayBy } from '../../protocol/session-api.ts';
import type { Micros } from '../../protocol/units.ts';
import { type Branch, cursorAt, headOf } from '../track/branches.ts';
import type { Checks } from '../kinds/checks.ts';
import type { Engine, Projection } from '../kinds/engine.ts';
import type { LogIndex } from '../log/event-log.ts';
import type { KeyframeLimits } from '../track/keyframes.ts';
import type { Pace } from './pacer.ts';
import type { CompiledTest } from './stop-tests.ts';
import type { Stream } from './stream.ts';
import type { Track } from '../track/track.ts';

/** Parts of the worker that answers need and the first picture does without. */
export interface AnswerParts {
  answers(): Promise<void>;
  checks(): Promise<void>;
}

/** What the session needs of the thread it runs in. */
export interface SessionEnv {
  /** Milliseconds that only go forward. */
  now(): number;
  /** Lets messages that have arrived be handled, and comes back as soon as they are. */
  turn(): Promise<void>;
  wait(ms: number): Promise<void>;
  readonly checks: Checks;
  /** Parts that are fetched when a question first needs them; absent = all are there. */
  readonly parts?: AnswerParts;
  keyframes?: KeyframeLimits;
  /** Longest uninterrupted work, in milliseconds. */
  sliceMs?: number;
}

/** Half an animation frame: a pause or another seek is heard within it. */
export const SLICE_MS = 8;

/** Where the reader is, or will be as soon as the simulation has caught up. */
export interface Place {
  branch: Branch;
  step: number;
  /** Not before the step's own instant: while playing, and after going to an instant, time stands between two steps. */
  at: Micros;
}

/** One opened scenario. */
export interface OpenRun<Sim, Key> {
  readonly id: number;
  readonly scenario: Scenario;
  readonly track: Track<Sim, Key>;
  /**
   * The cursor. The simulation itself may still be on its way there; requests count from here, so that ten quick
   * steps back during a long replay are ten steps back.
   */
  place: Place;
  lastProjection: Projection | null;
}

/** All that a session knows. One record, so that the parts of the session (travel, player, door) share it. */
export interface SessionState<Sim, Key> {
  readonly engine: Engine<Sim, Key>;
  readonly env: SessionEnv;
  stream: Stream;
  run: OpenRun<Sim, Key> | null;
  runs: number;
  /** Number of the newest run that is being made. */
  making: number;
  /** Number of the newest travel; one that finds another number here gives up. */
  travel: number;
  /** A travel is under way: `known` on recorded ground, `new` beyond the head, `open` with nothing to show yet. */
  travelling: '' | 'known' | 'new' | 'open' | 'search';
  playing: boolean;
  speed: number;
  playBy: PlayBy;
  pace: Pace | null;
  /** What comes again while it plays, and when it is due; absent = nothing. */
  again?: (Again & { at: Micros }) | null;
  /** Number of the newest play loop. */
  play: number;
  /** How many keyframes a run keeps; the reader may change it. */
  keyframes: KeyframeLimits;
  search: SearchReport;
  /** Where playing stops. */
  stops: CompiledTest[];
  /** Number of the newest scan. */
  scans: number;
  /** The filtered log that was asked for last. */
  logIndex: LogIndex | null;
  motion: Frame['motion'];
  notice: Notice | null;
}

const START: Cursor = { at: 0, step: 0, event: 0, decision: 0 };

/** The cursor as the page sees it. */
export function cursorOf<Sim, Key>(state: SessionState<Sim, Key>): Cursor {
  const { run } = state;
  if (run === null) return START;
  const { branch, step, at } = run.place;
  return { ...cursorAt(run.track.tree, branch, step), at };
}

/** Whether the simulation is where the cursor is. */
export function hasArrived<Sim, Key>(run: OpenRun<Sim, Key>): boolean {
  return run.track.branch === run.place.branch && run.track.here === run.place.step;
}

/** The place after a known step, at that step's instant or a later one. */
export function placeAt<Sim, Key>(
  run: OpenRun<Sim, Key>,
  branch: Branch,
  step: number,
  at: Micros = 0,
): Place {
  return { branch, step, at: Math.max(at, cursorAt(run.track.tree, branch, step).at) };
}

/** The place where the simulation itself stands. */
export function placeHere<Sim, Key>(run: OpenRun<Sim, Key>, at: Micros = 0): Place {
  return placeAt(run, run.track.branch, run.track.here, at);
}

/** Whether the place is the furthest known of its branch. */
export function placeIsHead(place: Place): boolean {
  return place.step === headOf(place.branch).step;
}

/** How the cursor moved since the last frame: two ways of moving between two frames are a jump. */
export function moved<Sim, Key>(state: SessionState<Sim, Key>, how: 'forward' | 'back' | 'jump'): void {
  state.motion = state.motion === 'none' || state.motion === how ? how : 'jump';
}

/** Tells the reader something with the next frame. An older notice that was not sent yet is the cause: it stays. */
export function notify<Sim, Key>(state: SessionState<Sim, Key>, kind: Notice['kind'], text: string): void {
  state.notice ??= { kind, text };
}

/** Nothing is searched for, and nothing was. */
export const NO_SEARCH: SearchReport = { running: false, why: '', test: -1, hits: 0, at: 0 };
