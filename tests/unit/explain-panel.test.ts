import { describe, expect, test } from 'vitest';
import { GLOSSARY } from '../../src/explain/glossary.ts';
import { toText } from '../../src/explain/tokens.ts';
import { rankCandidates } from '../../src/panels/explain/CandidateTable.tsx';
import { mainEvent, type Moment, momentOf, type MomentSource } from '../../src/explain/moment.ts';
import { advance, hear, startAt } from '../../src/panels/explain/useMoment.ts';
import { termsIn } from '../../src/panels/kit/terms.ts';
import type { CoreEvent, EventRecord } from '../../src/protocol/events.ts';
import type { CandidateRow } from '../../src/protocol/answers.ts';

const names = { numberOf: (message: number) => message };
const start = { at: 0, step: 0, event: 0, decision: 0 };

function source(part: Partial<MomentSource>): MomentSource {
  return { cursor: start, head: start, decision: null, events: [], messages: 0, scripted: false, ...part };
}

function record(n: number, step: number, event: CoreEvent): EventRecord {
  return { n, at: 1_500_000, step, event };
}

describe('the moment', () => {
  test('is never blank', () => {
    expect(toText(momentOf(source({}), names).sentence)).toBe('No mail yet. Send a message.');
    expect(toText(momentOf(source({ scripted: true }), names).sentence)).toMatch(/^The run starts here/);
  });

  test('of a step without a decision is its most telling event', () => {
    const events = [
      record(4, 3, { kind: 'message.injected', msg: 2, name: 'm', recipients: 6 }),
      record(5, 3, { kind: 'job.linked', transport: 1, msg: 2 }),
      record(3, 2, {
        kind: 'queue.dead',
        queue: 1,
        transport: 1,
        name: 'x',
        status: '4',
        reason: '',
        until: 3,
      }),
    ];
    const moment = momentOf(source({ cursor: { ...start, step: 3, at: 1_500_000 }, events }), names);
    expect(moment).toMatchObject({ title: 'Event 4', weight: 1, record: null });
    expect(mainEvent(events)?.n).toBe(3);
  });
});

describe('while the run plays', () => {
  const moment = (step: number, weight: Moment['weight']): Moment => ({
    step,
    title: '',
    at: 0,
    sentence: [],
    weight,
    record: null,
    explanation: null,
  });

  test('a routine sentence stays long enough to be read', () => {
    const said = hear(startAt(moment(1, 0), 0), moment(2, 0), 100);
    expect(said.shown.step).toBe(1);
    expect(advance(said, 700).shown.step).toBe(2);
  });

  test('a reordering of jobs is described immediately, and not lost behind what follows', () => {
    let said = hear(startAt(moment(1, 1), 0), moment(2, 2), 100);
    expect(said.shown.step).toBe(2);
    said = hear(hear(said, moment(3, 2), 200), moment(4, 0), 300);
    expect(said.shown.step).toBe(2);
    expect(advance(said, 2899).shown.step).toBe(2);
    expect(advance(said, 2900).shown.step).toBe(3);
  });

  test('a step back is described immediately', () => {
    expect(hear(startAt(moment(9, 2), 0), moment(3, 0), 10).shown.step).toBe(3);
  });
});

describe('candidates', () => {
  const row = (number: number, verdict: CandidateRow['verdict'], score = 0): CandidateRow => ({
    msg: number,
    number,
    age: 1,
    entries: 2,
    need: 2,
    score,
    verdict,
  });

  test('are in the order of their scores, and those excluded by a rule follow', () => {
    const rows = [
      row(3, 'current'),
      row(5, 'lower-score', 1),
      row(9, 'best', 2),
      row(7, 'does-not-fit', 1.5),
    ];
    expect(rankCandidates(rows).map((r) => r.number)).toEqual([9, 7, 5, 3]);
  });
});

test('finds words of the document once, the longest first', () => {
  const found = termsIn('Job 2 preempts job 1: it needs 3 delivery slots.', GLOSSARY).map(
    (term) => term.term,
  );
  expect(found).toContain('delivery slot');
  expect(found).toContain('preemption');
  expect(new Set(found).size).toBe(found.length);
});
