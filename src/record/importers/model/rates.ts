import type { ModelledServer } from '../../../protocol/modelled.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { below } from './at-once.ts';
import type { Request } from './requests.ts';

/** What servers say that count over a time. */
const RATE =
  /\b(per|last|past|each|this|an?|one|every) (second|minute|hour|day)\b|\brates?\b|throttl|too (fast|much|quick|frequent)|too many (messages|mails|recipients)|slow down/i;
const PER: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
/** Servers that do not say over which time they count do so over a minute. */
const USUAL: Micros = 60 * MICROS_PER_SECOND;

/** A number of sessions in a time, and how many sessions and refusals of the record contradict it. */
export interface CountedInTime {
  rate: NonNullable<ModelledServer['rate']>;
  wrong: number;
}

/** By its words a server counts over a time, whatever it counts. */
export function saysRate(reason: string): boolean {
  return RATE.test(reason);
}

/** New sessions in a time that explain refusals best: the number that contradicts the fewest; of equals the largest. Null without a refusal. */
export function countedInTime(begun: readonly Request[], refused: readonly Request[]): CountedInTime | null {
  const [first] = refused;
  if (first === undefined) return null;
  const per = timeOf(first.failure?.reason ?? '');
  const starts = begun.map(({ start }) => start).sort((a, b) => a - b);
  const ascending = (counts: number[]): number[] => counts.sort((a, b) => a - b);
  const before = (at: EpochMicros): number => below(starts, at) - below(starts, at - per + 1);
  const taken = ascending(starts.map(before));
  const turned = ascending(refused.map(({ start }) => before(start)));
  let best = { sessions: 1, wrong: Number.POSITIVE_INFINITY };
  for (const sessions of new Set([1, ...turned, ...taken.map((count) => count + 1)])) {
    if (sessions < 1) continue;
    const wrong = taken.length - below(taken, sessions) + below(turned, sessions);
    if (wrong < best.wrong || (wrong === best.wrong && sessions > best.sessions)) best = { sessions, wrong };
  }
  return { rate: { sessions: best.sessions, per }, wrong: best.wrong };
}

function timeOf(reason: string): Micros {
  const [, unit = ''] =
    /\b(?:per|last|past|each|this|an?|one|every) (second|minute|hour|day)\b/i.exec(reason) ?? [];
  const seconds = PER[unit.toLowerCase()];
  return seconds === undefined ? USUAL : seconds * MICROS_PER_SECOND;
}
