import type { Millis, Micros } from './units.ts';
import type { ScriptedCommand, ServerBehaviour } from './commands.ts';
import type { LabSetup } from './lab.ts';
import type { CmgroupSetup } from './cmgroup.ts';
import type { ModelledSetup } from './modelled.ts';
import type { RecordedSetup } from './recorded.ts';
import type { ThreadsSetup } from './threads-setup.ts';

/**
 * A whole run as data: everything that two machines need to see the same thing. Checked by `scenario/schema.ts`. What a
 * kind of run has is known to the modules of that kind alone (panels/README.md, "A kind of run").
 */
export type Scenario = MailScenario | TimerScenario | ThreadScenario;

/** Name of a kind of run. */
export type RunKind = Scenario['kind'];

/** What a run of every kind has. */
interface AnyScenario {
  version: 2;
  title: string;
  /** One paragraph: what to watch. Plain text. */
  about: string;
  /** Seed of every random stream, 0 to 2^32 − 1. */
  seed: number;
  /** Commands of the run's own kind, in order of time. */
  script: ScriptedCommand[];
  view: ScenarioView;
}

/** Measures of a timing wheel. */
export interface WheelMeasures {
  tickMs: Millis;
  size: number;
}

/** Mail through the queue manager. */
export interface MailScenario extends AnyScenario {
  kind: 'mail';
  /** Postfix parameters that differ from their defaults, by main.cf name. */
  params: Record<string, string | number>;
  /** Delivery agents (process limit) by transport; transports not named have 100. 0 = none until a command adds some. */
  agents: Record<string, number>;
  /** Servers by destination; `*` is every other destination. */
  servers: Record<string, ServerBehaviour>;
  /** Mail timers run on this wheel. Default 1,000 ms × 20. */
  wheel: WheelMeasures;
  /** `shipped` = Postfix 3.12; `documented` = the pseudocode of SCHEDULER_README. */
  feedback: 'shipped' | 'documented';
  /** Present = delivery agents are threads of one machine, a concurrency group a transport. */
  threads?: ThreadsSetup;
  /** Present = the outside world is a record: arrivals, outcomes and ends come from it instead of `servers`. */
  recorded?: RecordedSetup;
  /** Present = the outside world is a model of a record: its mail, and servers inferred from it instead of `servers`. */
  modelled?: ModelledSetup;
}

/** The timer laboratory, without mail. */
export interface TimerScenario extends AnyScenario {
  kind: 'timer-lab';
  lab: LabSetup;
  wheel: WheelMeasures;
}

/** Threads alone, without mail. */
export interface ThreadScenario extends AnyScenario {
  kind: 'threads-alone';
  cmgroup: CmgroupSetup;
}

/** Where and how the scenario opens. */
interface ScenarioView {
  transport: string;
  /** Open playing (the first-run scene) instead of paused. */
  play?: boolean;
  /** Simulated time, in microseconds, at which playing pauses by itself. */
  pauseAt?: Micros;
}
