import type { MailClass } from '../../protocol/classes.ts';
import type { LateReport } from '../../protocol/findings.ts';
import type { MemberName } from '../../protocol/record-questions.ts';
import { useAsked } from './useAsked.ts';

/** Why mail was late: by counts at once, then with b divided by the exact engine where the record allows it. */
export function useLate(
  name: MemberName,
  classes: readonly MailClass[],
): { report: LateReport | null; replaying: boolean } {
  const key = name.instance === '' ? '' : JSON.stringify([name, classes]);
  const question = { ...name, classes, from: 0, to: 0 };
  const counted = useAsked(key, async (questions) => {
    const answer = await questions.late(question);
    return { key, report: answer.ok ? answer.value : null };
  });
  const replayed = useAsked(key, async (questions) => ({
    key,
    report: await questions.lateByReplay(question),
  }));
  const exact = replayed?.key === key ? replayed.report : null;
  return { report: exact ?? counted?.report ?? null, replaying: key !== '' && replayed?.key !== key };
}
