import type { ScriptedCommand, ServerBehaviour } from './commands.ts';
import type { LabSetup } from './lab.ts';
import type { CmgroupSetup } from './cmgroup.ts';
import type { ModelledSetup } from './modelled.ts';
import type { RecordedSetup } from './recorded.ts';
import type { ThreadsSetup } from './threads-setup.ts';

/** A whole run as data: everything that two machines need to see the same thing. Checked by `scenario/schema.ts`. */
export interface Scenario {
  version: 1;
  title: string;
  /** One paragraph: what to watch. Plain text. */
  about: string;
  /** Seed of every random stream, 0 to 2^32 − 1. */
  seed: number;
  /** Postfix parameters that differ from their defaults, by main.cf name. */
  params: Record<string, string | number>;
  /** Delivery agents (process limit) by transport; transports not named have 100. 0 = none until a command adds some. */
  agents: Record<string, number>;
  /** Servers by destination; `*` is every other destination. */
  servers: Record<string, ServerBehaviour>;
  /** Mail timers run on this wheel. Default 1,000 ms × 20. */
  wheel: { tickMs: number; size: number };
  /** `shipped` = Postfix 3.12; `documented` = the pseudocode of SCHEDULER_README. */
  feedback: 'shipped' | 'documented';
  script: ScriptedCommand[];
  /** Present = delivery agents are threads of one machine, a concurrency group a transport. */
  threads?: ThreadsSetup;
  /** Present = the outside world is a record: arrivals, outcomes and ends come from it instead of `servers`. */
  recorded?: RecordedSetup;
  /** Present = the outside world is a model of a record: its mail, and servers inferred from it instead of `servers`. */
  modelled?: ModelledSetup;
  /** Present = the timer laboratory instead of a run of mail, on a wheel with the measures above. */
  lab?: LabSetup;
  /** Present = a run of threads alone, without mail. */
  cmgroup?: CmgroupSetup;
  view: ScenarioView;
}

/** Where and how the scenario opens. */
interface ScenarioView {
  transport: string;
  /** Open playing (the first-run scene) instead of paused. */
  play?: boolean;
  /** Simulated time, in microseconds, at which playing pauses by itself. */
  pauseAt?: number;
}
