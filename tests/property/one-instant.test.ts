import { expect, test } from 'vitest';
import { balanceText } from '../../src/charts/coins.ts';
import { type BeforeAfter, beforeAfter } from '../../src/explain/before-after.ts';
import { formatNumber } from '../../src/explain/figures.ts';
import { momentOf } from '../../src/explain/moment.ts';
import { toText } from '../../src/explain/tokens.ts';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { mailRun } from '../../src/scenario/kinds/narrow.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { openPage, type Page } from '../fixtures/session-harness.ts';

/**
 * Number of turns per scene. For each turn, all that the page shows must agree: the sentence and the left column of
 * the box show the state before the turn, the right column equals the card on the stage after it, and the candidates
 * are those of the same test.
 */
const TURNS = 120;

const scenes = GALLERY.filter(({ scenario }) => mailRun(scenario) !== null);

/** The text of a card with this balance of slots. */
function cardText({ free, owed }: BeforeAfter['after']): string {
  return owed > 0 ? `owes ${owed}` : free > 0 ? `+${free}` : '';
}

/** The figures of one turn that disagree, one sentence each. */
async function disagreements(page: Page): Promise<string[]> {
  const { session } = page.state;
  const { decision: record, cursor, head, events } = session;
  if (record?.decision.rule !== 'selection' || record.step !== cursor.step) return [];
  const names = { numberOf: (message: number) => session.numbers.get(message) ?? message };
  const turn = beforeAfter(record.decision, names);
  const { preemption } = record.decision;
  if (turn === null || preemption === undefined) return [];
  const wrong: string[] = [];
  const expectEqual = (what: string, one: unknown, other: unknown): void => {
    if (one !== other) wrong.push(`turn ${record.n}, ${what}: ${String(one)} is not ${String(other)}`);
  };
  const moment = momentOf(
    { cursor, head, decision: record, events, messages: 1, scripted: true },
    names,
    'coin',
  );
  expectEqual('clock', moment.at, record.at);
  if (turn.price !== null) {
    const said = toText(moment.sentence);
    const has = formatNumber(turn.before.free + turn.before.loan);
    if (
      record.decision.chosen !== undefined &&
      (preemption.outcome === 'slots-short' || said.includes('it needs'))
    )
      expectEqual('sentence', said.includes(`${turn.current} has ${has}`), true);
    expectEqual('test', turn.test.startsWith(has), true);
  }
  const job = session.jobs.get(preemption.currentJob);
  if (job !== undefined) expectEqual('card', cardText(turn.after), balanceText(job));
  if (turn.price !== null && !preemption.cached) {
    const rows = await page.api.ask('candidates', record.n);
    const best = rows.find(({ verdict }) => verdict === 'best');
    expectEqual('best candidate', best?.number, turn.candidate);
    expectEqual('need', best?.need, preemption.need);
  }
  return wrong;
}

test.each(scenes.map(({ id, scenario }) => [id, scenario] as const))(
  'sentence, box, candidates and card agree in every turn of %s',
  async (_, scenario) => {
    const page = await openPage(anyEngine, scenario);
    const wrong: string[] = [];
    for (let i = 0; i < TURNS; i++) {
      const before = page.state.session.cursor.step;
      await page.api.step('decision', 1);
      if (page.state.session.cursor.step === before) break;
      wrong.push(...(await disagreements(page)));
    }
    expect(wrong).toEqual([]);
  },
);
