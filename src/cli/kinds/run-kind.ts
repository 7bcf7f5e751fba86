import type { Micros } from '../../protocol/units.ts';
import { bad } from '../bad-input.ts';
import type { Figures, RunReport } from '../run-report.ts';

export type Mode = 'figures' | 'events' | 'decisions' | 'json';

export interface RunJob {
  mode: Mode;
  until: Micros;
  report: RunReport;
  /** Questions of `--why` as typed. They are about the state at the end of the run. */
  why: readonly string[];
  print: (line: string) => void;
}

export function plainSummary({ title, ended, idle, events, hash }: Figures): string {
  return `${title}\nended at ${ended} s${idle ? ', nothing left to happen' : ''}\n${events} events, log ${hash}`;
}

/** Throws if an option does not apply to this kind of run. */
export function refuseOfMail({ mode, why }: RunJob, kind: string, modes: readonly Mode[]): void {
  const [question] = why;
  if (question !== undefined) throw bad('--why', question, `a run of mail; this is ${kind}`);
  if (modes.includes(mode))
    throw bad(
      `--${mode}`,
      kind,
      'a run of mail or of threads, because this run has no decisions; --events prints its log',
    );
}
