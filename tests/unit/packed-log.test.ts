import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulation, stepOnce } from '../../src/core/simulation.ts';
import type { CoreEvent } from '../../src/protocol/events.ts';
import { DECISION_FORMS } from '../../src/worker/log/decision-forms.ts';
import { EVENT_FORMS } from '../../src/worker/log/event-forms.ts';
import { createPackedList, type Forms, packedAt, pushPacked } from '../../src/worker/log/packed-list.ts';
import { twoMessages } from '../fixtures/session-harness.ts';

/** Draws values like those of events, with absent members, lists of records, and numbers that are difficult to pack. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.constantFrom(0, -0, -1, 2 ** 31, 2 ** 32, -(2 ** 32), 2 ** 50, 2 ** 50 + 1, Number.MAX_SAFE_INTEGER),
    fc.string(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('kind', 'msg', 'name', 'ß'), tie('any')),
  ),
})).any;

/** Knows no forms, so that every value is packed in the general way. */
const NO_FORMS: Forms<unknown> = { write: () => 0, read: () => null };

describe('packed list', () => {
  test('returns the pushed records', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), (values) => {
        const list = createPackedList(NO_FORMS);
        for (const v of values) pushPacked(list, v);
        expect(values.map((_, i) => packedAt(list, i))).toEqual(values);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  test('finds records larger than a buffer, and many of them, by number', () => {
    const list = createPackedList(NO_FORMS);
    const sizes = [1, 100_000, 3, 120_000, 2, 5];
    const numbers = (size: number) => Array.from({ length: size }, (_, i) => i);
    for (const size of sizes) pushPacked(list, numbers(size));
    expect(sizes.map((_, i) => packedAt(list, i))).toEqual(sizes.map(numbers));
  });
});

describe('forms', () => {
  test('return every event and decision as reported, with members in the same order', () => {
    const events = createPackedList(EVENT_FORMS);
    const decisions = createPackedList(DECISION_FORMS);
    const said: { events: string[]; decisions: string[] } = { events: [], decisions: [] };
    let formed = 0;
    const sim = createSimulation(twoMessages(), {
      event(_at, _step, event) {
        if (pushPacked(events, event) > 0) formed++;
        said.events.push(JSON.stringify(event));
      },
      decision(_at, _step, decision) {
        if (pushPacked(decisions, decision) > 0) formed++;
        said.decisions.push(JSON.stringify(decision));
      },
    });
    while (stepOnce(sim));
    expect(said.events.map((_, i) => JSON.stringify(packedAt(events, i)))).toEqual(said.events);
    expect(said.decisions.map((_, i) => JSON.stringify(packedAt(decisions, i)))).toEqual(said.decisions);
    expect(formed).toBeGreaterThan(said.events.length / 2);
  });

  test('keep instants beyond 32 bits, and lists of any length', () => {
    const list = createPackedList(EVENT_FORMS);
    const entries = Array.from({ length: 20 }, (_, i) => ({ entry: i, queue: 1, recipients: i + 1 }));
    const given: CoreEvent[] = [
      { kind: 'timer.expired', timer: 7, label: 'reply 1 a.example', due: 2 ** 45 + 1 },
      { kind: 'operation.watched', operation: 1, timer: 3, keys: ['a', 'b'] },
      { kind: 'operation.watched', operation: 2, timer: 3, keys: [] },
      { kind: 'message.assigned', msg: 3, entries: [] },
      { kind: 'message.assigned', msg: 3, entries },
    ];
    for (const event of given) pushPacked(list, event);
    expect(given.map((_, i) => packedAt(list, i))).toEqual(given);
  });
});
