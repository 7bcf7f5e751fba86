import type { MessageId } from '../../protocol/ids.ts';
import { get } from '../tables.ts';
import { coreOf, type Qmgr, touchCore } from './model.ts';

/** Keeps a scan's cursor valid while files move. Separate from scan.ts, which feeds messages and so imports active.ts. */

/** The file leaves its mail queue: a scan that would look at it next goes on with the one behind it. */
export function scanForget(q: Qmgr, id: MessageId): void {
  for (const name of ['incomingScan', 'deferredScan'] as const) {
    const scan = coreOf(q)[name];
    if (scan.status !== 'running' || (scan.cursor !== id && scan.end !== id)) continue;
    const { prev, next } = get(q.messages, id);
    // Removing the last file of the run ends it at the one before; a cursor past the end means "nothing left".
    const cursor = scan.cursor === id ? (scan.end === id ? 0 : next) : scan.cursor;
    touchCore(q)[name] = { ...scan, cursor, end: scan.end === id ? prev : scan.end };
  }
}
