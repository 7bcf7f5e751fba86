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
import type { MessageRate } from '../../importers/model/message-rate.ts';
import { createRates } from './rates.ts';
import { loadsOf, type ServedSession } from '../../importers/model/loads.ts';
import type { DeliveryId, RecipientPlace, ServerPlace } from '../../../protocol/ids.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { MICROS_PER_HOUR, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';

/** A run ends at most this many microseconds after the last arrival. */
export const HORIZON = 4 * MICROS_PER_HOUR;

export interface ModelRun {
  readonly sim: Simulation;
  readonly outcome: Outcome;
  /** Runs about `steps` steps. Returns true when the run is over. */
  run(steps: number): boolean;
  /** Returns which share of the awaited recipients has a final outcome, from 0 to 1. */
  progress(): number;
}

export interface RunOptions {
  /** 1 = the run goes on until this recipient has a final outcome. Default: all recipients. */
  awaited?: Uint8Array;
  /** How many messages each server accepts per period. Default: no limits. */
  rates?: readonly (MessageRate | null)[];
}

/** Starts a run at instant 0. `onTheWay`: microseconds that each message spends before the queue manager. */
export function beginModelRun(
  given: MailScenario & { modelled: ModelledSetup },
  onTheWay: readonly number[],
  { awaited = new Uint8Array(given.modelled.messages.address.length).fill(1), rates = [] }: RunOptions = {},
): ModelRun {
  const scenario = withOwnAnswers(given);
  const limits = createRates(scenario.modelled, rates);
  const { messages, answers } = scenario.modelled;
  const outcome = newOutcome(messages.address.length);
  const wanted = awaited.reduce((sum, one) => sum + one, 0);
  let [open, ended] = [0, 0];
  const sessions: ServedSession[] = [];
  const [first, last] = [messages.at[0] ?? 0, (messages.at.at(-1) ?? 0) + HORIZON];
  const sim: Simulation = createSimulation(scenario, {
    event(at, _step, event) {
      if (event.kind === 'delivery.started') limits.started(sim, event.delivery, at);
      if (event.kind === 'delivery.started') outcome.inFlight = Math.max(outcome.inFlight, ++open);
      if (event.kind === 'delivery.ended') note(event.delivery, at);
    },
    decision: () => {},
  });
  return {
    sim,
    outcome,
    run(steps) {
      for (let i = 0; i < steps; i++) {
        if (ended >= wanted || nextInstant(sim) === null || position(sim).at > last) {
          outcome.loads = loadsOf(sessions, scenario.modelled.servers.length);
          return true;
        }
        stepOnce(sim);
      }
      return false;
    },
    progress: () => ended / Math.max(1, wanted),
  };

  function note(delivery: DeliveryId, at: Micros): void {
    open--;
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
        outcome.deferred[r] = Number(kept);
        const isAway = kept && wasAway(sim, messages.server[r] ?? -1, start, session === undefined);
        outcome.away[r] = Number(isAway);
      }
      if (kept) continue;
      const returned = isReturned(answers, r, tries[place] ?? 1);
      if (outcome.end[r] === 0) ended += awaited[r] ?? 0;
      outcome.end[r] = returned ? 2 : 1;
      outcome.over[r] = (at - arrived + (onTheWay[index] ?? 0)) / MICROS_PER_SECOND;
      if (!returned) outcome.total[r] = outcome.over[r] as number;
    }
    outcome.empty = (at - first) / MICROS_PER_SECOND;
  }
}

/** True if the server refused a recipient for good at this attempt in a session. */
function isReturned({ first, fate }: ModelledSetup['answers'], r: RecipientPlace, tries: number): boolean {
  const answer = Math.min((first[r] ?? 0) + tries - 1, (first[r + 1] ?? 0) - 1);
  return answer >= (first[r] ?? 0) && fate[answer] === 2;
}

/** Copies the scenario so that its answers may be changed during the run. */
function withOwnAnswers(scenario: MailScenario & { modelled: ModelledSetup }): typeof scenario {
  const { answers } = scenario.modelled;
  return {
    ...scenario,
    modelled: { ...scenario.modelled, answers: { ...answers, fate: answers.fate.slice() } },
  };
}

/**
 * True if the server is unavailable at `start`, or if its destination is still dead (for minimal_backoff_time) because
 * the server was unavailable.
 */
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
