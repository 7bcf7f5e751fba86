import { expect, test } from 'vitest';
import { AGENT_SCENES } from '../../src/scenes/agents/scenes.ts';
import { GALLERY } from '../../src/scenes/mail-gallery.ts';
import { THREAD_SCENES } from '../../src/scenes/threads/index.ts';
import { TIMER_SCENES } from '../../src/scenes/timers/scenes.ts';
import { completions } from '../../src/panels/debugger/completions.ts';
import { KINDS_BY_NOUN } from '../../src/panels/debugger/event-kinds.ts';
import { filterOf, NO_QUERY } from '../../src/panels/debugger/EventLog.tsx';
import { stopsOf } from '../../src/panels/kinds/stops.ts';
import type { EventKind, EventNoun } from '../../src/protocol/events.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { timerRun } from '../../src/scenario/kinds/narrow.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { parseExpression } from '../../src/scenario/expression.ts';

const nounOf = (kind: EventKind): EventNoun => kind.slice(0, kind.indexOf('.')) as EventNoun;

const ofTimers = TIMER_SCENES.map(({ scenario }) => scenario);
const isWheel = (one: Scenario): boolean => timerRun(one)?.lab.kind === 'wheel';
const scenarios: readonly [string, readonly Scenario[]][] = [
  ['mail', GALLERY.map(({ scenario }) => scenario)],
  ['mail with agents as threads', AGENT_SCENES.map(({ scenario }) => scenario)],
  ['threads alone', THREAD_SCENES.map(({ scenario }) => scenario)],
  ['timers', [...ofTimers.filter(isWheel), ...ofTimers.filter((one) => !isWheel(one))]],
];

/** Returns the kinds of events that occur in the first few hundred steps. */
function happening(scenario: Scenario): Set<EventKind> {
  const kinds = new Set<EventKind>();
  const sim = anyEngine.create(scenario, {
    event: (_at, _step, event) => void kinds.add(event.kind),
    decision: () => {},
  });
  for (let i = 0; i < 300 && anyEngine.nextInstant(sim) !== null; i++) anyEngine.stepOnce(sim);
  return kinds;
}

test.each(scenarios)('%s: every event can be a breakpoint', (_, list) => {
  expect(list.length).toBeGreaterThan(3);
  for (const scenario of list) {
    const { nouns } = stopsOf(scenario);
    expect(
      [...happening(scenario)].map(nounOf).filter((noun) => !nouns.includes(noun)),
      scenario.title,
    ).toEqual([]);
  }
});

test('every event can be a breakpoint in some kind of run, and none is offered in vain', () => {
  const offered = new Set(scenarios.flatMap(([, list]) => list.flatMap((one) => stopsOf(one).nouns)));
  expect([...KINDS_BY_NOUN.keys()].filter((noun) => !offered.has(noun))).toEqual([]);
  for (const [, list] of scenarios)
    for (const scenario of list) {
      const { nouns, groups, words, usual, common, timers } = stopsOf(scenario);
      const named = [
        usual,
        ...groups.flatMap(({ kinds }) => kinds),
        ...words.map(([kind]) => kind),
        ...[...common, ...timers].flatMap(({ test: { event } }) => event?.kinds ?? []),
      ];
      expect(new Set(nouns).size, scenario.title).toBe(nouns.length);
      expect(
        named.filter((kind) => !nouns.includes(nounOf(kind))),
        scenario.title,
      ).toEqual([]);
    }
});

test.each(scenarios)('%s: offered names have a value, and so do the examples', (_, list) => {
  for (const scenario of list) {
    const { names = ['now', 'jobs', 'timers'], example, guard } = stopsOf(scenario);
    const sim = anyEngine.create(scenario, { event: () => {}, decision: () => {} });
    const valueOf = (text: string): number => {
      const parsed = parseExpression(text);
      if (!parsed.ok) throw new Error(`${text}: ${parsed.accepted}`);
      return anyEngine.evaluate?.(sim, parsed.expression, scenario.view.transport) ?? Number.NaN;
    };
    expect(
      names.filter((name) => Number.isNaN(valueOf(name))),
      scenario.title,
    ).toEqual([]);
    expect(Number.isNaN(valueOf(guard)), scenario.title).toBe(false);
    // The mail example names a destination that not every scene has.
    expect(() => valueOf(example), scenario.title).not.toThrow();
  }
});

test('searches a log of threads by words of threads, and one of mail by those of mail', () => {
  const [mail, , threads, timers] = scenarios.map(([, [first]]) => stopsOf(first ?? null));
  const found = (run: typeof mail, text: string): EventKind[] =>
    run === undefined ? [] : (filterOf({ ...NO_QUERY, text }, run).words[0]?.kinds ?? []);
  expect(found(threads, 'gate')).toContain('fetch.waited');
  expect(found(threads, 'preempted')).toEqual([]);
  expect(found(mail, 'preempted')).toEqual(['job.preempted']);
  expect(found(timers, 'cascades')).toEqual(['timer.cascaded']);
});

test('an expression offers only names that have a value in such a run', () => {
  const nothing = { destinations: [], messages: [] };
  const { names } = stopsOf(THREAD_SCENES[0]?.scenario ?? null);
  expect(completions('o', nothing, names).map(({ shown }) => shown)).toEqual(['overshoot']);
  expect(completions('j', nothing, names)).toEqual([]);
  expect(completions('j', nothing).map(({ shown }) => shown)).toEqual(['jobs']);
});
