import type { CoreEvent } from '../../protocol/events.ts';
import type { LabEvent } from '../../protocol/lab.ts';
import { DESIGN_NAMES, visitedWords } from '../lab-names.ts';
import { formatNumber } from '../figures.ts';
import { formatCounted } from '../format.ts';
import { say, type Token } from '../tokens.ts';

/** Writes the sentence of an event of the timer laboratory. */
export function labSentence(event: LabEvent): Token[] {
  switch (event.kind) {
    case 'lab.passed':
      return say`${formatCounted(event.arrived, 'request arrives', 'requests arrive')}, ${event.answered} answered, ${event.expired} timed out.`;
    case 'lab.purged':
      return say`${DESIGN_NAMES[event.design]} purges: ${visitedWords(event.design, event.visits)}, ${event.freed} freed, ${event.pending} still pending.`;
    case 'lab.collected':
      return say`The garbage collector runs: ${formatCounted(event.cleared, 'completed request is', 'completed requests are')} cleared; the list nodes stay.`;
    case 'lab.added': {
      const delay = event.upTo > event.delay ? `${event.delay} to ${event.upTo} ms` : `${event.delay} ms`;
      return say`${formatCounted(event.count, 'timer is', 'timers are')} added, due in ${delay}.`;
    }
    case 'lab.cancelled':
      return say`${formatCounted(event.count, 'timer is', 'timers are')} cancelled, each by one unlink; their buckets stay armed.`;
    case 'lab.requested':
      return say`Request ${event.request} waits under ${formatCounted(event.keys.length, 'key')} for at most ${event.timeout} ms.`;
    case 'lab.checked':
      return say`Key ${event.key} is checked: ${event.completed} completed.`;
    case 'lab.jumped':
      return event.polled
        ? say`The clock jumps by ${formatNumber(event.ms / 1000)} s and finds everything that came due in between.`
        : say`${formatNumber(event.ms / 1000)} s pass and the clock is not polled: the wheel stays where it was.`;
    default:
      return event satisfies never;
  }
}

export function isLabEvent(event: CoreEvent): event is LabEvent {
  return event.kind.startsWith('lab.');
}
