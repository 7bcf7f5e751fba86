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

/** Loads the parts of the worker that answers need but the first picture does not. */
export interface AnswerParts {
  answers(): Promise<void>;
  checks(): Promise<void>;
}

/** What the session needs from its thread. */
export interface SessionEnv {
  /** Monotonic milliseconds. */
  now(): number;
  /** Yields until all waiting messages have been handled. */
  turn(): Promise<void>;
  wait(ms: RealMillis): Promise<void>;
  readonly checks: Checks;
  /** Loads parts at the first question that needs them; absent = all are loaded. */
  readonly parts?: AnswerParts;
  keyframes?: KeyframeLimits;
  /** Longest uninterrupted work, in milliseconds; absent = `SLICE_MS`. */
  sliceMs?: RealMillis;
}

/** Longest slice of work in milliseconds: half an animation frame. A pause or another seek waits no longer than this. */
export const SLICE_MS = 8;

/** A place in the run: the cursor, or where the simulation is. */
export interface Place {
  branch: Branch;
  step: StepNumber;
  /** Instant of the place: that of its step, or a later instant before the next step. */
  at: Micros;
}

export interface OpenRun<Sim, Key> {
  readonly id: number;
  readonly scenario: Scenario;
  readonly track: Track<Sim, Key>;
  /**
   * The cursor, which the simulation may not have reached yet. Relative requests count from the cursor, so ten quick steps
   * back during a long replay go ten steps back.
   */
  place: Place;
  lastProjection: Projection | null;
}

/** Work in progress. It is an identity token: the work stops when `state.travel` is no longer this object. */
export type Travel =
  /** The simulation follows the cursor over known steps. */
  | { readonly kind: 'catching-up' }
  /** The cursor moves with the simulation beyond the head; `opening` = nothing is shown yet. */
  | { readonly kind: 'going-on' | 'opening' }
  /** The simulation searches for a step away from the cursor; `report` is its progress. */
  | { readonly kind: 'searching'; readonly report: SearchReport };

export interface Playing {
  by: PlayBy;
  pace: Pace;
  /** Milliseconds of `SessionEnv.now` until which the clock stands still. */
  heldUntil: RealMillis;
  /** The repeated command and the instant of its next repetition; null = nothing is repeated. */
  again: (Again & { at: Micros }) | null;
}

type EndedSearch = SearchReport & { running: false };

/**
 * The whole state of a session, in one record that its parts (travel, player, calls) share. Its states:
 *
 * - closed: `run` is null; neither `playing` nor `travel`
 * - at rest: neither `playing` nor `travel`; the simulation is at the cursor
 * - playing: the clock runs
 * - travelling: catching up, going on, opening or searching (`Travel`)
 * - both: the user seeks while the run plays; the clock waits, then continues from the new place
 *
 * `making` is independent: another run is being created while the present run is still shown.
 */
export interface SessionState<Sim, Key> {
  readonly engine: Engine<Sim, Key>;
  readonly env: SessionEnv;
  readonly stream: Stream;
  run: OpenRun<Sim, Key> | null;
  runs: number;
  /** Identity token of the run being created: its creation stops when this member holds another object. */
  making: object | null;
  /** The latest command, until it is done. */
  commanding?: Promise<unknown> | null;
  travel: Travel | null;
  /** Null = the clock is stopped. Identity token: a play loop stops when this member holds another object. */
  playing: Playing | null;
  /**
   * Identity token of the latest request to play, while its code is loading; null = no request, or a cancelled request.
   */
  starting?: object | null;
  /** Speed of playing, or of the last playing. */
  speed: number;
  keyframes: KeyframeLimits;
  /** The last finished search. */
  search: EndedSearch;
  stops: CompiledTest[];
  scans: number;
  logIndex: LogIndex | null;
  motion: Frame['motion'];
  notice: Notice | null;
}

const START: Cursor = { at: 0, step: 0, event: 0, decision: 0 };

/** Returns the cursor as the page sees it. */
export function cursorOf<Sim, Key>(state: SessionState<Sim, Key>): Cursor {
  const { run } = state;
  if (run === null) return START;
  const { branch, step, at } = run.place;
  return { ...cursorAt(run.track.tree, branch, step), at };
}

export function hasArrived<Sim, Key>(run: OpenRun<Sim, Key>): boolean {
  return run.track.branch === run.place.branch && run.track.step === run.place.step;
}

/** Returns the place after a known step, at that step's instant or at a later instant. */
export function placeAt<Sim, Key>(
  run: OpenRun<Sim, Key>,
  branch: Branch,
  step: StepNumber,
  at: Micros = 0,
): Place {
  return { branch, step, at: Math.max(at, cursorAt(run.track.tree, branch, step).at) };
}

/** Returns the place that the simulation has reached, which may differ from the cursor. */
export function placeHere<Sim, Key>(run: OpenRun<Sim, Key>, at: Micros = 0): Place {
  return placeAt(run, run.track.branch, run.track.step, at);
}

/** True at the furthest known step of its branch. */
export function placeIsHead(place: Place): boolean {
  return place.step === headOf(place.branch).step;
}

/** Records how the cursor moved since the last frame. Two different moves combine to a jump. */
export function moved<Sim, Key>(state: SessionState<Sim, Key>, how: 'forward' | 'back' | 'jump'): void {
  state.motion = state.motion === 'none' || state.motion === how ? how : 'jump';
}

export function stopPlaying<Sim, Key>(state: SessionState<Sim, Key>): void {
  state.playing = null;
  state.starting = null;
}

/** Shows a notice with the next frame. An older notice that was not sent yet stays, because it is the cause. */
export function notify<Sim, Key>(state: SessionState<Sim, Key>, kind: Notice['kind'], text: string): void {
  state.notice ??= { kind, text };
}

export const NO_SEARCH: EndedSearch = { running: false, why: '', test: -1, hits: 0, at: 0 };

/** Returns the report of the search in progress, else the report of the last search. */
export function searchReport<Sim, Key>({ travel, search }: SessionState<Sim, Key>): SearchReport {
  return travel?.kind === 'searching' ? travel.report : search;
}

/** The condition for a command, as a noun phrase. */
export const OPEN_FIRST = 'a command after a scenario was opened';

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
