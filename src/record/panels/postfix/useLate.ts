import type { EpochMicros } from '../../../protocol/units.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type { LateReport } from '../../protocol/findings.ts';
import type { MemberName } from '../../protocol/record-questions.ts';
import { useAsked } from './useAsked.ts';

export interface TimeSpan {
  from: EpochMicros;
  to: EpochMicros;
}

/**
 * Why mail was late: by counts at once, then with b divided by the exact engine where the record allows it.
 *
 * @param span only mail that was in the queue then; null = the whole record.
 */
export function useLate(
  name: MemberName,
  classes: readonly MailClass[],
  span: TimeSpan | null,
): { report: LateReport | null; replaying: boolean } {
  const whole = { ...name, classes, from: 0, to: 0 };
  const key = name.instance === '' ? '' : JSON.stringify([name, classes]);
  const ranged = key === '' || span === null ? '' : JSON.stringify([key, span.from, span.to]);
  const counted = useAsked(key, async (questions) => {
    const answer = await questions.late(whole);
    return { key, report: answer.ok ? answer.value : null };
  });
  const replayed = useAsked(key, async (questions) => ({
    key,
    report: await questions.lateByReplay(whole),
  }));
  const within = useAsked(ranged, async (questions) => {
    const answer = await questions.late({ ...whole, from: span?.from ?? 0, to: span?.to ?? 0 });
    return answer.ok ? answer.value : null;
  });
  if (ranged !== '') return { report: within, replaying: false };
  const exact = replayed?.key === key ? replayed.report : null;
  return { report: exact ?? counted?.report ?? null, replaying: key !== '' && replayed?.key !== key };
}
