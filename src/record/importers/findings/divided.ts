import type { LateReport, QueueShares, Verdict } from '../../protocol/findings.ts';
import type { LifeRow } from '../../../protocol/ids.ts';
import type { WaitShare } from '../../../protocol/waits.ts';
import type { Predicate } from '../classes/fields.ts';
import { findingContext, type Late } from './find.ts';
import { sharesOf } from './finding-context.ts';
import { selectedBy } from './prepared.ts';

/**
 * Replaces the shares of b in the verdicts: the estimate by counts gives way to the engine's result. The shares tell,
 * for each class, how its time in the queue manager divides over causes. Each message is weighted by its recipients.
 *
 * @param shares By message number of the run: i + 1 is the i-th message to become active.
 */
export function withDivision(
  report: LateReport,
  late: Late,
  predicates: readonly Predicate[],
  shares: ReadonlyMap<number, readonly WaitShare[]>,
): LateReport {
  const { instance } = late.member;
  const { activations, lives } = instance.tables;
  const lifeOf: number[] = [0];
  const known = new Uint8Array(lives.length);
  for (let row = 1; row < activations.length; row++) {
    const life = activations.life[row] ?? 0;
    if (life === 0 || known[life] === 1) continue;
    known[life] = 1;
    lifeOf.push(life);
  }
  const classes = report.verdicts.slice(1);
  const unlimited = unlimitedIn(late);
  const context = findingContext(late, predicates, [], {
    classes,
    from: 0,
    to: 0,
    thresholds: report.thresholds,
  });
  const verdicts = report.verdicts.map((verdict, place): Verdict => {
    const predicate = predicates[place - 1];
    const mine = predicate === undefined ? null : selectedBy(instance, late.prepared, predicate).lives;
    const queue: QueueShares = { agents: 0, window: 0, rate: 0, dead: 0, scan: 0, other: 0 };
    const held = new Map<number, number>();
    for (const [number, own] of shares) {
      const life = lifeOf[number] ?? 0;
      if (life === 0 || (mine !== null && mine[life] !== 1)) continue;
      const weight = Math.max(1, lives.nrcpt[life] ?? 1);
      for (const share of own)
        addShare(queue, held, atLimit(share, unlimited.get(life)), weight, life, lifeOf);
    }
    const all = Object.values(queue).reduce((sum, one) => sum + one, 0);
    if (all === 0) return verdict;
    const scale = verdict.time.queue / all;
    const scaled = Object.fromEntries(
      Object.entries(queue).map(([cause, time]) => [cause, time * scale]),
    ) as unknown as QueueShares;
    const holders = sharesOf(context, held);
    return {
      ...verdict,
      queue: scaled,
      holders: holders.length > 0 ? holders : verdict.holders,
      method: 'replay',
    };
  });
  return { ...report, verdicts };
}

/** A share of a wait with its cause. `unlimitedIn` may replace the cause by `full`, `rate` or `unknown`. */
type Ascribed = Pick<WaitShare, 'number' | 'time'> & { cause: WaitShare['cause'] | 'unknown' };

/**
 * Causes by counts for messages whose transports always had a free agent. The engine has only as many agents as were
 * busy concurrently in the record, so it may report a wait for agents although the transport's limit was not reached.
 */
function unlimitedIn({ traffic, waits }: Late): Map<number, Ascribed['cause']> {
  const { instance, transports, destinations, destinationOf } = traffic;
  const { attempts } = instance.tables;
  const found = new Map<number, Ascribed['cause']>();
  const limited = new Set<number>();
  for (let row = 1; row < attempts.length; row++) {
    const life = attempts.life[row] ?? 0;
    const transport = transports[destinations[(destinationOf[row] ?? 0) - 1]?.transport ?? 0];
    if ((transport?.full.from.length ?? 0) > 0) limited.add(life);
    else if ((waits.rate[row] ?? 0) > 0) found.set(life, 'rate');
    else if ((waits.window[row] ?? 0) > 0 && found.get(life) !== 'rate') found.set(life, 'full');
    else if (!found.has(life)) found.set(life, 'unknown');
  }
  for (const life of limited) found.delete(life);
  return found;
}

function atLimit(share: WaitShare, instead: Ascribed['cause'] | undefined): Ascribed {
  const forAgents = share.cause === 'process' || share.cause === 'job';
  return instead !== undefined && forAgents ? { ...share, cause: instead } : share;
}

function addShare(
  queue: QueueShares,
  held: Map<number, number>,
  { cause, number, time }: Ascribed,
  weight: number,
  life: LifeRow,
  lifeOf: readonly number[],
): void {
  const weighed = time * weight;
  switch (cause) {
    case 'job':
    case 'process': {
      queue.agents += weighed;
      const holder = cause === 'process' ? life : (lifeOf[number] ?? 0);
      if (holder !== 0) held.set(holder, (held.get(holder) ?? 0) + weighed);
      return;
    }
    case 'full':
      queue.window += weighed;
      return;
    case 'rate':
      queue.rate += weighed;
      return;
    case 'dead':
      queue.dead += weighed;
      return;
    case 'core':
      queue.scan += weighed;
      return;
    case 'threads':
    case 'unknown':
      queue.other += weighed;
      return;
    case 'deferred':
    case 'server':
      return;
    default:
      cause satisfies never;
  }
}
