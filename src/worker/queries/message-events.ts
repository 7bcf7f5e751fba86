import type { CoreEvent, EventRecord } from '../../protocol/events.ts';
import type { EventNumber, MessageId, StepNumber } from '../../protocol/ids.ts';
import { type Branch, type BranchTree, cursorAt } from '../track/branches.ts';
import { eventsBetween } from '../log/log-reading.ts';

/** Events taken from the log at a time: walking back, a long run costs what is shown. */
const CHUNK = 5_000;

/**
 * The latest events about a message up to a step, oldest first, at most `most`. `isReady` settles when the events from one
 * number to another can be read at once, with false when they are gone.
 */
export async function eventsOfMessage(
  tree: BranchTree,
  branch: Branch,
  { step, msg, most }: { step: StepNumber; msg: MessageId; most: number },
  isReady: (from: EventNumber, to: EventNumber) => Promise<boolean>,
): Promise<EventRecord[]> {
  const found: EventRecord[] = [];
  for (let to = cursorAt(tree, branch, step).event; to > 0; to -= CHUNK) {
    const from = Math.max(1, to - CHUNK + 1);
    // oxlint-disable-next-line no-await-in-loop
    if (!(await isReady(from, to))) return [];
    for (const record of eventsBetween(tree, branch, from, to).toReversed()) {
      if (!isAbout(record.event, msg)) continue;
      found.push(record);
      if (found.length >= most || record.event.kind === 'message.injected') return found.reverse();
    }
  }
  return found.reverse();
}

/** What a reader would tell as this message's story; deliveries are told by their entries. */
function isAbout(event: CoreEvent, msg: MessageId): boolean {
  if (event.kind === 'job.preempted') return event.current === msg || event.by === msg;
  return 'msg' in event && event.msg === msg;
}
