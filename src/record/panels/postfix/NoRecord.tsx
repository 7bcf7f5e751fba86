import type { ReactNode } from 'react';
import type { RecordInstance, RecordView } from '../../protocol/record.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { useRecords } from '../../store/record.ts';
import css from './findings.module.css';

/** Shown instead of a view whose input is missing. The children name the input, the link leads to the files. */
export function NoRecord({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      size="panel"
      action={
        <a className="btn outlined" href="#postfix&tab=files">
          Add files
        </a>
      }
    >
      {children}
    </EmptyState>
  );
}

/** Shown instead of a view of messages when the chosen instance has none, with the first line of its log. */
export function NoMessages({ view, instance }: { view: RecordView; instance: RecordInstance }) {
  const { records } = useRecords();
  const first = useQuestion<string>(
    `${instance.host} ${instance.instance} ${view.files.length}`,
    async () => {
      const place = view.files.findIndex(({ kind }) => kind === 'log');
      const [line] = place < 0 ? [] : ((await records.reader()?.lines(place, 1, 1)) ?? []);
      return line?.text ?? '';
    },
  );
  return (
    <section className={css.noMail} aria-label="Findings">
      <h1>No mail in this log</h1>
      <p className="lead">
        It has no message of {instance.host} {instance.instance}.{' '}
        {view.instances.length > 1
          ? 'Choose another instance above, or give more files.'
          : 'Give the log of the delivery programs.'}
      </p>
      {first !== null && first !== '' && (
        <p className="sub">
          It begins: <code className="breaks">{first.slice(0, 200)}</code>
        </p>
      )}
      <p>
        <a className="btn outlined" href="#postfix&tab=files">
          Add files
        </a>
      </p>
    </section>
  );
}
