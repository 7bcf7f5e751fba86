import type { Frame } from '../../protocol/frame.ts';
import type {
  CompareCause,
  CompareReport,
  DestinationDifference,
  DestinationSide,
  MessageDifference,
  MessageSide,
  DeliverySlotColumns,
} from '../../protocol/studies.ts';
import type { Asked } from '../../protocol/questions.ts';
import type { Micros } from '../../protocol/units.ts';
import type { ScriptedCommand } from '../../protocol/commands.ts';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';
import type { LogSegment } from '../log/log.ts';
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
import { causeParts, type CauseSearch, type CauseSource } from './compare-cause.ts';
import {
  allRead,
  type BranchFacts,
  type DestinationFacts,
  factsOf,
  type MessageFacts,
  readOn,
  shareFacts,
  simulateOn,
  type DeliverySlotFacts,
} from './compare-facts.ts';
import { cursorOf, type OpenRun, placeAt, type SessionState } from '../session/session-state.ts';
import { runOn, type SideRun } from '../track/side-run.ts';
import { trackNext, visit } from '../track/track.ts';

/** Longest uninterrupted piece of work, and how long one question works on before it tells what is known. */
const PIECE_MS = 12;
const ANSWER_MS = 160;
/** A comparison that takes long tells of itself less often: each answer is a picture of everything so far. */
const PATIENCE_MAX_MS = 1_000;
/** A comparison ends an hour after the last arrival, whatever is still going on. */
const HORIZON: Micros = 3_600 * MICROS_PER_SECOND;
/** Delivery slots of a strip, and rows of a table, at most. */
const SLOTS_MAX = 20_000;
const ROWS_MAX = 5_000;

/** Both branches side by side. Each is simulated until every message was tried once, some of it at each question. */
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
  const started = state.env.now();
  const end = started + search.patience;
  search.patience = Math.min(PATIENCE_MAX_MS, search.patience * 1.25);
  let running = true;
  while (running && state.env.now() < end) {
    running = pieceOf(state, run, a, b);
    // oxlint-disable-next-line no-await-in-loop
    await state.env.turn();
    if (state.run !== run || a.gone || b.gone) return null;
  }
  return report(run, { a, b, transport: question.transport, running, cause: search.cause });
}

/** Works on for a little: reads what is known, then simulates on and looks for the cause. False when all is done. */
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
  const read = [a, b].map((branch) => readOn(track, branch, headOf(branch).step, PIECE_MS));
  if (read.includes(false)) return true;
  const on = [a, b].map((branch) => goOn(run, branch));
  const { env } = state;
  const until = env.now() + PIECE_MS;
  const searching = a !== b && searchOn(searchOf(state, run, a, b), () => env.now() < until);
  return searching || on.includes(true);
}

/** The last step that both have; a branch beside itself never parts, and is shared as far as it is known. */
function partingOf(tree: BranchTree, a: Branch, b: Branch): number {
  return Math.min(sharedUpTo(tree, a, b), headOf(a).step);
}

/** Simulates a branch on; false when it has come far enough. */
function goOn<Sim, Key>(run: OpenRun<Sim, Key>, branch: Branch): boolean {
  const { track } = run;
  const facts = factsOf(branch);
  const { count, last } = mailOf(run, branch);
  const more = (): boolean =>
    !facts.side.ended &&
    (facts.injected < count || facts.tried < facts.injected) &&
    headOf(branch).at <= last + HORIZON;
  if (more()) simulateOn(track, branch, PIECE_MS, (next) => next > last + HORIZON || !more());
  return more();
}

/** Messages that arrive on a branch, and when the last of them does. */
function mailOf<Sim, Key>(run: OpenRun<Sim, Key>, branch: Branch): { count: number; last: Micros } {
  let [count, last] = [0, 0];
  const note = ({ at, command }: ScriptedCommand): void => {
    if (command.kind !== 'message.inject') return;
    count++;
    last = Math.max(last, at);
  };
  run.scenario.script.forEach(note);
  branch.timed.forEach(note);
  // In place: of mail without end there are a hundred thousand, and copies of them are garbage at once.
  for (const { owner, to } of pathOf(run.track.tree, branch))
    for (const given of owner.live) if (owner === branch || given.step < to) note(given);
  return { count, last };
}

/** What is searched for what differed first, and how long a question may work before it tells what is known. */
interface Search {
  readonly parts: CauseSearch;
  cause: CompareCause | null;
  patience: number;
}

const SEARCHES = new WeakMap<LogSegment, WeakMap<LogSegment, Search>>();

/** What differed first stays so: the search goes on where the last question left it, and ends when it has found something. */
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
    whyNot: (step, transport, number) => {
      const answer = visit(run.track, branch, step - 1, (sim) =>
        state.engine.look(sim, 'why', { about: 'job', transport, number }),
      );
      return answer?.reasons[0] ?? null;
    },
  });
  const parts = causeParts(run.track.tree, source(a), source(b));
  const search: Search = { parts, cause: null, patience: ANSWER_MS };
  byOther.set(b.log, search);
  return search;
}

/** Searches on while there is time for `more`; false when everything that is known has been searched. */
function searchOn(search: Search, more: () => boolean): boolean {
  while (search.cause === null) {
    const part = search.parts.next();
    if (part.done === true) search.cause = part.value;
    else if (part.value === 'all') return false;
    else if (!more()) return true;
  }
  return false;
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
    read: allRead(a) && allRead(b) ? 1 : (Math.max(0, left.side.here) + Math.max(0, right.side.here)) / known,
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
    if (a[i]?.number !== b[i]?.number || a[i]?.destination !== b[i]?.destination) return i;
  }
  return length;
}

function messagesOf(left: BranchFacts, right: BranchFacts): MessageDifference[] {
  const numbers = [...new Set([...left.numbers.keys(), ...right.numbers.keys()])].sort((x, y) => x - y);
  return numbers.slice(0, ROWS_MAX).map((number) => {
    const a = left.numbers.get(number);
    const b = right.numbers.get(number);
    return { number, recipients: (a ?? b)?.recipients ?? 0, a: messageSide(a), b: messageSide(b) };
  });
}

function messageSide(facts: MessageFacts | undefined): MessageSide {
  if (facts === undefined) {
    return { injected: -1, firstWait: -1, lastWait: -1, deliverySlots: 0, deferred: 0, tried: false };
  }
  const { injected, firstDeliverySlotAt, lastDeliverySlotAt, deliverySlots, deferred, tried } = facts;
  const wait = (at: Micros): Micros => (at < 0 ? -1 : at - injected);
  return {
    injected,
    firstWait: wait(firstDeliverySlotAt),
    lastWait: wait(lastDeliverySlotAt),
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

/** Simulating a branch up to the cursor's instant for one picture may take this long; the next question goes on. */
const FOLLOW_MS = 60;
let sideSeq = 0;

const SIDES = new WeakMap<LogSegment, SideRun<unknown>>();

function sideRunOf<Key>({ log }: Branch): SideRun<Key> {
  let run = SIDES.get(log);
  if (run === undefined) SIDES.set(log, (run = { stand: null, here: -1, ended: false }));
  return run as SideRun<Key>;
}

/** Another branch at the cursor's instant: after the same step where both are one, else after all of that instant. */
export function sideFrame<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  { branch: id, view }: Asked<'side'>[0],
): Frame | null {
  const { track, place } = run;
  const { tree } = track;
  const branch = findBranch(tree, id);
  if (branch === undefined) return null;
  const { at } = cursorOf(state);
  const shared = place.step <= sharedUpTo(tree, place.branch, branch);
  const side = sideRunOf<Key>(branch);
  if (!shared && headOf(branch).at <= at && !side.ended) {
    runOn(track, branch, side, { ms: FOLLOW_MS, done: (next) => next > at });
  }
  const step = shared ? place.step : stepAtTime(tree, branch, at);
  const cursor = cursorAt(tree, branch, step);
  return visit(track, branch, step, (sim) => {
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
}
