import '../package/older-node.ts';
import { emptyLogHash, hashEvent, logHashText } from '../../core/log-hash.ts';
import type { Projection } from '../../core/project.ts';
import type { Command } from '../../protocol/commands.ts';
import type { Decision, DecisionRecord } from '../../protocol/decisions.ts';
import type { CoreEvent, EventRecord } from '../../protocol/events.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { InputError, Result } from '../../protocol/result.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Micros } from '../../protocol/units.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { checkCommand, parseScenario } from '../../scenario/schema.ts';
import { GALLERY } from '../../scenes/gallery.ts';
import { TIMER_SCENES } from '../../scenes/timers/scenes.ts';
import { anyEngine } from '../../worker/kinds/any-engine.ts';

export type { Command, CoreEvent, Cursor, Decision, DecisionRecord, EventRecord, InputError, Scenario };
/** The state of a run as rows of tables: transports, jobs, destinations, messages, deliveries, servers. */
export type Snapshot = Projection;

/**
 * Thrown for a scenario that is not accepted. `errors` has the field, the value and the accepted values of each error.
 */
export class ScenarioError extends Error {
  readonly errors: readonly InputError[];

  constructor(errors: readonly InputError[]) {
    super(errors.map(describeError).join('\n'));
    this.name = 'ScenarioError';
    this.errors = errors;
  }
}

/** A run of the engine. Times are whole microseconds of simulated time. */
export interface Run {
  readonly scenario: Scenario;
  /** Executes the next step. False when nothing is left to happen. */
  step(): boolean;
  /** Executes all steps up to this time; without it, until nothing is left to happen. */
  runUntil(at?: Micros): void;
  /** Time of the next step; null when nothing is left to happen. */
  next(): Micros | null;
  /** Applies a command at the current time, as a separate step. A command with errors changes nothing. */
  apply(command: Command): Result<true>;
  /** The last step, its time, and the number of events and decisions so far. */
  position(): Cursor;
  /** The state now. `transport`: the one whose jobs are listed (default: that of the scenario). */
  snapshot(transport?: string): Snapshot;
  /** Choices of the scheduler so far, with their operands. */
  decisions(): readonly DecisionRecord[];
  events(): readonly EventRecord[];
  /** Hash of the events. Equal runs have equal hashes on every machine. */
  hash(): string;
}

/** Creates a run at time 0. Throws a `ScenarioError`. */
export function create(input: unknown): Run {
  const parsed = parseScenario(input);
  if (!parsed.ok) throw new ScenarioError(parsed.errors);
  const scenario = parsed.value;
  const events: EventRecord[] = [];
  const decisions: DecisionRecord[] = [];
  const hash = emptyLogHash();
  let selections = 0;
  const sim = anyEngine.create(scenario, {
    event(at, step, event) {
      const record = { n: events.length + 1, at, step, event };
      hashEvent(hash, record);
      events.push(record);
    },
    decision(at, step, decision) {
      const n = decision.rule === 'selection' ? ++selections : 0;
      decisions.push({ n, at, step, decision });
    },
  });
  return {
    scenario,
    step: () => anyEngine.stepOnce(sim),
    runUntil(at = Infinity) {
      for (;;) {
        const next = anyEngine.nextInstant(sim);
        if (next === null || next > at) return;
        anyEngine.stepOnce(sim);
      }
    },
    next: () => anyEngine.nextInstant(sim),
    apply(command) {
      const checked = checkCommand(command);
      return checked.ok ? anyEngine.apply(sim, checked.value, anyEngine.position(sim).at) : checked;
    },
    position: () => anyEngine.position(sim),
    snapshot: (transport = scenario.view.transport) =>
      anyEngine.project(sim, { transport, selected: 0, deliveries: DELIVERIES }),
    decisions: () => decisions,
    events: () => events,
    hash: () => logHashText(hash),
  };
}

/** Maximum number of deliveries in a snapshot; the latest ones are chosen. */
const DELIVERIES = 100;

const SCENES = [...GALLERY, ...TIMER_SCENES];

/** The scenes of the gallery. */
export const scenes: readonly { id: string; title: string }[] = SCENES.map(({ id, scenario }) => ({
  id,
  title: scenario.title,
}));

/** The scenario of a scene of the gallery. Throws for an unknown id. */
export function scene(id: string): Scenario {
  const item = SCENES.find((one) => one.id === id);
  if (item === undefined) throw new RangeError(`There is no scene ${id}.`);
  return item.scenario;
}
