import { MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';
import type { WhyReason } from '../protocol/why.ts';
import { counted, say, type Token } from './tokens.ts';
import { formatSeconds } from './format.ts';

/** Reasons about one entry, one timer, one thread. */
export type PartReason = Extract<
  WhyReason,
  { rule: `entry.${string}` | `timer.${string}` | `thread.${string}` }
>;

/** Whether a reason is about a part of the machine; see `PartReason`. */
export function isPartReason(reason: WhyReason): reason is PartReason {
  return /^(?:entry|timer|thread)\./.test(reason.rule);
}

/** Such a reason as a sentence. */
export function explainPart(reason: PartReason): Token[] {
  switch (reason.rule) {
    case 'entry.none':
      return reason.busy === 0
        ? say`It has no entry for ${{ mono: reason.destination }} in core.`
        : say`Nothing of it waits for ${{ mono: reason.destination }}: ${counted(reason.busy, 'entry is', 'entries are')} with agents.`;
    case 'entry.turn':
      return say`Inside the job its destinations are served one after another, and ${{ mono: reason.ahead.join(', ') }} ${reason.ahead.length === 1 ? 'comes' : 'come'} before ${{ mono: reason.destination }}.`;
    case 'entry.next':
      return say`The next entry that the job hands over is for ${{ mono: reason.destination }}.`;
    case 'timer.over':
      return say`Timer ${reason.number} is over: it ran, or it was cancelled.`;
    case 'timer.waits':
      return [
        ...say`Timer ${reason.number} ${reason.label === '' ? '' : `(${reason.label}) `}is due at ${instant(reason.due)}. `,
        ...(reason.bucket < 0
          ? say`Its tick is open, and it runs at that instant.`
          : reason.level === 0
            ? say`It lies in bucket ${reason.bucket} of the finest level, which opens at ${instant(reason.opens)}.`
            : say`It lies in bucket ${reason.bucket} of level ${reason.level + 1}, whose ticks are ${instant(reason.tick)} long: when that opens at ${instant(reason.opens)}, it falls to a finer level.`),
      ];
    default:
      return explainThread(reason);
  }
}

function explainThread(reason: Extract<PartReason, { rule: `thread.${string}` }>): Token[] {
  const who = reason.name ?? `Agent ${reason.agent}`;
  switch (reason.rule) {
    case 'thread.running':
      return say`${who} runs on CPU ${reason.cpu}.`;
    case 'thread.ready':
      return say`${who} is ready and waits for a CPU: ${reason.ahead === 0 ? 'no thread is' : counted(reason.ahead, 'thread is', 'threads are')} before it for ${counted(reason.cpus, 'CPU', 'CPUs')}${reason.sliceEnd < 0 ? '' : `; the first slice ends at ${instant(reason.sliceEnd)}`}.`;
    case 'thread.blocked': {
      const end = reason.until < 0 ? '' : `, until ${instant(reason.until)} at most`;
      const at = reason.destination === '' ? [] : say` with ${{ mono: reason.destination }}`;
      const what = reason.number === 0 ? [] : say` for message ${{ chip: reason.number }}`;
      return [...say`${who} waits in ${reason.phase || 'its handler'}`, ...at, ...what, { text: `${end}.` }];
    }
    case 'thread.gate':
      return reason.runnable >= reason.limit
        ? say`${who} is held at the gate: ${reason.runnable} threads of its group are runnable, the limit is ${reason.limit}. It goes on when ${counted(reason.runnable - reason.limit + 1, 'of them waits', 'of them wait')}.`
        : say`${who} has been let through the gate and is on its way: ${reason.runnable} of ${reason.limit} are runnable, ${counted(reason.pending, 'event is', 'events are')} pending.`;
    case 'thread.event':
      return say`${who} waits for something to do: no event is pending. ${reason.above === 0 ? 'The next one is for it.' : `The next ${reason.above === 1 ? 'one is' : `${reason.above} are`} for those above it on the stack.`}`;
    case 'thread.stopped':
      return say`${who} is stopped until it is continued.`;
    case 'thread.gone':
      if (reason.name !== undefined) return say`${who} has ended, or is not there yet.`;
      return say`There is no agent ${reason.agent} now; ${counted(reason.live, 'agent exists', 'agents exist')}.`;
    default:
      return reason satisfies never;
  }
}

/** Runs of threads alone, and the timer laboratory, are over in milliseconds. */
function instant(at: Micros): string {
  if (at < MICROS_PER_SECOND) return `${at / 1000} ms`;
  return formatSeconds(at);
}
