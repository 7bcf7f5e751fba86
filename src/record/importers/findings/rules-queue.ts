import type { Finding } from '../../protocol/findings.ts';
import { type EpochMicros, MICROS_PER_MINUTE } from '../../../protocol/units.ts';
import {
  activeAt,
  attemptsInRange,
  byGroup,
  type FindingContext,
  groupOf,
  recipientsIn,
  seconds,
  senderOf,
  sharesOf,
} from './finding-context.ts';
import { Tally } from './tally.ts';
import { inBoth, type Intervals, lastNotAbove, levelsOf, overlap, stretchesAbove } from './intervals.ts';
import { PRINTED } from './limits.ts';
import { attemptsThat, once } from './prepared.ts';
import { labelOf, type TransportTraffic } from './traffic.ts';
import { SHORT, waitedForAgents } from './verdict.ts';

/** Stretches without a free agent that are closer than this (microseconds) are one episode. */
const APART = MICROS_PER_MINUTE;

interface Episode {
  from: EpochMicros;
  to: EpochMicros;
  /** Longest stretch and sum of all stretches, microseconds. */
  longest: number;
  full: number;
}

function episodesOf({ full }: TransportTraffic): Episode[] {
  const found: Episode[] = [];
  for (let i = 0; i < full.from.length; i++) {
    const from = full.from[i] ?? 0;
    const to = full.to[i] ?? 0;
    const last = found.at(-1);
    if (last !== undefined && from - last.to < APART) {
      last.to = to;
      last.full += to - from;
      last.longest = Math.max(last.longest, to - from);
    } else found.push({ from, to, longest: to - from, full: to - from });
  }
  return found;
}

/** Seconds in which each message held an agent within these intervals. */
function agentTime(
  { traffic }: FindingContext,
  rows: ArrayLike<number>,
  during: Intervals,
): Map<number, number> {
  const { life, start, end } = traffic.requests;
  const found = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const held = overlap(during, start[row] ?? 0, end[row] ?? 0);
    if (held > 0) found.set(life[row] ?? 0, (found.get(life[row] ?? 0) ?? 0) + seconds(held));
  }
  return found;
}

/** Finds times when all agents of a transport were busy, and a message that held most of them. */
export function agentsBusy(context: FindingContext): Finding[] {
  const { traffic, waits, thresholds } = context;
  const episodes = traffic.transports.map(episodesOf);
  const starts = episodes.map((list) => list.map(({ from }) => from));
  const tallies = episodes.map((list) => list.map(() => new Tally(context)));
  for (const row of attemptsInRange(context, waitedForAgents(context))) {
    const waited = waits.agents[row] ?? 0;
    const transport = traffic.destinations[(traffic.destinationOf[row] ?? 0) - 1]?.transport ?? 0;
    const start = traffic.startOf[row] ?? 0;
    const place = Math.max(0, lastNotAbove(starts[transport] ?? [], start));
    tallies[transport]?.[place]?.add(row, waited, activeAt(context, row), start);
  }
  return traffic.transports.flatMap((transport, t) =>
    (episodes[t] ?? []).flatMap((episode, e) => {
      const tally = tallies[t]?.[e];
      if (tally === undefined || tally.cost < thresholds.cost) return [];
      if (seconds(episode.longest) < thresholds.full) return [];
      return ofEpisode(context, transport, episode, tally);
    }),
  );
}

function ofEpisode(
  context: FindingContext,
  transport: TransportTraffic,
  episode: Episode,
  tally: Tally,
): Finding[] {
  const { traffic, thresholds } = context;
  const { attempts } = traffic.instance.tables;
  // Agents that were busy while no mail waited for them delayed nobody.
  const busyAndWaited = inBoth(transport.full, waitingTimes(context, tally.rows));
  const full = overlap(busyAndWaited, -Infinity, Infinity);
  const byLife = agentTime(context, transport.rows, busyAndWaited);
  const shares = sharesOf(context, byLife);
  const all = [...byLife.values()].reduce((sum, one) => sum + one, 0);
  const [top] = [...byLife].sort(([, one], [, other]) => other - one);
  const [first] = [...byGroup(context, byLife)].sort(([, one], [, other]) => other - one);
  // Sums the waits of all mail except that of the group that held most agents.
  const others = new Tally(context);
  for (const row of tally.rows) {
    const life = attempts.life[row] ?? 0;
    if (groupOf(context, life) === first?.[0]) continue;
    others.add(row, context.waits.agents[row] ?? 0, activeAt(context, row), traffic.startOf[row] ?? 0);
  }
  const figures = {
    agents: transport.agents,
    busy: seconds(full),
    assumed: transport.agentsFrom === 'assumed' ? 1 : 0,
    seen: transport.agentsFrom === 'seen' ? 1 : 0,
    others: others.spread.recipients,
    othersCost: others.cost,
    othersMedian: others.spread.median,
    othersLongest: others.spread.longest,
  };
  const busy = { ...tally.finding('agents-busy', transport.name, figures, { shares }), ...period(episode) };
  if (top === undefined || all === 0 || top[1] / all <= thresholds.share) return [busy];
  if (seconds(full) < thresholds.held) return [busy];
  const [holder] = top;
  const behind = new Tally(context);
  for (const row of tally.rows)
    if (attempts.life[row] !== holder)
      behind.add(row, context.waits.agents[row] ?? 0, activeAt(context, row), traffic.startOf[row] ?? 0);
  if (behind.cost < thresholds.cost) return [busy];
  return [busy, oneMessage(context, transport, { ...episode, full }, holder, behind, top[1] / all)];
}

/** Times in which any of these attempts waited. */
function waitingTimes({ traffic, prepared }: FindingContext, rows: Uint32Array): Intervals {
  return stretchesAbove(levelsOf(rows, prepared.activeOf, traffic.startOf), 1, 0);
}

const period = ({ from, to }: Episode): { from: EpochMicros; to: EpochMicros } => ({ from, to });

function oneMessage(
  context: FindingContext,
  transport: TransportTraffic,
  episode: Episode,
  holder: number,
  behind: Tally,
  share: number,
): Finding {
  const { traffic } = context;
  const { tables, pools } = traffic.instance;
  const { life } = traffic.requests;
  let entries = 0;
  for (const row of transport.rows) if (life[row] === holder) entries++;
  let preempted = 0;
  const { preemptions, lives } = tables;
  for (let row = 1; row < preemptions.length; row++) if (preemptions.preempted[row] === holder) preempted++;
  const id = pools.texts.text(lives.id[holder] ?? 0);
  const sender = senderOf(context, holder);
  const recipients = recipientsIn(context, holder);
  const { slotCost, minimumSlots, recipientLimit } = transport;
  return {
    ...behind.finding(
      'one-message',
      transport.name,
      {
        share,
        held: seconds(episode.full),
        recipients,
        entries,
        slotCost,
        minimumSlots,
        recipientLimit,
        lends: slotCost < 2 ? 0 : Math.floor(entries / slotCost),
        preempted: preemptions.length > 1 ? preempted : -1,
      },
      {
        words: { id, sender },
        shares: [{ name: sender, id, share, messages: 1, recipients }],
      },
    ),
    ...period(episode),
  };
}

/** Attempts that waited for a window or a rate delay. */
function waitedForWindow({ prepared, waits }: FindingContext): Uint32Array {
  return once(prepared, waitedForWindow, () =>
    attemptsThat(prepared, (row) => (waits.window[row] ?? 0) + (waits.rate[row] ?? 0) >= SHORT),
  );
}

/** Finds destinations whose window was full, or to which a rate delay allows one delivery at a time. */
export function windowFull(context: FindingContext): Finding[] {
  const { traffic, waits, thresholds } = context;
  const tallies = traffic.destinations.map(() => new Tally(context));
  const longest = new Float64Array(traffic.destinations.length);
  for (const row of attemptsInRange(context, waitedForWindow(context))) {
    const waited = (waits.window[row] ?? 0) + (waits.rate[row] ?? 0);
    const place = (traffic.destinationOf[row] ?? 0) - 1;
    longest[place] = Math.max(longest[place] ?? 0, waited);
    tallies[place]?.add(row, waited, activeAt(context, row), traffic.startOf[row] ?? 0);
  }
  return tallies.flatMap((tally, place) => {
    const destination = traffic.destinations[place];
    const transport = traffic.transports[destination?.transport ?? 0];
    if (destination === undefined || transport === undefined) return [];
    if (tally.cost < thresholds.cost || (longest[place] ?? 0) < thresholds.full) return [];
    const seen = destination.inFlight.level.reduce((most, level) => Math.max(most, level), 0);
    const { concurrency: limit } = transport;
    // Slightly more than the limit counts as the limit: one delivery ends as the next begins, and durations are printed with two digits.
    const peak = seen > limit && seen <= PRINTED * limit ? limit : seen;
    const inPeriod = destination.rows.reduce((count, row) => {
      const start = traffic.requests.start[row] ?? 0;
      return start >= tally.from && start <= tally.to ? count + 1 : count;
    }, 0);
    const shares = sharesOf(context, agentTime(context, destination.rows, waitingTimes(context, tally.rows)));
    return [
      tally.finding(
        transport.rateDelay > 0 ? 'rate-delay' : 'window-full',
        labelOf(traffic, place),
        {
          limit,
          peak,
          rateDelay: transport.rateDelay,
          stated: transport.agentsFrom === 'master.cf' ? 1 : 0,
          limitStated: traffic.settings?.hasMain === true ? 1 : 0,
          otherTime: transport.withoutDelay > 0 ? 1 : 0,
          perMinute: inPeriod / Math.max(1 / 60, seconds(tally.to - tally.from) / 60),
        },
        { words: { transport: transport.name }, shares },
      ),
    ];
  });
}
