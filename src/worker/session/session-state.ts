import type { StepNumber } from '../../protocol/ids.ts';
import type { SearchReport } from '../../protocol/debug.ts';
import type { Cursor, Frame, Notice } from '../../protocol/frame.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Again, PlayBy } from '../../protocol/session-api.ts';
import type { Micros, RealMillis } from '../../protocol/units.ts';
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
  wait(ms: RealMillis): Promise<void>;
  readonly checks: Checks;
  /** Parts that are fetched when a question first needs them; absent = all are there. */
  readonly parts?: AnswerParts;
  keyframes?: KeyframeLimits;
  /** Longest uninterrupted work, in milliseconds. */
  sliceMs?: RealMillis;
}

/** Half an animation frame: a pause or another seek is heard within it. */
export const SLICE_MS = 8;

/** Where the reader is, or will be as soon as the simulation has caught up. */
export interface Place {
  branch: Branch;
  step: StepNumber;
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

/**
 * What is on its way. Which object it is names it: work that finds another one in its place has been superseded and gives up.
 */
export type Travel =
  /** The simulation follows the cursor on recorded ground. */
  | { readonly kind: 'catching-up' }
  /** The cursor goes with the simulation, beyond the head; `opening` = with nothing to show yet. */
  | { readonly kind: 'going-on' | 'opening' }
  /** The simulation looks for a step elsewhere; the report is of how far it is. */
  | { readonly kind: 'searching'; readonly report: SearchReport };

/** The clock runs: how, and what comes again meanwhile. */
export interface Playing {
  by: PlayBy;
  pace: Pace;
  /** When it is due next; null = nothing comes again. */
  again: (Again & { at: Micros }) | null;
}

/** A search that is over, or none. */
type EndedSearch = SearchReport & { running: false };

/**
 * All that a session knows. One record, so that the parts of the session (travel, player, calls) share it. Its states:
 *
 *   closed          run = null; neither `playing` nor `travel`
 *   at rest         neither `playing` nor `travel`: the simulation is where the cursor is
 *   playing         the clock runs
 *   travelling      catching up, going on, opening or searching (`Travel`)
 *   both            a reader seeks while it plays: the clock waits, and goes on from wherever that ends
 *
 * `making` stands beside them: another run is being made while this one is still shown.
 */
export interface SessionState<Sim, Key> {
  readonly engine: Engine<Sim, Key>;
  readonly env: SessionEnv;
  readonly stream: Stream;
  run: OpenRun<Sim, Key> | null;
  runs: number;
  /** The run that is being made, by the object that names it; a maker that finds another one here gives up. */
  making: object | null;
  /** The command that was given last, until it is done. */
  commanding?: Promise<unknown> | null;
  travel: Travel | null;
  /** Null = the clock stands still. A play loop that finds another one here ends. */
  playing: Playing | null;
  /** What plays is being fetched for the one who asked last; null = not, or the reader wants it no more. */
  starting?: object | null;
  /** Of playing, the last time too. */
  speed: number;
  /** How many keyframes a run keeps; the reader may change it. */
  keyframes: KeyframeLimits;
  /** The search that ended last. */
  search: EndedSearch;
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
  return run.track.branch === run.place.branch && run.track.step === run.place.step;
}

/** The place after a known step, at that step's instant or a later one. */
export function placeAt<Sim, Key>(
  run: OpenRun<Sim, Key>,
  branch: Branch,
  step: StepNumber,
  at: Micros = 0,
): Place {
  return { branch, step, at: Math.max(at, cursorAt(run.track.tree, branch, step).at) };
}

/** The place where the simulation itself stands. */
export function placeHere<Sim, Key>(run: OpenRun<Sim, Key>, at: Micros = 0): Place {
  return placeAt(run, run.track.branch, run.track.step, at);
}

/** Whether the place is the furthest known of its branch. */
export function placeIsHead(place: Place): boolean {
  return place.step === headOf(place.branch).step;
}

/** How the cursor moved since the last frame: two ways of moving between two frames are a jump. */
export function moved<Sim, Key>(state: SessionState<Sim, Key>, how: 'forward' | 'back' | 'jump'): void {
  state.motion = state.motion === 'none' || state.motion === how ? how : 'jump';
}

/** Stops the clock where it is. */
export function stopPlaying<Sim, Key>(state: SessionState<Sim, Key>): void {
  state.playing = null;
  state.starting = null;
}

/** Tells the reader something with the next frame. An older notice that was not sent yet is the cause: it stays. */
export function notify<Sim, Key>(state: SessionState<Sim, Key>, kind: Notice['kind'], text: string): void {
  state.notice ??= { kind, text };
}

/** Nothing is searched for, and nothing was. */
export const NO_SEARCH: EndedSearch = { running: false, why: '', test: -1, hits: 0, at: 0 };

/** How the search stands that is under way, else how the last one ended. */
export function searchReport<Sim, Key>({ travel, search }: SessionState<Sim, Key>): SearchReport {
  return travel?.kind === 'searching' ? travel.report : search;
}

/** What a command needs, as a noun phrase. */
export const OPEN_FIRST = 'a command after a scenario was opened';

/** What an error says. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
