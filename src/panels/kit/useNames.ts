import { useMemo } from 'react';
import type { Names } from '../../explain/tokens.ts';
import { useSession } from '../../store/hooks.ts';

/** Names of jobs, messages and destinations for sentences, from the rows of the page. */
export function useNames(): Names {
  const numbers = useSession((session) => session.numbers);
  const queues = useSession((session) => session.queues);
  const transports = useSession((session) => session.transports);
  return useMemo(
    () => ({
      numberOf: (message) => numbers.get(message) ?? message,
      queueName: (queue) => queues.get(queue)?.name ?? '',
      transportName: (transport) => transports.get(transport)?.name ?? '',
    }),
    [numbers, queues, transports],
  );
}
