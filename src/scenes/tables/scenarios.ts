import type { ServerFault } from '../../protocol/commands.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { completeScenario } from '../../scenario/defaults.ts';
import type { FeedbackStyle } from './model.ts';

/** What differs between the runs of the tables; everything else is the document's client configuration. */
export interface TableRun {
  readonly title: string;
  readonly about: string;
  readonly rule: MailScenario['feedback'];
  readonly feedback: FeedbackStyle;
  readonly fault: ServerFault;
  readonly recipients: number;
  /** Window at the start. */
  readonly initial: number;
}

/**
 * A second for each of the two recipients (`sleep 1` acts at RCPT TO), and up to 0.1 s more: without the noise all
 * deliveries end in step, and a rise is counted several times before its first failure comes back.
 */
const LATENCY: [number, number] = [2000, 2100];

/** Far above what a run can reach: these are tables about the window, and a dead destination has none. */
const COHORT_LIMIT = 100;

/** main.cf values. Postfix as shipped refuses `1/sqrt_concurrency` and takes 1 instead, so it gets 1/√5 as a number. */
const SETTINGS: Record<MailScenario['feedback'], Record<FeedbackStyle, string>> = {
  documented: { '1/N': '1/concurrency', '1/sqrt(N)': '1/sqrt_concurrency', '1': '1' },
  shipped: { '1/N': '1/concurrency', '1/sqrt(N)': '1/2.236', '1': '1' },
};

/** The scenario of one run: one message to many recipients of one destination, two by two, window at most 20. */
export function tableScenario(run: TableRun, seed: number): MailScenario {
  const feedback = SETTINGS[run.rule][run.feedback];
  return completeScenario({
    title: run.title,
    about: run.about,
    seed,
    feedback: run.rule,
    params: {
      smtp_destination_recipient_limit: 2,
      smtp_destination_concurrency_limit: 20,
      smtp_initial_destination_concurrency: run.initial,
      smtp_destination_concurrency_positive_feedback: feedback,
      smtp_destination_concurrency_negative_feedback: feedback,
      smtp_destination_concurrency_failed_cohort_limit: COHORT_LIMIT,
    },
    servers: { 'limited.example': { latency: LATENCY, fault: run.fault } },
    script: [
      {
        at: 0,
        command: { kind: 'message.inject', to: [{ destination: 'limited.example', count: run.recipients }] },
      },
    ],
  });
}
