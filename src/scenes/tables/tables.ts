import type { ServerFault } from '../../protocol/commands.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../protocol/units.ts';
import type { FeedbackStyle, PublishedFigures, ResultTable, TableRow } from './model.ts';
import { completeScenario } from '../../scenario/defaults.ts';

/**
 * The three result tables of SCHEDULER_README ("Results for delivery to concurrency-limited servers", November 2007). Rows
 * with connection caching are left out: the simulation has no such cache, and in the document it changes the figures by less
 * than a percentage point. The active limiter appears twice, because the shipped arithmetic differs from the document's.
 */

interface Setting {
  readonly id: ResultTable['id'];
  readonly title: string;
  readonly watch: string;
  readonly fault: ServerFault;
  readonly recipients: number;
  readonly initial: number;
  /** Simulated seconds at which the table's runs open. */
  readonly opensAt: Seconds;
}

type Measured = readonly [FeedbackStyle, deferredPercent: number, meanWindow: number, sdWindow: number];

const FEEDBACK_IDS: Record<FeedbackStyle, string> = { '1/N': 'n', '1/sqrt(N)': 'sqrt', '1': 'one' };

function rows(setting: Setting, rule: MailScenario['feedback'], measured: readonly Measured[]): TableRow[] {
  return measured.map(([feedback, deferredPercent, meanWindow, sdWindow]) => {
    const published: PublishedFigures = { deferredPercent, meanWindow, sdWindow };
    const { fault, recipients, initial } = setting;
    const title = `${setting.title}: feedback ${feedback}, ${rule} rule`;
    const about = `${setting.watch} Measured on real machines: ${deferredPercent} % of the recipients deferred at the first attempt, mean window ${meanWindow}.`;
    return {
      id: `table-${setting.id}-${rule}-${FEEDBACK_IDS[feedback]}`,
      rule,
      feedback,
      published,
      opensAt: setting.opensAt * MICROS_PER_SECOND,
      scenario: (seed) => tableScenario({ title, about, rule, feedback, fault, recipients, initial }, seed),
    };
  });
}

const CONNECT: Setting = {
  id: 'connect-timeout',
  title: 'Connect timeout',
  watch:
    'Five sessions and seven waiting connections at a time; the others get no answer and time out after 30 s. Watch the window stay near 20: congestion delays mail here, not feedback.',
  fault: { kind: 'backlog', workers: 5, queue: 7 },
  recipients: 2000,
  initial: 20,
  opensAt: 65,
};

const GREETING: Setting = {
  id: 'greeting-timeout',
  title: 'Greeting timeout',
  watch:
    'Five sessions and six waiting connections at a time; the others are connected but never get a greeting. After 300 s the client gives up. Failures are ten times rarer than with a connect timeout, because each occupies its agent ten times longer.',
  fault: { kind: 'backlog', workers: 5, queue: 6, overflow: 'hang' },
  recipients: 20_000,
  initial: 20,
  opensAt: 310,
};

const LIMITER: Setting = {
  id: 'active-limiter',
  title: 'Active limiter',
  watch:
    'The server immediately answers a sixth session with 421. The window climbs to 6, gets refused, and returns to 5. How much mail this defers depends on how many successes a climb takes.',
  fault: { kind: 'limit', sessions: 5 },
  recipients: 2000,
  initial: 5,
  opensAt: 25,
};

export const RESULT_TABLES: readonly ResultTable[] = [
  {
    id: CONNECT.id,
    title: CONNECT.title,
    setting:
      'Server limit 5, accept queue full: connections beyond it time out after 30 s. 2000 recipients, window limit and start 20.',
    source: 'SCHEDULER_README, FreeBSD 6.2 server',
    reasons:
      'Compare order and magnitude, not digits. The kernel decides how many connections wait: seven here, 3/2 of the backlog of 5 as BSD counts it, which the document does not state. A real client repeats its connection request several times in the 30 s and is sometimes accepted; here a refused request is lost. A present-day Linux server gave 2.9 to 4.8 %. What carries over: feedback hardly matters, since good deliveries outnumber failures by far and the window starts at its limit.',
    rows: rows(CONNECT, 'documented', [
      ['1/N', 9.9, 19.4, 0.49],
      ['1/sqrt(N)', 10.4, 19.6, 0.59],
      ['1', 10.1, 19.5, 1.29],
    ]),
  },
  {
    id: GREETING.id,
    title: GREETING.title,
    setting:
      'Server limit 5, connections beyond the accept queue get no greeting and time out after 300 s. 20 000 recipients, window limit and start 20.',
    source: 'SCHEDULER_README, Fedora Core 8 server',
    reasons:
      'Compare order and magnitude, not digits. Linux lets one connection more than the backlog of 5 wait, so six do here, and every further one waits for the full 300 s. In a real kernel a half-open connection may still get through when its last packet is repeated, and a few time out before they are connected (the document counts 4 recipients). A greeting timeout costs a tenth of a connect timeout because it takes 300 s instead of 30 s; both agree on that.',
    rows: rows(GREETING, 'documented', [
      ['1/N', 1.16, 19.8, 0.37],
      ['1/sqrt(N)', 1.21, 19.9, 0.23],
      ['1', 1.18, 20, 0.16],
    ]),
  },
  {
    id: LIMITER.id,
    title: LIMITER.title,
    setting: 'Says 421 above 5 sessions. 2000 recipients, window limit 20, start 5.',
    source:
      'documented: SCHEDULER_README; shipped: Postfix 3.7.11 and a server with 0.1 s of jitter (for 1/sqrt(N), with that function enabled in the source)',
    reasons:
      'The document’s figures are those of its own pseudocode. The shipped rule rounds: it steps up half an amount early, and down half an amount further. A constant 1 therefore goes up twice and down by two, and fails in one of three attempts instead of one of two. Postfix as shipped refuses 1/sqrt_concurrency and takes 1; the shipped row uses 1/sqrt(5) as a number, which gives the same figures at a window of about 5.',
    rows: [
      ...rows(LIMITER, 'documented', [
        ['1/N', 16.5, 5.17, 0.38],
        ['1/sqrt(N)', 24.5, 5.28, 0.45],
        ['1', 49.7, 5.63, 0.67],
      ]),
      ...rows(LIMITER, 'shipped', [
        ['1/N', 16.5, 5.17, 0.37],
        ['1/sqrt(N)', 32.8, 5.34, 0.47],
        ['1', 33.3, 5.02, 0.83],
      ]),
    ],
  },
];

/** Members in which the runs of the tables differ. All other members are the document's client configuration. */
interface TableRun {
  readonly title: string;
  readonly about: string;
  readonly rule: MailScenario['feedback'];
  readonly feedback: FeedbackStyle;
  readonly fault: ServerFault;
  readonly recipients: number;
  readonly initial: number;
}

/**
 * One second for each of the two recipients (`sleep 1` acts at RCPT TO), plus up to 0.1 s. Without this noise all deliveries
 * end at the same time, so the window rises several times before the failure that follows its first rise is reported.
 */
const LATENCY: [number, number] = [2000, 2100];

/**
 * Number of failure cohorts after which a destination counts as dead: more than a run reaches. The tables are about the
 * window, and a dead destination has no window.
 */
const COHORT_LIMIT = 100;

/** Values for main.cf. Postfix as shipped rejects `1/sqrt_concurrency` and uses 1, so it gets the number 1/√5 instead. */
const SETTINGS: Record<MailScenario['feedback'], Record<FeedbackStyle, string>> = {
  documented: { '1/N': '1/concurrency', '1/sqrt(N)': '1/sqrt_concurrency', '1': '1' },
  shipped: { '1/N': '1/concurrency', '1/sqrt(N)': '1/2.236', '1': '1' },
};

/** One run: a message to many recipients of one destination, two recipients per entry, with a window of at most 20. */
function tableScenario(run: TableRun, seed: number): MailScenario {
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
