import { MICROS_PER_DAY } from '../protocol/units.ts';

/** Limits of a scenario: far above what a lesson needs, far below what would freeze a page. */
export const LIMITS = {
  title: 200,
  about: 4000,
  sender: 320,
  params: 500,
  agentTransports: 100,
  agents: 10_000,
  servers: 10_000,
  scriptCommands: 10_000,
  liveCommands: 10_000,
  branches: 1_000,
  branchName: 200,
  destinationsPerMessage: 10_000,
  recipientsPerMessage: 1_000_000,
  recipientsTotal: 10_000_000,
  destinationsTotal: 200_000,
  /** Maximum rows of a column of a record: messages, recipients, attempts, facts, texts. */
  recordedRows: 4_000_000,
  /** Maximum characters of a text in a record, such as a reply or an address. */
  recordedText: 2_000,
  messageNumber: 999_999,
  seed: 4_294_967_295,
  latencyMs: 86_400_000,
  /** Maximum number of sessions, workers, places in an accept queue, or machines behind a load balancer. */
  sessions: 100_000,
  tickMs: 3_600_000,
  wheelSize: 4096,
  /** Latest instant: ten simulated years, in microseconds. */
  at: 10 * 365 * MICROS_PER_DAY,
  /** Highest number that a step, an event or a command may have. */
  count: 1_000_000_000_000,
} as const;
