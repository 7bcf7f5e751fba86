import { startRecordReader } from '../client/record-client.ts';
import type { MailClass } from '../protocol/classes.ts';
import type { LateReport } from '../protocol/findings.ts';
import type { InstanceName } from '../protocol/instance-name.ts';
import type { Overview, OverviewQuestion, RecordQuestions } from '../protocol/record-questions.ts';
import type { SharedRecord } from '../protocol/share.ts';
import type { EpochMicros } from '../../protocol/units.ts';
import { whileBusy } from '../../store/idle.ts';

/**
 * Answers questions with hidden names. A second reader answers, which reads the record that `share` wrote.
 * That record has no lines that were not understood, so it contains no real name. The open record is unchanged.
 */

interface Again {
  questions: RecordQuestions;
  name: InstanceName;
  classes: readonly MailClass[];
}

/** Asks a reader of the shared record. Null when that record lacks the instance. Rejects when the reader ends first. */
async function askAgain<T>(
  { bundle, instances }: SharedRecord,
  own: InstanceName,
  ask: (again: Again) => Promise<T | null>,
): Promise<T | null> {
  const name = instances.find(
    ({ own: { host, instance } }) => host === own.host && instance === own.instance,
  );
  if (name === undefined) return null;
  const reader = startRecordReader();
  const answer = async (): Promise<T | null> => {
    const file = new File([bundle], 'record.qmgr');
    const { classes } = await reader.open([{ name: file.name, file }], { zone: 'UTC', year: null }, () => {});
    return await ask({ questions: reader.questions, name: name.shared, classes });
  };
  try {
    return await whileBusy(
      Promise.race([
        answer(),
        new Promise<never>((_, reject) => reader.onCrash((reason) => reject(new Error(reason)))),
      ]),
    );
  } finally {
    reader.terminate();
  }
}

/** Mail that was in the queue in this span; 0, 0 = all mail. */
interface Span {
  from: EpochMicros;
  to: EpochMicros;
}

/** Why mail was late, with the times of the shared record. `exact`: by the exact engine, if the record allows it. */
export function lateAgain(
  shared: SharedRecord,
  own: InstanceName,
  { from, to, exact }: Span & { exact: boolean },
): Promise<LateReport | null> {
  return askAgain(shared, own, async ({ questions, name, classes }) => {
    const question = { ...name, classes, from, to };
    const counted = await questions.late(question);
    return (exact ? await questions.lateByReplay(question) : null) ?? (counted.ok ? counted.value : null);
  });
}

/** As `lateAgain`, but `span` and the times of the answer are real. */
export async function lateThen(
  shared: SharedRecord,
  own: InstanceName,
  { from, to, exact }: Span & { exact: boolean },
): Promise<LateReport | null> {
  const { shift } = shared;
  const moved = to === 0 ? { from, to } : { from: from + shift, to: to + shift };
  const report = await lateAgain(shared, own, { ...moved, exact });
  const back = <T extends Span>(one: T): T => ({ ...one, from: one.from - shift, to: one.to - shift });
  return report && { ...back(report), findings: report.findings.map(back) };
}

/** Computes the overview of a record with hidden names and real times. */
export async function overviewThen(
  shared: SharedRecord,
  own: InstanceName,
  { from, to, bins, lanes }: Pick<OverviewQuestion, 'from' | 'to' | 'bins' | 'lanes'>,
): Promise<Overview | null> {
  const { shift } = shared;
  const moved = { from: from + shift, to: to + shift, bins, lanes };
  const overview = await askAgain(shared, own, ({ questions, name, classes }) =>
    questions.overview({ ...name, ...moved, classes }),
  );
  return overview && { ...overview, from, to };
}
