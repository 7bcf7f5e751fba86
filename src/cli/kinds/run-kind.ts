import type { Micros } from '../../protocol/units.ts';
import { bad } from '../bad-input.ts';
import type { Figures, RunReport } from '../run-report.ts';

/** What is printed of a run. */
export type Mode = 'figures' | 'events' | 'decisions' | 'json';

/** What a kind of run is told by the command line. */
export interface RunJob {
  mode: Mode;
  /** Instant in microseconds at which it stops. */
  until: Micros;
  report: RunReport;
  /** Questions of `--why`, as they were typed, about the moment at which it ended. */
  why: readonly string[];
  print: (line: string) => void;
}

/** Title, end and log of a run that has no figures of mail. */
export function plainSummary({ title, ended, idle, events, hash }: Figures): string {
  return `${title}\nended at ${ended} s${idle ? ', nothing left to happen' : ''}\n${events} events, log ${hash}`;
}

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
