import { describe, expect, test } from 'vitest';
import type { MessageId } from '../../src/protocol/ids.ts';
import { explainDecision } from '../../src/explain/decision.ts';
import { lastEffect, type RuleTrace } from '../../src/explain/rules/rule.ts';
import { tracesOf } from '../../src/explain/rules/rules.ts';
import { toText } from '../../src/explain/tokens.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { placesOf } from '../../src/panels/rules/RuleLines.tsx';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { openPage, type Page } from '../fixtures/session-harness.ts';

async function openScene(id: string): Promise<Page> {
  return openPage(anyEngine, galleryItem(id)!.scenario);
}

async function decide(page: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await page.api.step('decision', 1);
}

/** Returns the rule traces for the page's instant, with the same requests as the panel. */
async function tracesAt(page: Page): Promise<RuleTrace[]> {
  const { cursor, decision, events, numbers } = page.state.session;
  const own = decision?.step === cursor.step ? decision : null;
  const candidates = own !== null && own.n > 0 ? await page.api.ask('candidates', own.n) : null;
  return tracesOf({
    decision: own,
    events: events.filter((record) => record.step === cursor.step),
    candidates,
    feedback: 'shipped',
    names: { numberOf: (message) => numbers.get(message) ?? message },
  });
}

/** Writes a trace as text: each visit with its line, figures and branch. */
function told({ visits }: RuleTrace): string[] {
  return visits.map(({ line, operands, branch }) =>
    `${line} ${toText(operands)} ${branch === undefined ? '' : branch ? 'yes' : 'no'}`.trim(),
  );
}

test('a preemption goes through every line of the rule with its figures', async () => {
  const page = await openScene('whole-picture');
  await decide(page, 26);
  const [trace] = await tracesAt(page);
  expect(trace?.rule).toBe('selection');
  expect(told(trace!)).toEqual([
    '1 C = 3',
    '2 2 < 2 no',
    '3 4 ≤ 0 no',
    '4 21 < 0 × 2 no',
    '5 (17 + 4) ÷ 2 = 10',
    '6 J = 5',
    '7 no children, free no',
    '8 22 − 0 = 22',
    '9 0 < 22 ≤ 10 no',
    '12 1 ≤ 0.00 no',
    '6 J = 6',
    '7 no children, free no',
    '8 4 − 0 = 4',
    '9 0 < 4 ≤ 10 yes',
    '10 (0 + 1) ÷ 4 = 0.25',
    '11 0.25 > 0 yes',
    '12 end of the list no',
    '13 best = 6 no',
    '14 ⌊4 ÷ 2⌋ + 0 = 2',
    '15 4 × 0 % = 0',
    '16 2 ≥ 0 yes',
    '17 4 − 4 × 2 = −4',
    '18 6',
  ]);
});

test('with preemption off it names the current job and checks nothing else', async () => {
  const page = await openScene('fifo');
  await decide(page, 6);
  const [trace] = await tracesAt(page);
  expect(told(trace!)).toEqual(['1 C = 1', '2 0 < 2 yes', '18 1']);
  const { numbers } = page.state.session;
  const names = { numberOf: (message: MessageId) => numbers.get(message) ?? message };
  expect(toText(explainDecision(page.state.session.decision!, names).sentence)).toBe(
    'An agent is free. 1 gets the turn: it is the current job, and a slot cost of 0 turns preemption off.',
  );
});

test('after going back, later lines are pending, and others belong to another branch', async () => {
  const page = await openScene('whole-picture');
  await decide(page, 1);
  const [trace] = await tracesAt(page);
  const { visits, lines } = trace!;
  const atEnd = placesOf(trace!, visits.length - 1).map((place) => place.state);
  expect(atEnd.filter((state) => state === 'now')).toHaveLength(1);
  expect(atEnd).not.toContain('ahead');
  const atStart = placesOf(trace!, 0).map((place) => place.state);
  expect(atStart[0]).toBe('now');
  expect(atStart.filter((state) => state === 'ahead')).toHaveLength(
    new Set(visits.slice(1).map((visit) => visit.line)).size,
  );
  expect(atStart).toHaveLength(lines.length);
});

test('the marked line of a delivery report is the one that did something', async () => {
  const page = await openScene('first-letter');
  const marked = new Set<string>();
  for (let i = 0; i < 120; i++) {
    await page.api.step('event', 1);
    for (const { rule, visits } of await tracesAt(page)) {
      const visit = visits[lastEffect(visits)];
      if (rule === 'success') marked.add(`${visit?.line} ${visit?.branch}`);
    }
  }
  // The test of the loop is marked only where it widens the window.
  expect([...marked].join()).toBe('5 true,3 false');
});

describe('the lines match what the engine did', () => {
  test.each([
    ['whole-picture', 120, ['purgatory', 'refill', 'selection', 'success', 'wheel']],
    ['dead-and-back', 300, ['failure', 'purgatory', 'refill', 'selection', 'success', 'wheel']],
    ['caller-first', 60, ['gate']],
    ['wheel-wrap-around', 60, ['wheel']],
  ])('%s', async (id, events, rules) => {
    const page = await openScene(id);
    const seen = new Set<string>();
    const held = new Set<string>();
    for (let i = 0; i < events; i++) {
      const before = page.state.session.cursor.step;
      await page.api.step('event', 1);
      const { cursor, decision } = page.state.session;
      if (cursor.step === before) break;
      for (const trace of await tracesAt(page)) {
        seen.add(trace.rule);
        expect(trace.visits.length).toBeGreaterThan(0);
        for (const visit of trace.visits) expect(trace.lines[visit.line - 1]).toBeDefined();
        if (decision?.step === cursor.step && agrees(trace, decision.decision)) held.add(trace.rule);
      }
    }
    expect([...seen].toSorted()).toEqual(rules);
    // Recorded decisions with exactly these rules were compared.
    expect(held).toEqual(new Set(rules.filter((rule) => rule === 'selection' || rule === 'failure')));
  });
});

/** Compares the verdict of the last line with the recorded one. Returns false if another rule made the decision. */
function agrees(
  trace: RuleTrace,
  decision: NonNullable<Page['state']['session']['decision']>['decision'],
): boolean {
  const lines = (n: number) => trace.visits.filter((visit) => visit.line === n);
  const said = (() => {
    if (trace.rule === 'selection' && decision.rule === 'selection') {
      const { preemption, chosen } = decision;
      // The scan, traced line by line, must find the same candidate as the engine.
      const best = lines(11).findLast((visit) => visit.branch === true);
      const found = best !== undefined && preemption !== undefined;
      return {
        lines: [
          lines(17).length,
          lines(16).length,
          trace.visits.at(-1)?.about === 0,
          found ? best.about : null,
        ],
        recorded: [
          preemption?.outcome === 'preempted' ? 1 : 0,
          preemption?.outcome === 'preempted' || preemption?.outcome === 'slots-short' ? 1 : 0,
          chosen === undefined,
          found ? lines(13)[0]?.about : null,
        ],
      };
    }
    if (trace.rule === 'failure' && decision.rule === 'feedback')
      return { lines: [lines(8)[0]?.branch], recorded: [decision.died] };
    return null;
  })();
  expect(said?.lines).toEqual(said?.recorded);
  return said !== null;
}
