import { startRecordReader } from '../client/record-client.ts';
import type { LateReport } from '../protocol/findings.ts';
import { whileBusy } from './idle.ts';

/**
 * Why mail was late in a record that is a text, such as one made to be sent; the record that is open stays as it is. `place`: of the
 * instances in it, the one that is asked about. Null = it has none. Rejects when the reader ends before the answer.
 */
export async function lateApart(text: string, place: number): Promise<LateReport | null> {
  const reader = startRecordReader();
  try {
    return await whileBusy(
      Promise.race([
        ask(),
        new Promise<never>((_, reject) => reader.onCrash((reason) => reject(new Error(reason)))),
      ]),
    );
  } finally {
    reader.terminate();
  }

  async function ask(): Promise<LateReport | null> {
    const file = new File([text], 'record.qmgr');
    const view = await reader.open([{ name: file.name, file }], { zone: 'UTC', year: null }, () => {});
    const member = view.members[place] ?? view.members[0];
    if (member === undefined) return null;
    const { host, instance } = member;
    const answer = await reader.questions.late({ host, instance, classes: view.classes, from: 0, to: 0 });
    return answer.ok ? answer.value : null;
  }
}
