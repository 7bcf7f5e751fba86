/** Emits the events that several files report. Events are built only when something listens. */
import type { RunState, ThreadCause, ThreadId } from '../../protocol/threads.ts';
import { get, touch } from '../tables.ts';
import { type Machine, machineNow } from './tables.ts';

/** Reports a change of run state and restarts the time in that state. `detail` names the wait, if the new state is a wait. */
export function emitState(
  m: Machine,
  thread: ThreadId,
  from: RunState,
  to: RunState,
  cause: ThreadCause,
  detail: string,
): void {
  touch(m.threads, thread).since = machineNow(m);
  if (!m.port.recording) return;
  const { name, transport } = get(m.threads, thread);
  m.port.emit({ kind: 'thread.state', transport, thread, name, from, to, cause, detail });
}
