import type { EpochMicros } from '../../../protocol/units.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type { LateReport, Verdict } from '../../protocol/findings.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import { useAsked } from './useAsked.ts';

export interface TimeSpan {
  from: EpochMicros;
  to: EpochMicros;
}

export interface Late {
  report: LateReport | null;
  /** True while the exact engine finds the causes of b. */
  replaying: boolean;
  /** Verdicts of all mail and of each class, in the whole record. */
  whole: Verdict | null;
  classes: readonly Verdict[];
}

/**
 * Hook: the report on why mail was late, first by counts, then by the exact engine where the record allows it.
 *
 * @param part `span`: only mail that was in the queue during this time; null = the whole record. `only`: predicate of the mail;
 * '' = all mail.
 */
export function useLate(
  name: InstanceName,
  classes: readonly MailClass[],
  { span, only }: { span: TimeSpan | null; only: string },
): Late {
  const whole = { ...name, classes, from: 0, to: 0 };
  const key = name.instance === '' ? '' : JSON.stringify([name, classes]);
  const part = key === '' || (span === null && only === '') ? '' : JSON.stringify([key, span, only]);
  const counted = useAsked(key, async (questions) => {
    const answer = await questions.late(whole);
    return { key, report: answer.ok ? answer.value : null };
  });
  const replayed = useAsked(key, async (questions) => ({
    key,
    report: await questions.lateByReplay(whole),
  }));
  const within = useAsked(part, async (questions) => {
    const answer = await questions.late({ ...whole, ...span, only });
    return { part, report: answer.ok ? answer.value : null };
  });
  const exact = replayed?.key === key ? replayed.report : null;
  const all = exact ?? counted?.report ?? null;
  const [first = null, ...others] = all?.verdicts ?? [];
  // The last answer stays until the answer about a part arrives.
  const report = part === '' ? all : (within?.report ?? all);
  return {
    report,
    replaying: part === '' && key !== '' && replayed?.key !== key,
    whole: first,
    classes: others,
  };
}
