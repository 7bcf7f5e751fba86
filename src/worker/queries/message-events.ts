import type { CoreEvent, EventRecord } from '../../protocol/events.ts';
import type { MessageId, StepNumber } from '../../protocol/ids.ts';
import { type Branch, type BranchTree, cursorAt } from '../track/branches.ts';
import { eventsBetween } from '../log/log-reading.ts';

/** Events taken from the log at a time: walking back, a long run costs what is shown. */
const CHUNK = 5_000;

/** The latest events about a message up to a step, oldest first, at most `limit`. */
export function eventsOfMessage(
  tree: BranchTree,
  branch: Branch,
  step: StepNumber,
  msg: MessageId,
  limit: number,
): EventRecord[] {
  const found: EventRecord[] = [];
  for (let to = cursorAt(tree, branch, step).event; to > 0; to -= CHUNK) {
    for (const record of eventsBetween(tree, branch, Math.max(1, to - CHUNK + 1), to).toReversed()) {
      if (!isAbout(record.event, msg)) continue;
      found.push(record);
      if (found.length >= limit || record.event.kind === 'message.injected') return found.reverse();
    }
  }
  return found.reverse();
}

/** What a reader would tell as this message's story; deliveries are told by their entries. */
function isAbout(event: CoreEvent, msg: MessageId): boolean {
  if (event.kind === 'job.preempted') return event.current === msg || event.by === msg;
  return 'msg' in event && event.msg === msg;
}
