import { formatCount, formatCounted, formatSeconds } from '../../explain/format.ts';
import type { MessageOutcome, RunOutcome } from '../../protocol/outcome.ts';
import { MICROS_PER_DAY, MICROS_PER_HOUR, MICROS_PER_MINUTE, type Micros } from '../../protocol/units.ts';

/** One message of the result, beside the same message of the run with preemption off. */
export interface ResultRow {
  message: MessageOutcome;
  /** Instant at which its last recipient has it with preemption off; −1 = unknown, or no recipient has it. */
  offDoneAt: Micros;
  took: string;
  offTook: string;
  /** By how many turns preemption moved its last turn, such as `16 turns sooner`; '' = unknown. */
  moved: string;
  /** Numbers of deferred and bounced recipients, as text. */
  failed: string;
}

export interface ResultRows {
  rows: ResultRow[];
  /** Number of messages without a row. */
  more: number;
  /** Window of the common axis. */
  from: Micros;
  to: Micros;
}

/** Up to `most` messages on which preemption had the largest effect; without a comparison, those that took longest. */
export function resultRows(run: RunOutcome, off: RunOutcome | null, most: number): ResultRows {
  const others = new Map(off?.messages.map((message) => [keyOf(message), message]));
  const pairs = run.messages.map((message) => ({ message, other: others.get(keyOf(message)) }));
  const effect = ({ message, other }: (typeof pairs)[number]): number =>
    other === undefined ? 0 : Math.abs(other.doneAt - message.doneAt);
  const took = ({ doneAt, injected }: MessageOutcome): number => doneAt - injected;
  const shown = pairs
    .toSorted((a, b) => effect(b) - effect(a) || took(b.message) - took(a.message))
    .slice(0, most);
  const rows = shown.map(({ message, other }) => rowOf(message, other));
  const ends = rows.flatMap(({ message, offDoneAt }) => [
    message.doneAt,
    offDoneAt,
    ...message.deliveries.map(({ to }) => to),
  ]);
  const from = Math.min(...rows.map(({ message }) => message.injected));
  const to = Math.max(...ends, from + 1);
  // If the first arrival is early in the window, start the axis at 0, so that it shows the clock of the run.
  return { rows, more: run.count - rows.length, from: from * 4 < to ? 0 : from, to };
}

/** Largest number of labels on the axis, and of grid lines across the rows. `width` in units of 1/16 rem. */
export function ticksAcross(width: number): number {
  return Math.max(2, Math.floor(width / 48));
}

/** Key of the same mail in both runs. In the other run, the number alone may belong to a different message. */
function keyOf({ number, injected }: MessageOutcome): string {
  return `${number} ${injected}`;
}

function rowOf(message: MessageOutcome, other: MessageOutcome | undefined): ResultRow {
  const { injected, doneAt, lastTurn, deferred, bounced } = message;
  const offDoneAt = other?.doneAt ?? -1;
  const span = (end: Micros): string => (end < 0 ? '–' : durationWords(end - injected));
  return {
    message,
    offDoneAt,
    took: span(doneAt),
    offTook: offDoneAt < 0 ? '' : span(offDoneAt),
    moved: other === undefined ? '' : movedWords(other.lastTurn - lastTurn),
    failed: `${formatCount(deferred)} deferred, ${formatCount(bounced)} bounced`,
  };
}

function movedWords(turns: number): string {
  if (turns === 0) return 'not moved';
  return `${formatCounted(Math.abs(turns), 'turn')} ${turns > 0 ? 'sooner' : 'later'}`;
}

/** A duration in at most two units: `80 ms`, `1.9 s`, `5 min 3 s`, `1 h 6 min`, `4 d 2 h`. */
export function durationWords(us: Micros): string {
  const words = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
    small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`;
  const minutes = Math.floor(us / MICROS_PER_MINUTE);
  const hours = Math.floor(us / MICROS_PER_HOUR);
  const days = Math.floor(us / MICROS_PER_DAY);
  if (us === 0) return '0 s';
  if (us < 99_500) return `${Math.round(us / 1000)} ms`;
  if (us < 59_950_000) return `${(us / 1_000_000).toFixed(1)} s`;
  if (hours === 0)
    return words(
      Math.max(1, minutes),
      'min',
      minutes === 0 ? 0 : Math.floor((us % MICROS_PER_MINUTE) / 1_000_000),
      's',
    );
  return days === 0 ? words(hours, 'h', minutes % 60, 'min') : words(days, 'd', hours % 24, 'h');
}

/** An instant of the run: below one minute as a duration, otherwise as the clock shows it. */
export function instantWords(at: Micros): string {
  return at < MICROS_PER_MINUTE ? durationWords(at) : formatSeconds(at);
}

/** One line about the recipients: how many have their mail, and the states of the others. */
export function headline({ recipients, delivered, bounced, held }: RunOutcome): string {
  if (delivered === recipients)
    return recipients === 1
      ? 'The one recipient has the mail'
      : `All ${formatCount(recipients)} recipients have their mail`;
  const left = recipients - delivered - bounced - held;
  const rest = [
    left > 0 && `${formatCount(left)} deferred`,
    held > 0 && `${formatCount(held)} on hold`,
    bounced > 0 && `${formatCount(bounced)} bounced`,
  ].filter((part) => part !== false);
  return `${formatCount(delivered)} of ${formatCount(recipients)} have their mail, ${rest.join(', ')}`;
}

/** Turns, time and preemptions of the run, and its deferred and bounced recipients. */
export function summary({ turns, at, preemptions, deferred, bounced }: RunOutcome): string {
  const preempted = preemptions === 0 ? 'no preemption' : formatCounted(preemptions, 'preemption');
  const failed = [
    deferred === 0 ? 'nothing deferred' : `${formatCounted(deferred, 'recipient')} deferred on the way`,
    bounced === 0 ? 'nothing bounced' : `${formatCount(bounced)} bounced`,
  ].join(', ');
  const sentence = failed.charAt(0).toUpperCase() + failed.slice(1);
  return `${formatCounted(turns, 'turn')} in ${durationWords(at)}, ${preempted}. ${sentence}.`;
}

/** Text of a row for screen readers. */
export function rowWords({ message, took, offTook, moved, failed }: ResultRow): string {
  const off = offTook === '' ? '' : `, ${offTook} with preemption off`;
  const turns = moved === '' ? '' : `, ${moved}`;
  return `message ${message.number}: ${formatCounted(message.recipients, 'recipient')}, took ${took}${off}${turns}, ${failed}`;
}
