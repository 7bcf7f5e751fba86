import type { StepNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import type { WaitQuestion, WaitReport, WaitShare } from '../../protocol/waits.ts';
import type { LogSegment } from '../log/log.ts';
import { type Branch, stepAtTime } from '../track/branches.ts';
import { factsOf, readOn } from './compare-facts.ts';
import type { Engine, WaitSums } from '../kinds/engine.ts';
import { cursorOf, type OpenRun, type SessionState } from '../session/session-state.ts';
import { finishSideRun, inPieces, yieldToSession, PIECE_MS } from './in-pieces.ts';
import { type SideWalk, walkOn } from '../track/side-run.ts';
import { withPosition } from '../track/track.ts';

/** Milliseconds of work for one question. An answer that takes longer is reported as not done. */
const ANSWER_MS = 160;
/** Largest number of shares in one answer. The smallest shares are merged by cause. */
const SHARES_MAX = 24;

/** Lower bounds of the size classes, in recipients. */
const SIZES = [1, 2, 10, 100, 1_000, 10_000];

/** A walk through the run that has reached some step. A question with a later cursor continues it. */
interface Walk<Key> {
  key: string;
  sums: WaitSums;
  side: SideWalk<Key>;
}

const WALKS = new WeakMap<LogSegment, Walk<unknown>[]>();
/** Number of walks kept for each branch: two panels may each show a message and its size class. */
const WALKS_KEPT = 4;

/** Returns the causes for which a message waited up to the cursor, by repeating the run from its arrival. */
export async function waitReport<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  { number, scope }: WaitQuestion,
): Promise<WaitReport | null> {
  const { track } = run;
  const { branch, step } = run.place;
  const { at } = cursorOf(state);
  const { engine } = state;
  const { waits } = engine;
  if (!(await inPieces(state, run, branch, () => readOn(track, branch, step, PIECE_MS)))) return null;
  const facts = factsOf(branch);
  const subject = facts.numbers.get(number);
  if (waits === undefined || subject === undefined || subject.injected > at) return null;
  const size = scope === 'class' ? classOf(subject.recipients) : null;
  const members = [...facts.messages].filter(([, { recipients, injected }]) =>
    size === null
      ? false
      : injected <= at && recipients >= size.from && (size.to === 0 || recipients <= size.to),
  );
  const wanted = size === null ? [...facts.messages].filter(([, one]) => one === subject) : members;
  const only = wanted.map(([msg]) => msg);
  const from = Math.min(...wanted.map(([, { injected }]) => injected));
  const walk = walkFor<Sim, Key>(engine, branch, {
    key: `${scope} ${number} ${only.length}`,
    from,
    only,
    step,
  });
  const end = state.env.now() + ANSWER_MS;
  const start = stepAtTime(track.tree, branch, from - 1);
  let sums: WaitSums | null = null;
  while (sums === null && state.env.now() < end) {
    const there = walkOn(track, branch, walk.side, { start, step, ms: PIECE_MS }, (sim, next) =>
      waits.add(walk.sums, sim, next),
    );
    if (there && track.stepInProgress === null) sums = walkEnd(run, branch, walk, at, waits);
    // oxlint-disable-next-line no-await-in-loop
    await yieldToSession(state);
    if (state.run !== run) return null;
  }
  await finishSideRun(state);
  return reportOf(sums ?? walk.sums, only.length, size, sums === null);
}

function classOf(recipients: number): { from: number; to: number } {
  const from = SIZES.findLast((edge) => edge <= recipients) ?? 1;
  const next = SIZES.find((edge) => edge > recipients);
  return { from, to: next === undefined ? 0 : next - 1 };
}

function walkFor<Sim, Key>(
  engine: Engine<Sim, Key>,
  branch: Branch,
  { key, from, only, step }: { key: string; from: number; only: number[]; step: StepNumber },
): Walk<Key> {
  const all = (WALKS.get(branch.log) ?? []) as Walk<Key>[];
  const known = all.find((walk) => walk.key === key && walk.side.step <= step);
  if (known !== undefined) return known;
  const sums = engine.waits?.create(from, only);
  if (sums === undefined) throw new Error('this engine divides no waiting time');
  const walk: Walk<Key> = { key, sums, side: { position: null, step: -1 } };
  WALKS.set(branch.log, [walk, ...all.filter((other) => other.key !== key)].slice(0, WALKS_KEPT));
  return walk;
}

/** Copies the sums and adds the time from the last step to the cursor. For a later cursor this time is divided again. */
function walkEnd<Sim, Key>(
  { track }: OpenRun<Sim, Key>,
  branch: Branch,
  { sums, side }: Walk<Key>,
  at: Micros,
  waits: NonNullable<Engine<Sim, Key>['waits']>,
): WaitSums {
  const copy = waits.copy(sums);
  withPosition(track, branch, side.step, (sim) => waits.add(copy, sim, at), side.position);
  return copy;
}

function reportOf(sums: WaitSums, messages: number, size: WaitReport['size'], running: boolean): WaitReport {
  const shares = new Map<string, WaitShare>();
  let total = 0;
  for (const sum of sums.messages.values()) {
    total += sum.total;
    for (const share of sum.shares.values()) join(shares, share, size !== null);
  }
  const sorted = [...shares.values()].sort((a, b) => b.time - a.time);
  const rest = new Map<string, WaitShare>();
  for (const share of sorted.slice(SHARES_MAX)) join(rest, share, true);
  const kept = [...sorted.slice(0, SHARES_MAX), ...rest.values()].sort((a, b) => b.time - a.time);
  return { running, messages, total, shares: kept, size };
}

/** Adds a share to the shares of its cause. With `summed`, all jobs and destinations are added together. */
function join(shares: Map<string, WaitShare>, share: WaitShare, summed: boolean): void {
  const { cause } = share;
  const number = summed ? 0 : share.number;
  const destination = summed ? '' : share.destination;
  const key = `${cause} ${number} ${destination}`;
  const known = shares.get(key);
  if (known === undefined) shares.set(key, { cause, number, destination, time: share.time });
  else known.time += share.time;
}
