import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { JUDGED } from '../../src/panels/exact/judged.ts';
import type { Change } from '../../src/record/protocol/predict.ts';
import { answerTo, subjectOf } from '../../src/record/worker/model/study.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const HERE = new URL('../fixtures/records/', import.meta.url).pathname;

/** For each pair of recordings: the change that was made between the two. */
const ASKED: Readonly<Record<string, Change>> = {
  'w1b-cost2': { kind: 'set', name: 'default_delivery_slot_cost', value: '2' },
  'w1b-maxproc20': { kind: 'maxproc', service: 'smtp', count: 20 },
};

describe('the judged table of the page What is exact', () => {
  it('matches what the model says today', async () => {
    const { builder } = await readAll([packed('pairs/w1b-base/maillog.gz')]);
    const settings = readSettings(
      ['postconf.txt', 'master.txt', 'transport.txt'].map((name) => ({
        name,
        text: readFileSync(`${HERE}verbose/w1b/${name}`, 'utf8'),
      })),
    );
    const [member] = builder.members;
    for (const [pair, change] of Object.entries(ASKED)) {
      const cells = JUDGED.filter((cell) => cell.pair === pair);
      expect(cells.map((cell) => cell.class).toSorted()).toEqual(['newsletter', 'reset']);
      for (const { class: name, predicted } of cells) {
        const predicate = {
          kind: 'text' as const,
          field: 'from' as const,
          not: false,
          pattern: `${name}@home.example`,
        };
        const subject =
          member === undefined ? null : subjectOf(member.instance, settings, [{ name, predicate }], pair);
        if (subject === null) throw new Error('nothing became active');
        // Two runs are used instead of twenty, so the percentiles are only near the expected values.
        const [b] = answerTo(subject, [change], 2).classes.map((one) => one.b);
        expect(Math.abs((b?.p50 ?? Number.NaN) - predicted.b50)).toBeLessThan(0.1 + 0.02 * predicted.b50);
        expect(Math.abs((b?.p90 ?? Number.NaN) - predicted.b90)).toBeLessThan(0.2 + 0.03 * predicted.b90);
      }
    }
  });

  it('meets its targets, without failures and with', () => {
    for (const failures of [false, true]) {
      const answered = JUDGED.filter((cell) => cell.failures === failures && cell.verdict !== 'a range');
      const near = answered.filter(({ verdict }) => verdict === 'within' || verdict === 'within the spread');
      expect(near.length / answered.length).toBeGreaterThanOrEqual(0.9);
    }
  });
});
