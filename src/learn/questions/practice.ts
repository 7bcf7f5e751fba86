/** Makes endless exercises: a small random run, an instant in the run, and a question that the engine answers. */
import type { Micros } from '../../protocol/units.ts';
import type { Command, ScriptedCommand } from '../../protocol/commands.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import { completeScenario, threadScenario, timerScenario } from '../../scenario/defaults.ts';
import type { AskKind } from '../lessons/lesson.ts';
import { EN } from '../words/en/index.ts';
import { askHere, type AskWords } from './ask.ts';
import { createDraw, type Draw, seedOf } from './draw.ts';
import type { Probe } from './probe.ts';
import type { Question } from './question.ts';

export const TOPICS = ['scheduler', 'concurrency', 'timers', 'threads'] as const;
export type Topic = (typeof TOPICS)[number];
export const LEVELS = [1, 2, 3] as const;
type Level = (typeof LEVELS)[number];

/** Determines an exercise. The same values give the same exercise on every machine. */
export interface Exercise {
  topic: Topic;
  level: Level;
  seed: number;
}

export interface PracticeRound {
  scenario: Scenario;
  question: Question;
}

/** Maximum number of random runs per exercise. Nearly all exercises find a question in the first run. */
const ATTEMPTS = 12;

/**
 * Makes the question of an exercise, the same in every language. Null if no run has a question; the tests show that
 * this does not happen.
 */
export async function practiceRound(
  probe: Probe,
  exercise: Exercise,
  words: AskWords = EN.ask,
): Promise<PracticeRound | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const draw = createDraw(seedOf(`${exercise.topic} ${exercise.level} ${exercise.seed} ${attempt}`));
    // oxlint-disable-next-line no-await-in-loop
    const round = await tryRound(probe, exercise, draw, words);
    if (round !== null) return round;
  }
  return null;
}

async function tryRound(
  probe: Probe,
  { topic, level }: Exercise,
  draw: Draw,
  words: AskWords,
): Promise<PracticeRound | null> {
  const { scenario, kinds, until } = MAKERS[topic](level, draw);
  const opened = await probe.api.open(scenario, []);
  if (!opened.ok) return null;
  await probe.api.seek({ at: draw.below(until) });
  const kind = draw.pick(kinds) ?? 'next-job';
  const question = await askHere(probe, { kind, about: '' }, draw, words);
  return question === null ? null : { scenario, question };
}

interface Made {
  scenario: Scenario;
  kinds: readonly AskKind[];
  /** Upper bound of the random instant, in microseconds. */
  until: Micros;
}

const MAKERS: Readonly<Record<Topic, (level: Level, draw: Draw) => Made>> = {
  scheduler: makeScheduler,
  concurrency: makeConcurrency,
  timers: makeTimers,
  threads: makeThreads,
};

/** Draws jobs of different sizes on few agents. Destinations fill up from level 2 on, and level 3 has loans. */
function makeScheduler(level: Level, draw: Draw): Made {
  const messages = 2 + level + draw.below(2);
  const latency = 200 + 100 * draw.below(8);
  const script: ScriptedCommand[] = [];
  let at = 0;
  for (let i = 0; i < messages; i += 1) {
    const large = i === 0 || draw.below(4) === 0;
    const entries = large ? 12 + draw.below(10) : 1 + draw.below(2 + 2 * level);
    script.push({ at, command: mailTo(i, entries, level, draw) });
    at += draw.below(4) * 500_000;
  }
  const params: Record<string, string | number> = {
    default_delivery_slot_cost: level === 1 ? 2 : 2 + draw.below(3),
    default_delivery_slot_discount: level === 1 ? 0 : (draw.pick([0, 50, 100]) ?? 0),
    default_delivery_slot_loan: level === 3 ? draw.below(4) : 0,
    default_minimum_delivery_slots: draw.below(level + 1),
    default_destination_recipient_limit: 2,
    default_destination_concurrency_limit: level === 1 ? 20 : 1 + draw.below(3),
  };
  const agents = level === 1 ? 1 : 1 + draw.below(3);
  const scenario = completeScenario({
    title: 'Exercise: whose turn is it?',
    seed: draw.below(1_000_000),
    params,
    agents: { smtp: agents },
    servers: { '*': { latency } },
    script,
  });
  return {
    scenario,
    kinds: ['next-job', 'next-job', 'next-job', 'verdict', 'on-hand'],
    until: at + latency * 6000,
  };
}

/**
 * Draws mail with two recipients per entry. With a recipient limit of one, Postfix would schedule by recipient, not by
 * destination.
 */
function mailTo(i: number, entries: number, level: Level, draw: Draw): Command {
  const places = level === 1 ? 1 : 1 + draw.below(level);
  const count = Math.max(1, Math.floor(entries / places));
  const to = Array.from({ length: places }, (_, k) => ({
    destination: level === 1 ? `m${i + 1}.example` : `${'abcd'[(i + k) % 4]}.example`,
    count: count * 2,
  }));
  return { kind: 'message.inject', to };
}

const AMOUNTS = {
  1: ['1'],
  2: ['1', '1/concurrency', '1/2'],
  3: ['1/concurrency', '1/sqrt_concurrency', '1/4', '1/3'],
} as const;

/** Draws one destination that limits its sessions or fails now and then. */
function makeConcurrency(level: Level, draw: Draw): Made {
  const sessions = 1 + draw.below(2 + level);
  const fault =
    level === 1 || draw.below(2) === 0
      ? ({ kind: 'limit', sessions } as const)
      : ({ kind: 'one-of', machines: 2 + draw.below(4), pick: 'turn' } as const);
  const positive = draw.pick<string>(AMOUNTS[level]) ?? '1';
  const negative = level === 3 ? (draw.pick<string>(AMOUNTS[level]) ?? positive) : positive;
  const initial = 1 + draw.below(6);
  return {
    scenario: completeScenario({
      title: 'Exercise: the window of a destination',
      seed: draw.below(1_000_000),
      params: {
        initial_destination_concurrency: initial,
        default_destination_concurrency_limit: 4 + draw.below(12),
        default_destination_recipient_limit: 2,
        default_destination_concurrency_positive_feedback: positive,
        default_destination_concurrency_negative_feedback: negative,
        default_destination_concurrency_failed_cohort_limit: draw.pick([1, 1, 3, 10]) ?? 1,
      },
      servers: { '*': { latency: [400, 1200] }, 'busy.example': { latency: [400, 1200], fault } },
      script: [
        { at: 0, command: { kind: 'message.inject', to: [{ destination: 'busy.example', count: 160 }] } },
      ],
    }),
    kinds: ['window'],
    until: 4_000_000,
  };
}

/** Draws a laboratory wheel with a few timers, set in its first seconds. */
function makeTimers(level: Level, draw: Draw): Made {
  const tickMs = level === 1 ? 1000 : (draw.pick([1, 10, 100, 1000]) ?? 1000);
  const size = level === 1 ? 8 : 3 + draw.below(8);
  const reach = tickMs * size ** level;
  const script: ScriptedCommand[] = [];
  let at = 0;
  for (let i = 0; i < 8 + 4 * level; i += 1) {
    const delay = tickMs + draw.below(reach - (level === 1 ? tickMs : 0));
    script.push({ at: at * 1000, command: { kind: 'lab.add', delay, count: 1 } });
    at += draw.below(3 * tickMs);
  }
  if (level === 3) script.push({ at: at * 1000, command: { kind: 'lab.cancel-share', percent: 30 } });
  return {
    scenario: timerScenario({
      title: 'Exercise: the timing wheel',
      seed: draw.below(1_000_000),
      wheel: { tickMs, size },
      lab: { kind: 'wheel' },
      script,
    }),
    kinds: level === 1 ? ['bucket', 'wake-up'] : ['bucket', 'wake-up', 'opens'],
    until: at * 1000,
  };
}

/** Draws a stream of requests through one group. Higher levels have more waits in handlers and more CPUs. */
function makeThreads(level: Level, draw: Draw): Made {
  const cpus = level === 1 ? 1 : 1 + draw.below(level + 1);
  const work: [number, number] = [50 + draw.below(100), 200 + draw.below(200)];
  const wait: [number, number] = [300 + draw.below(500), 1500 + draw.below(2000)];
  return {
    scenario: threadScenario({
      title: 'Exercise: a concurrency group',
      seed: draw.below(1_000_000),
      cmgroup: {
        kind: 'stream',
        cpus,
        arrivals: { count: 120, gap: [60, 200 + draw.below(300)] },
        handler: [{ cpu: work }, { block: wait }, { cpu: work }],
        policy: { workers: 4 + 3 * level, cmgroup: true, cv: cpus },
      },
    }),
    kinds: level === 1 ? ['count'] : ['count', 'who-wakes'],
    until: 12_000,
  };
}
