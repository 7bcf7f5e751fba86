import { createSimulation, nextInstant, position, stepOnce } from '../../../core/simulation.ts';
import type { ScriptedCommand } from '../../../protocol/commands.ts';
import type { BesideFlush, FlushBeside, NewMail } from '../../protocol/record-questions.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import {
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Micros,
} from '../../../protocol/units.ts';
import { completeScenario } from '../../../scenario/defaults.ts';
import { encodeLink } from '../../../scenario/link.ts';
import type { HeldRecord } from './held.ts';
import { injected, type Waiting, waitingIn } from './queue-run.ts';

/** Instant of the flush. Until then servers refuse the snapshot's mail, which puts it into the deferred queue. */
const FLUSHED_AT = 30 * MICROS_PER_SECOND;
/** New mail arrives during this many microseconds. */
const LASTS = MICROS_PER_MINUTE;
const STEPS = 2000;
/** Name of a destination for which no mail waits. */
const ELSEWHERE = 'elsewhere.example';
/** A run ends this many microseconds after the flush. */
const HORIZON = MICROS_PER_HOUR;

/** Returns the destination with the most waiting mail; if possible, one whose server replies. */
function largestOf({ messages, servers }: Waiting): string {
  const counts = new Map<string, number>();
  for (const message of messages)
    for (const [name, count] of message) counts.set(name, (counts.get(name) ?? 0) + count);
  const sorted = [...counts.keys()].sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  return sorted.find((name) => servers[name]?.fault === undefined) ?? sorted[0] ?? ELSEWHERE;
}

/**
 * Makes new mail at even intervals. Its messages go alternately to a destination with waiting mail and to one without.
 */
function newMail(waiting: Waiting, perMinute: number, from: Micros): ScriptedCommand[] {
  const largest = largestOf(waiting);
  return Array.from({ length: perMinute }, (_, i) => i).flatMap((i) =>
    injected(
      [new Map([[i % 2 === 0 ? largest : ELSEWHERE, 1]])],
      from + Math.round(((i + 1) / perMinute) * LASTS),
    ),
  );
}

function besideScenario(waiting: Waiting, perMinute: number): MailScenario {
  const { params, agents, servers, messages } = waiting;
  const recover = Object.entries(servers).map(
    ([server, behaviour]): ScriptedCommand => ({
      at: FLUSHED_AT,
      command: { kind: 'server.set', server, behaviour },
    }),
  );
  return completeScenario({
    title: 'A flush while new mail arrives',
    about: `The mail of the snapshot is deferred until 30 s, then flushed. Within the next minute ${perMinute} new messages arrive, half of them for a destination with mail waiting.`,
    params,
    agents,
    servers: Object.fromEntries(
      Object.entries(servers).map(([name, { latency }]) => [
        name,
        { latency, fault: { kind: 'refuse' as const } },
      ]),
    ),
    script: [
      ...injected(messages, 0),
      ...recover,
      { at: FLUSHED_AT, command: { kind: 'queue.flush' } },
      ...newMail(waiting, perMinute, FLUSHED_AT),
    ],
  }) as MailScenario;
}

/** Makes a scenario with the new mail but without the snapshot's mail. */
function aloneScenario(waiting: Waiting, perMinute: number): MailScenario {
  const { params, agents, servers } = waiting;
  return completeScenario({
    params,
    agents,
    servers,
    script: newMail(waiting, perMinute, 0),
  }) as MailScenario;
}

/** Outcome of new mail for one destination: seconds from arrival to acceptance, and numbers deferred at first and bounced. */
interface Took {
  seconds: number[];
  deferred: number;
  returned: number;
}

/** @param old Number of messages at the start of the run that are not new mail. */
function* follow(
  scenario: MailScenario,
  old: number,
): Generator<undefined, [same: Took, elsewhere: Took], undefined> {
  const arrived = new Map<number, { at: Micros; place: 0 | 1; deferred: boolean; expired: boolean }>();
  const none = (): Took => ({ seconds: [], deferred: 0, returned: 0 });
  const took: [Took, Took] = [none(), none()];
  let injections = 0;
  const sim = createSimulation(scenario, {
    event(at, _step, event) {
      if (event.kind === 'message.injected' && ++injections > old) {
        const place = (injections - old - 1) % 2 === 0 ? 0 : 1;
        arrived.set(event.msg, { at, place, deferred: false, expired: false });
      }
      if (event.kind !== 'message.done' && event.kind !== 'message.expired') return;
      const from = arrived.get(event.msg);
      if (from === undefined) return;
      const own = took[from.place];
      if (event.kind === 'message.expired') {
        from.expired = true;
        own.returned++;
      } else if (event.result === 'deferred') {
        if (!from.deferred) own.deferred++;
        from.deferred = true;
      } else if (!from.expired) own.seconds.push((at - from.at) / MICROS_PER_SECOND);
    },
    decision: () => {},
  });
  for (let step = 1; nextInstant(sim) !== null && position(sim).at < HORIZON; step++) {
    stepOnce(sim);
    if (step % STEPS === 0) yield;
  }
  for (const { seconds } of took) seconds.sort((one, other) => one - other);
  return took;
}

/**
 * Shows whether flushed mail delays new mail: computes the waits of new mail during a flush and without a flush.
 * Null without a snapshot.
 */
export function* flushBeside(
  held: HeldRecord,
  { perMinute }: FlushBeside,
): Generator<undefined, Promise<BesideFlush> | null, undefined> {
  const waiting = waitingIn(held, '');
  if (waiting === null) return null;
  const scenario = besideScenario(waiting, perMinute);
  const beside = yield* follow(scenario, waiting.messages.length);
  const alone = yield* follow(aloneScenario(waiting, perMinute), 0);
  const middle = ({ seconds }: Took): number => seconds[seconds.length >> 1] ?? 0;
  const figures = (place: 0 | 1): NewMail => ({
    destination: place === 0 ? largestOf(waiting) : '',
    accepted: beside[place].seconds.length,
    deferred: beside[place].deferred,
    returned: beside[place].returned,
    median: middle(beside[place]),
    longest: beside[place].seconds.at(-1) ?? 0,
    deferredAlone: alone[place].deferred,
    medianAlone: middle(alone[place]),
    longestAlone: alone[place].seconds.at(-1) ?? 0,
  });
  const cursor = { step: 0, event: 0, decision: 0, at: 0 };
  return encodeLink({ scenario, live: [], cursor, branch: 1 }, '', { play: true }).then((address) => ({
    perMinute,
    flushed: waiting.messages.length,
    same: figures(0),
    elsewhere: figures(1),
    address,
  }));
}
