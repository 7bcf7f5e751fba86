import type { ReactNode } from 'react';
import type { RecordInstance } from '../../protocol/record.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** Shown instead of a view whose input is missing. The children name the input, the link leads to the files. */
export function NoRecord({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      size="panel"
      action={
        <a className="btn outlined" href="#postfix&tab=files">
          Files
        </a>
      }
    >
      {children}
    </EmptyState>
  );
}

/** Shown instead of a view of messages when the chosen instance has none. */
export function NoMessages({ instance: { host, instance } }: { instance: RecordInstance }) {
  return (
    <NoRecord>
      The log has no message of {host} {instance}. Choose another instance above, or give more files.
    </NoRecord>
  );
}
