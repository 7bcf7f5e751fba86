import type { StopTest } from '../protocol/debug.ts';
import type { MessageNumber } from '../protocol/ids.ts';

/** The test at which "step out" stops: the job has left the list or the stack. Backwards: the job joined one of them. */
export function stepOutTest(message: MessageNumber, direction: 1 | -1): StopTest {
  const kinds =
    direction === 1 ? (['job.retired', 'job.popped'] as const) : (['job.linked', 'job.preempted'] as const);
  return { event: { kinds: [...kinds], message, destination: '' } };
}
