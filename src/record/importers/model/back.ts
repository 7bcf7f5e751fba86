import type { Change } from '../../protocol/predict.ts';
import { MICROS_PER_MINUTE, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import type { Model } from './setup.ts';

/** From a server's return to a reader's command. */
const NOTICED: Micros = 10_000_000;
/** Outages that are looked at: those whose mail waited most after their end. */
const MOST = 2;
/** Mail that waited less than this altogether after the return is not worth a command. */
const LEAST: Micros = MICROS_PER_MINUTE;

/** Mail that was put off, and waited on although its server was back. */
interface Waited {
  server: string;
  /** Instant of the command. */
  at: Micros;
  recipients: number;
  time: Micros;
}

/** A flush soon after a server was back, where mail that was put off for it waited on for its time. */
export function forReturns(model: Model): { title: string; because: string; changes: Change[] }[] {
  const first = model.scenario.modelled.messages.at[0] ?? 0;
  const backAt = (at: Micros): string => ((at - NOTICED - first) / MICROS_PER_SECOND).toFixed(0);
  return waitedAfter(model)
    .sort((a, b) => b.time - a.time)
    .slice(0, MOST)
    .map(({ server, at, recipients, time }, _i, all) => ({
      // One server may have been away twice.
      title: `postqueue -f, 10 s after ${server} is back${all.length > 1 ? ` (${backAt(at)} s)` : ''}`,
      because: `it is back ${backAt(at)} s after the first message: ${recipients === 1 ? 'one recipient' : `${recipients} recipients`} waited ${(time / recipients / MICROS_PER_SECOND).toFixed(0)} s longer on average for the time of the next try; a flush tries all that is deferred`,
      changes: [{ kind: 'flush', at }],
    }));
}

function waitedAfter({ scenario, requests }: Model): Waited[] {
  const { messages, servers, origin } = scenario.modelled;
  const found: Waited[] = [];
  for (const [place, { name, down }] of servers.entries())
    for (const [i, { from, until }] of down.entries()) {
      // Two kinds of failure without a session between are one outage.
      if (down[i + 1]?.from === until) continue;
      const began = down.findLast((one, j) => j <= i && down[j - 1]?.until !== one.from)?.from ?? from;
      const at = Math.round(until + NOTICED);
      let [recipients, time] = [0, 0];
      for (const { message, start, failure, recipients: own } of requests) {
        const taken = start - origin;
        if (failure !== null || taken <= at) continue;
        const arrived = messages.at[message] ?? 0;
        for (const { recipient } of own) {
          if (messages.server[recipient] !== place || arrived >= until || arrived < began - LEAST) continue;
          recipients++;
          time += taken - at;
        }
      }
      if (time >= LEAST) found.push({ server: name, at, recipients, time });
    }
  return found;
}
