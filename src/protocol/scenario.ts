import type { Millis, Micros } from './units.ts';
import type { ScriptedCommand, ServerBehaviour } from './commands.ts';
import type { LabSetup } from './lab.ts';
import type { CmgroupSetup } from './cmgroup.ts';
import type { ModelledSetup } from './modelled.ts';
import type { RecordedSetup } from './recorded.ts';
import type { ThreadsSetup } from './threads-setup.ts';

/**
 * A whole run as data: everything that two machines need to show the same run. Checked by `scenario/schema.ts`. Only the
 * modules of a kind know its members (panels/README.md, "A kind of run").
 */
export type Scenario = MailScenario | TimerScenario | ThreadScenario;

export type RunKind = Scenario['kind'];

interface AnyScenario {
  version: 2;
  title: string;
  /** One paragraph: what to watch. Plain text. */
  about: string;
  /** Seed of every random stream, 0 to 2^32 − 1. */
  seed: number;
  /** Commands for this kind of run, in order of time. */
  script: ScriptedCommand[];
  view: ScenarioView;
}

export interface WheelMeasures {
  tickMs: Millis;
  size: number;
}

export interface MailScenario extends AnyScenario {
  kind: 'mail';
  /** Postfix parameters that differ from their defaults, by main.cf name. */
  params: Record<string, string | number>;
  /** Delivery agents (process limit) by transport; default 100. 0 = none until a command adds some. */
  agents: Record<string, number>;
  /** Servers by destination; `*` = all destinations without an entry. */
  servers: Record<string, ServerBehaviour>;
  /** Mail timers run on this wheel. Default 1,000 ms × 20. */
  wheel: WheelMeasures;
  /** `shipped` = Postfix 3.12; `documented` = the pseudocode of SCHEDULER_README. */
  feedback: 'shipped' | 'documented';
  /** Present = delivery agents are threads of one machine, with a concurrency group for each transport. */
  threads?: ThreadsSetup;
  /** Present = the outside world (arrivals, results and ends of deliveries) is a record, which replaces `servers`. */
  recorded?: RecordedSetup;
  /** Present = the outside world (mail, inferred servers) is a model of a record, which replaces `servers`. */
  modelled?: ModelledSetup;
}

export interface TimerScenario extends AnyScenario {
  kind: 'timer-lab';
  lab: LabSetup;
  wheel: WheelMeasures;
}

export interface ThreadScenario extends AnyScenario {
  kind: 'threads-alone';
  cmgroup: CmgroupSetup;
}

interface ScenarioView {
  transport: string;
  /** True = the run opens playing (as the first run does) instead of paused. */
  play?: boolean;
  /** Simulated time, in microseconds, at which playing pauses automatically. */
  pauseAt?: Micros;
}
