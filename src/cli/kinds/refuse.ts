import { bad } from '../bad-input.ts';
import type { Mode, RunJob } from './run-kind.ts';

/** Options that mean nothing in this kind of run are refused, never ignored. */
export function refuseOfMail({ mode, why }: RunJob, kind: string, modes: readonly Mode[]): void {
  const [question] = why;
  if (question !== undefined) throw bad('--why', question, `a run of mail; this is ${kind}`);
  if (modes.includes(mode))
    throw bad(
      `--${mode}`,
      kind,
      'a run of mail or of threads: nothing is decided here, --events has its log',
    );
}
