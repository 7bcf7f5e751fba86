import {
  createSimulation,
  nextInstant,
  position,
  type Simulation,
  stepOnce,
} from '../../../core/simulation.ts';
import { coreOf } from '../../../core/qmgr/model.ts';
import { find, get } from '../../../core/tables.ts';
import { newOutcome, type Outcome } from '../../importers/model/figures.ts';
import { loadsOf, type ServedSession } from '../../importers/model/loads.ts';
import type { DeliveryId, ServerPlace } from '../../../protocol/ids.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { MICROS_PER_HOUR, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';

/** A run ends this many microseconds after the last arrival. Otherwise it would retry mail that no server accepts for days. */
const HORIZON = 4 * MICROS_PER_HOUR;

export interface ModelRun {
  readonly sim: Simulation;
  readonly outcome: Outcome;
  /** Runs about `steps` steps. Returns true when the run is over. */
  run(steps: number): boolean;
  /** Returns which share of the recipients has a final outcome, from 0 to 1. */
  progress(): number;
}

/** Starts a run at instant 0. `onTheWay`: microseconds of each message before the queue manager, by message of the scenario. */
export function beginModelRun(
  scenario: MailScenario & { modelled: ModelledSetup },
  onTheWay: readonly number[],
): ModelRun {
  const { messages, answers } = scenario.modelled;
  const outcome = newOutcome(messages.address.length);
  let [open, ended] = [0, 0];
  const sessions: ServedSession[] = [];
  const [first = 0] = messages.at;
  const last = (messages.at.at(-1) ?? 0) + HORIZON;
  const sim: Simulation = createSimulation(scenario, {
    event(at, _step, event) {
      if (event.kind === 'delivery.started') outcome.inFlight = Math.max(outcome.inFlight, ++open);
      if (event.kind !== 'delivery.ended') return;
      open--;
      note(event.delivery, at);
    },
    decision: () => {},
  });
  return {
    sim,
    outcome,
    run(steps) {
      for (let i = 0; i < steps; i++) {
        if (nextInstant(sim) === null || position(sim).at > last) {
          outcome.loads = loadsOf(sessions, scenario.modelled.servers.length);
          return true;
        }
        stepOnce(sim);
      }
      return false;
    },
    progress: () => ended / Math.max(1, outcome.end.length),
  };

  function note(delivery: DeliveryId, at: Micros): void {
    const { world } = sim;
    const { msg, positions, start, recorded } = get(world.deliveries, delivery);
    const session = find(world.modelled?.sessions ?? EMPTY, delivery);
    if (session !== undefined && session.server > 0)
      sessions.push({ server: session.server - 1, start, end: at, fresh: session.begun === start });
    const index = get(world.ledger.messages, msg).number - 1;
    const from = messages.first[index] ?? 0;
    const arrived = messages.at[index] ?? 0;
    const tries = find(world.modelled?.messages ?? EMPTY, index + 1)?.tries ?? [];
    for (const place of positions) {
      const r = from + place;
      // Mail of a dead destination goes to the retry service and has no server reply.
      const kept = recorded === null || recorded.kept.includes(place);
      if (Number.isNaN(outcome.b[r])) {
        // The log counts the start of a process as time in the queue manager, because the request is handed over after it.
        outcome.b[r] = (start + (session?.startUp ?? 0) - arrived) / MICROS_PER_SECOND;
        outcome.deferred[r] = kept ? 1 : 0;
        outcome.away[r] =
          kept && wasAway(sim, messages.server[r] ?? -1, start, session === undefined) ? 1 : 0;
      }
      if (kept) continue;
      const answer = Math.min(
        (answers.first[r] ?? 0) + (tries[place] ?? 1) - 1,
        (answers.first[r + 1] ?? 0) - 1,
      );
      const returned = answer >= (answers.first[r] ?? 0) && answers.fate[answer] === 2;
      outcome.end[r] = returned ? 2 : 1;
      ended++;
      if (!returned) outcome.total[r] = (at - arrived + (onTheWay[index] ?? 0)) / MICROS_PER_SECOND;
    }
    outcome.empty = (at - first) / MICROS_PER_SECOND;
  }
}

/** True if the server is unavailable, or was and its destination is still `dead` for minimal_backoff_time. */
function wasAway(
  { scenario, world }: Simulation,
  server: ServerPlace,
  start: Micros,
  dead: boolean,
): boolean {
  const { minimalBackoff } = coreOf(world.qmgr).params;
  const longer = dead ? minimalBackoff * MICROS_PER_SECOND : 0;
  const { down = [] } = scenario.modelled?.servers[server] ?? {};
  return down.some(({ from, until }) => start >= from && start < until + longer);
}

const EMPTY = { pages: [], length: 1, live: 0 } as never;
