import type { ScriptedCommand } from '../../protocol/commands.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { Asked } from '../../protocol/questions.ts';
import type {
  CompareCause,
  CompareReport,
  DeliverySlotColumns,
  DestinationDifference,
  DestinationSide,
  MessageDifference,
  MessageSide,
} from '../../protocol/studies.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import type { LogSegment } from '../log/log.ts';
import { cursorOf, type OpenRun, placeAt, type SessionState } from '../session/session-state.ts';
import {
  type Branch,
  type BranchTree,
  cursorAt,
  findBranch,
  headOf,
  pathOf,
  sharedUpTo,
  stepAtTime,
} from '../track/branches.ts';
import { runOn, type SideRun, type SideWalk, walkTo } from '../track/side-run.ts';
import { trackNext, withPosition } from '../track/track.ts';
import { type CauseSearch, type CauseSource, causeParts } from './compare-cause.ts';
import {
  allRead,
  type BranchFacts,
  type DeliverySlotFacts,
  type DestinationFacts,
  factsOf,
  type MessageFacts,
  readOn,
  shareFacts,
  simulateOn,
} from './compare-facts.ts';
import { finishSideRun, inPieces, yieldToSession, lookFromStep, PIECE_MS, appendLog } from './in-pieces.ts';

/** Milliseconds of work for one question. Then the result so far is reported. */
const ANSWER_MS = 160;
/** Largest number of milliseconds for one question. Long comparisons report less often, as each report covers everything. */
const PATIENCE_MAX_MS = 1_000;
/** Time from the last arrival to the end of a comparison: one hour. */
const HORIZON: Micros = 3_600 * MICROS_PER_SECOND;
/** Largest number of delivery slots of a strip, and of rows of a table. */
const SLOTS_MAX = 20_000;
const ROWS_MAX = 5_000;

/** Compares two branches. Simulates each until every message has been tried once, a part of it at each question. */
export async function compareBranches<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  question: Asked<'compare'>[0],
): Promise<CompareReport | null> {
  const { track } = run;
  const a = findBranch(track.tree, question.a);
  const b = findBranch(track.tree, question.b);
  if (a === undefined || b === undefined) return null;
  const search = searchOf(state, run, a, b);
  // If the run was played since the last question, more steps are known, so the search continues.
  search.isOver = false;
  const started = state.env.now();
  const end = started + search.patience;
  search.patience = Math.min(PATIENCE_MAX_MS, search.patience * 1.25);
  let running = true;
  while (running && state.env.now() < end) {
    running = pieceOf(state, run, a, b);
    // oxlint-disable-next-line no-await-in-loop
    await yieldToSession(state);
    if (state.run !== run || a.gone || b.gone) return null;
  }
  await finishSideRun(state);
  if (state.run !== run || a.gone || b.gone) return null;
  return report(run, { a, b, transport: question.transport, running, cause: search.cause });
}

/**
 * Works for one slice: first reads known steps, then alternately simulates a branch and searches for the cause. Returns false
 * when everything is done.
 */
function pieceOf<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  a: Branch,
  b: Branch,
): boolean {
  const { track } = run;
  const shared = partingOf(track.tree, a, b);
  if (!readOn(track, a, shared, PIECE_MS)) return true;
  shareFacts(track, a, b);
  for (const branch of [a, b])
    if (!allRead(branch)) {
      readOn(track, branch, headOf(branch).step, PIECE_MS);
      return true;
    }
  const search = searchOf(state, run, a, b);
  const work = [a, b]
    .filter((branch) => goesOn(run, branch))
    .map((branch) => () => goOn(run, search, branch));
  if (a !== b && search.cause === null && !search.isOver) work.push(() => searchOn(state, search));
  work[search.pieces++ % Math.max(1, work.length)]?.();
  return work.length > 0;
}

function partingOf(tree: BranchTree, a: Branch, b: Branch): number {
  return Math.min(sharedUpTo(tree, a, b), headOf(a).step);
}

/** True if a branch must and can be simulated further. */
function goesOn<Sim, Key>(run: OpenRun<Sim, Key>, branch: Branch, mail = mailOf(run, branch)): boolean {
  const { side, injected, tried } = factsOf(branch);
  return (
    !side.ended && (injected < mail.count || tried < injected) && headOf(branch).at <= mail.last + HORIZON
  );
}

function goOn<Sim, Key>(run: OpenRun<Sim, Key>, search: Search, branch: Branch): void {
  const mail = mailOf(run, branch);
  const isFar = (next: Micros): boolean => next > mail.last + HORIZON || !goesOn(run, branch, mail);
  simulateOn(run.track, branch, PIECE_MS, isFar);
  search.isOver = false;
}

/** Number of messages that arrive on a branch, and the time of the last arrival. */
function mailOf<Sim, Key>(run: OpenRun<Sim, Key>, branch: Branch): { count: number; last: Micros } {
  let { count, last } = mailOfRecord(run.scenario);
  const note = ({ at, command }: ScriptedCommand): void => {
    if (command.kind !== 'message.inject') return;
    count++;
    last = Math.max(last, at);
  };
  run.scenario.script.forEach(note);
  branch.timed.forEach(note);
  // The commands are read without copying: in runs with endless mail a branch may have a hundred thousand of them.
  for (const { owner, to } of pathOf(run.track.tree, branch))
    for (const given of owner.live) if (owner === branch || given.step < to) note(given);
  return { count, last };
}

/** Returns the number of messages that come from a record and not from commands, and the last arrival. */
function mailOfRecord(scenario: Scenario): { count: number; last: Micros } {
  if (!('modelled' in scenario || 'recorded' in scenario)) return { count: 0, last: 0 };
  const { modelled, recorded } = scenario;
  const { length } = (modelled ?? recorded)?.messages.id ?? [];
  return { count: length, last: (modelled?.messages.at ?? recorded?.facts.at)?.at(-1) ?? 0 };
}

/** The search for the first difference, and the working time of the next question. */
interface Search {
  readonly parts: CauseSearch;
  cause: CompareCause | null;
  /** True if all known steps have been searched. */
  isOver: boolean;
  patience: number;
  /** Slices so far, to alternate between tasks. */
  pieces: number;
}

const SEARCHES = new WeakMap<LogSegment, WeakMap<LogSegment, Search>>();

/** The search continues where the last question stopped, and ends when it finds a difference, because this does not change. */
function searchOf<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  a: Branch,
  b: Branch,
): Search {
  const byOther = SEARCHES.get(a.log) ?? new WeakMap<LogSegment, Search>();
  SEARCHES.set(a.log, byOther);
  const known = byOther.get(b.log);
  if (known !== undefined) return known;
  const source = (branch: Branch): CauseSource => ({
    branch,
    facts: () => factsOf(branch),
    isReady: (from, to) => appendLog(run.track, branch, { from, to, ms: PIECE_MS }),
    *whyNot(step, transport, number) {
      const { track } = run;
      const walk: SideWalk<Key> = { position: null, step: -1 };
      while (!walkTo(track, branch, walk, step - 1, PIECE_MS)) yield 'part';
      const why = (sim: Sim) => state.engine.look(sim, 'why', { about: 'job', transport, number });
      return withPosition(track, branch, step - 1, why, walk.position)?.reasons[0] ?? null;
    },
  });
  const parts = causeParts(run.track.tree, source(a), source(b));
  const search: Search = { parts, cause: null, isOver: false, patience: ANSWER_MS, pieces: 0 };
  byOther.set(b.log, search);
  return search;
}

function searchOn<Sim, Key>({ env }: SessionState<Sim, Key>, search: Search): void {
  const until = env.now() + PIECE_MS;
  do {
    const part = search.parts.next();
    if (part.done === true) search.cause = part.value;
    else search.isOver = part.value === 'all';
  } while (search.cause === null && !search.isOver && env.now() < until);
}

interface Compared {
  a: Branch;
  b: Branch;
  transport: string;
  running: boolean;
  cause: CompareCause | null;
}

function report<Sim, Key>(
  run: OpenRun<Sim, Key>,
  { a, b, transport, running, cause }: Compared,
): CompareReport {
  const { tree } = run.track;
  const left = factsOf(a);
  const right = factsOf(b);
  const slotsA = left.deliverySlots.get(transport) ?? [];
  const slotsB = right.deliverySlots.get(transport) ?? [];
  const names = new Map<string, number>();
  const known = headOf(a).step + headOf(b).step;
  return {
    running,
    read: allRead(a) && allRead(b) ? 1 : (Math.max(0, left.side.step) + Math.max(0, right.side.step)) / known,
    tried: left.tried + right.tried,
    total: mailOf(run, a).count + mailOf(run, b).count,
    forkAt: cursorAt(tree, a, partingOf(tree, a, b)).at,
    a: { id: a.id, name: a.name, headAt: headOf(a).at, deliverySlots: columnsOf(slotsA, names) },
    b: { id: b.id, name: b.name, headAt: headOf(b).at, deliverySlots: columnsOf(slotsB, names) },
    names: [...names.keys()],
    same: samePrefix(slotsA, slotsB),
    cause,
    messages: messagesOf(left, right),
    destinations: destinationsOf(left, right),
  };
}

function columnsOf(
  deliverySlots: readonly DeliverySlotFacts[],
  names: Map<string, number>,
): DeliverySlotColumns {
  const shown = deliverySlots.slice(0, SLOTS_MAX);
  const indexOf = (name: string): number => {
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, names.size);
    return names.size - 1;
  };
  return {
    numbers: shown.map(({ number }) => number),
    destinations: shown.map(({ destination }) => indexOf(destination)),
    at: shown.map(({ at }) => at),
  };
}

function samePrefix(a: readonly DeliverySlotFacts[], b: readonly DeliverySlotFacts[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a[i]?.identity !== b[i]?.identity || a[i]?.destination !== b[i]?.destination) return i;
  }
  return length;
}

/** Returns every message once: the messages of A in the order of their numbers, then the messages that only B has. */
function messagesOf(left: BranchFacts, right: BranchFacts): MessageDifference[] {
  const identities = [...new Set([...left.identities.keys(), ...right.identities.keys()])];
  return identities.slice(0, ROWS_MAX).map((identity) => {
    const a = left.identities.get(identity);
    const b = right.identities.get(identity);
    return { recipients: (a ?? b)?.recipients ?? 0, a: messageSide(a), b: messageSide(b) };
  });
}

function messageSide(facts: MessageFacts | undefined): MessageSide {
  if (facts === undefined)
    return {
      number: 0,
      injected: -1,
      firstWait: -1,
      lastWait: -1,
      took: -1,
      deliverySlots: 0,
      deferred: 0,
      tried: false,
    };
  const { number, injected, firstDeliverySlotAt, lastDeliverySlotAt, doneAt } = facts;
  const { deliverySlots, deferred, tried } = facts;
  const wait = (at: Micros): Micros => (at < 0 ? -1 : at - injected);
  return {
    number,
    injected,
    firstWait: wait(firstDeliverySlotAt),
    lastWait: wait(lastDeliverySlotAt),
    took: wait(doneAt),
    deliverySlots,
    deferred,
    tried,
  };
}

function destinationsOf(left: BranchFacts, right: BranchFacts): DestinationDifference[] {
  const keys = [...new Set([...left.destinations.keys(), ...right.destinations.keys()])].sort();
  return keys.slice(0, ROWS_MAX).map((key) => {
    const a = left.destinations.get(key);
    const b = right.destinations.get(key);
    const { transport = '', name = '' } = a ?? b ?? {};
    return { transport, name, a: destinationSide(a), b: destinationSide(b) };
  });
}

function destinationSide(facts: DestinationFacts | undefined): DestinationSide {
  if (facts === undefined) {
    return { deliverySlots: 0, recipients: 0, failed: 0, deaths: 0, meanWait: -1, lastDeliverySlotAt: -1 };
  }
  const { deliverySlots, recipients, failed, deaths, waited, lastDeliverySlotAt } = facts;
  return {
    deliverySlots,
    recipients,
    failed,
    deaths,
    meanWait: deliverySlots === 0 ? -1 : Math.round(waited / deliverySlots),
    lastDeliverySlotAt,
  };
}

/** Milliseconds for simulating a branch up to the cursor for one picture. The next question continues the simulation. */
const FOLLOW_MS = 60;
let sideSeq = 0;

const SIDES = new WeakMap<LogSegment, SideRun<unknown>>();

function sideRunOf<Key>({ log }: Branch): SideRun<Key> {
  let run = SIDES.get(log);
  if (run === undefined) SIDES.set(log, (run = { position: null, step: -1, ended: false }));
  return run as SideRun<Key>;
}

/**
 * Returns the picture of another branch at the cursor's instant: after the same step if both branches share it, else after all
 * steps of that instant.
 */
export async function sideFrame<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  { branch: id, view }: Asked<'side'>[0],
): Promise<Frame | null> {
  const { track, place } = run;
  const { tree } = track;
  const branch = findBranch(tree, id);
  if (branch === undefined) return null;
  const { at } = cursorOf(state);
  const shared = place.step <= sharedUpTo(tree, place.branch, branch);
  if (!shared && !(await follow(state, run, branch, at))) return null;
  const step = shared ? place.step : stepAtTime(tree, branch, at);
  const cursor = cursorAt(tree, branch, step);
  const frame = await lookFromStep(state, run, branch, step, (sim): Frame => {
    const { lists, servers, wheel, mail, numbers, ...rows } = state.engine.project(sim, view);
    return {
      seq: ++sideSeq,
      base: null,
      run: run.id,
      cursor: { ...cursor, at: placeAt(run, branch, step, at).at },
      head: headOf(branch),
      branch: id,
      playing: state.playing !== null,
      speed: state.speed,
      idle: step === headOf(branch).step && trackNext(track) === null,
      motion: state.playing !== null ? 'forward' : 'jump',
      rows,
      removed: { transport: [], job: [], queue: [], message: [], delivery: [] },
      lists,
      servers,
      wheel,
      mail,
      numbers,
      decision: null,
      events: [],
      skipped: { decisions: 0, events: 0 },
    };
  });
  return frame ?? null;
}

/** Simulates a branch up to an instant, for a short time. Returns false if the branch was deleted or another run was opened. */
async function follow<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  branch: Branch,
  at: Micros,
): Promise<boolean> {
  const side = sideRunOf<Key>(branch);
  const end = state.env.now() + FOLLOW_MS;
  let isThere = headOf(branch).at > at;
  const done = (next: Micros): boolean => (isThere = next > at);
  const there = await inPieces(state, run, branch, () => {
    if (!isThere && !side.ended) runOn(run.track, branch, side, { ms: PIECE_MS, done });
    return isThere || side.ended || state.env.now() >= end;
  });
  await finishSideRun(state);
  return there && state.run === run && !branch.gone;
}
