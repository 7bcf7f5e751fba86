import type { MailScenario, Scenario, ThreadScenario, TimerScenario } from '../protocol/scenario.ts';

/** Version of the scenario file. When raising it, add an upgrader to `versions.ts`. */
export const SCENARIO_VERSION: Scenario['version'] = 2;

/** Wheel for mail timers: Kafka's 20 buckets, and a tick of one second, because Postfix's times are whole seconds. */
export const DEFAULT_WHEEL = { tickMs: 1000, size: 20 } as const;

/** Delivery agents of a transport that the scenario does not name: Postfix's default_process_limit. */
export const DEFAULT_AGENTS = 100;

/** Duration of a delivery to a destination that the scenario does not name, in milliseconds. */
export const DEFAULT_LATENCY_MS = 100;

/** Transport of recipients for which the scenario names no transport. It is also the transport shown first. */
export const DEFAULT_TRANSPORT = 'smtp';

function quietRun() {
  return {
    version: SCENARIO_VERSION,
    title: 'Untitled',
    about: '',
    seed: 1,
    script: [],
    view: { transport: DEFAULT_TRANSPORT },
  };
}

/** A run of mail with the given members; the rest is empty or Postfix's default. Checks nothing. */
export function completeScenario(partial: Partial<MailScenario>): MailScenario {
  return {
    ...quietRun(),
    kind: 'mail',
    params: {},
    agents: {},
    servers: { '*': { latency: DEFAULT_LATENCY_MS } },
    wheel: { ...DEFAULT_WHEEL },
    feedback: 'shipped',
    ...partial,
  };
}

/** A run of the timer laboratory with the given members. Checks nothing. */
export function timerScenario(partial: Partial<TimerScenario> & Pick<TimerScenario, 'lab'>): TimerScenario {
  return { ...quietRun(), kind: 'timer-lab', wheel: { ...DEFAULT_WHEEL }, ...partial };
}

/** A run of threads alone with the given members. Checks nothing. */
export function threadScenario(
  partial: Partial<ThreadScenario> & Pick<ThreadScenario, 'cmgroup'>,
): ThreadScenario {
  return { ...quietRun(), kind: 'threads-alone', ...partial };
}
