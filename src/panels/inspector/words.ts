import { counted } from '../../explain/tokens.ts';
import type { MessageDetail, MessageJob, RecipientPlaces, RecipientState } from '../../protocol/inspect.ts';
import { formatClock } from '../../explain/format.ts';

/** States in the order of a recipient's life, with their words. */
export const STATES: readonly { state: RecipientState; word: string }[] = [
  { state: 'file', word: 'in the file' },
  { state: 'todo', word: 'todo' },
  { state: 'busy', word: 'busy' },
  { state: 'retry', word: 'being deferred' },
  { state: 'deferred', word: 'deferred' },
  { state: 'bounced', word: 'bounced' },
  { state: 'delivered', word: 'delivered' },
];

/** Where a message is, as its heading says it. */
export function statusWords(detail: MessageDetail): string {
  switch (detail.status) {
    case 'incoming':
      return 'incoming, not fed yet';
    case 'active':
      return 'active';
    case 'deferred':
      return `deferred until ${formatClock(detail.retryAt)}, scan at ${formatClock(detail.scanAt)}`;
    case 'hold':
      return 'on hold';
    case 'done':
      return 'done';
    default:
      return detail.status satisfies never;
  }
}

/** A job in a line: where it stands and what it holds. */
export function jobWords(job: MessageJob): string {
  const place = !job.listed
    ? 'retired'
    : job.current
      ? 'current'
      : job.level > 0
        ? `level ${job.level}`
        : 'on the list';
  const entries = `${job.selectedEntries} of ${counted(job.readEntries, 'entry', 'entries')} selected`;
  return `${place}; ${entries}; ${job.recipientCount} in core on ${counted(job.recipientSlots, 'recipient slot', 'recipient slots')}`;
}

/** The states that occur among the places of a message, with the words of the column heads. */
export function usedStates(places: readonly RecipientPlaces[]): typeof STATES {
  return STATES.filter(({ state }) => places.some((place) => place[state] > 0));
}
