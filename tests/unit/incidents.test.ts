import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { RecordQueries } from '../../src/record/importers/store/queries/queries.ts';
import { type IncidentStrip, INCIDENT_STRIPS } from '../../src/record/panels/incidents/incident-strips.ts';
import { describe, expect, it } from 'vitest';
import { findLate, lateOf } from '../../src/record/importers/findings/find.ts';
import { parsePredicate } from '../../src/record/importers/classes/parse.ts';
import { selectLives } from '../../src/record/importers/classes/select.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { INCIDENTS } from '../../src/record/incidents/incidents.ts';
import { readRecordLink } from '../../src/scenario/record/bundle.ts';
import { readAll } from '../fixtures/records/read.ts';

const FOLDER = new URL('../../src/record/incidents/records/', import.meta.url).pathname;

const STRIPS = new URL('../../src/record/panels/incidents/incident-strips.ts', import.meta.url).pathname;
const BINS = 48;

async function stripOf(id: string): Promise<IncidentStrip> {
  const parts = await readRecordLink(readFileSync(`${FOLDER}${id}.record`, 'utf8'));
  if (typeof parts === 'string') throw new Error(parts);
  const log = parts.find(({ name }) => name === 'maillog')?.text ?? '';
  const { builder } = await readAll([textSource('maillog', log)]);
  const instance = builder.members[0]?.instance;
  if (instance === undefined) throw new Error('no record');
  const { from, to } = instance;
  const queries = new RecordQueries(instance);
  const where = { from, to: to + 1 };
  return {
    seconds: Math.round((to - from) / 1_000_000),
    atOnce: [...queries.levels('inFlight', where, BINS).most],
    putOff: [...queries.counts('attempts', where, BINS).deferred],
  };
}

function stripsText(strips: Readonly<Record<string, IncidentStrip>>): string {
  const head = `/**
 * Pictures of the cards: each recording in ${BINS} equal intervals. Written by
 * \`UPDATE=1 npx vitest run tests/unit/incidents.test.ts\`; the test fails when a recording no longer reads like this.
 */
export interface IncidentStrip {
  seconds: number;
  /** Maximum number of concurrent deliveries in each part of the record. */
  atOnce: readonly number[];
  /** Attempts that ended with status=deferred, in each part. */
  putOff: readonly number[];
}

export const INCIDENT_STRIPS: Readonly<Record<string, IncidentStrip>> = {
`;
  const lines = Object.entries(strips).map(
    ([id, { seconds, atOnce, putOff }]) =>
      `  '${id}': {\n    seconds: ${seconds},\n    atOnce: numbers('${atOnce.join(' ')}'),\n    putOff: numbers('${putOff.join(' ')}'),\n  },\n`,
  );
  return `${head}${lines.join('')}};

function numbers(text: string): number[] {
  return text.split(' ').map(Number);
}
`;
}

describe('incidents', () => {
  it('card pictures match the recordings', async () => {
    const read = await Promise.all(INCIDENTS.map(async ({ id }) => [id, await stripOf(id)] as const));
    const strips = Object.fromEntries(read);
    if (process.env['UPDATE'] === '1') writeFileSync(STRIPS, stripsText(strips));
    // If this run has written the file, the import above still has the old content.
    const stored = process.env['UPDATE'] === '1' ? strips : INCIDENT_STRIPS;
    expect(stored).toEqual(strips);
    for (const [id, { atOnce }] of read) expect(Math.max(...atOnce), id).toBeGreaterThan(0);
  });

  it('each have one recording, and there is no other', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(INCIDENTS.map(({ id }) => `${id}.record`).sort());
    expect(INCIDENTS).toHaveLength(6);
  });

  it.each(INCIDENTS)(
    '$id: its recording shows what the lesson says',
    async ({ id, finding, classes, answers, changes }) => {
      const link = readFileSync(`${FOLDER}${id}.record`, 'utf8');
      const parts = await readRecordLink(link);
      if (typeof parts === 'string') throw new Error(parts);
      const log = parts.find(({ name }) => name === 'maillog')?.text ?? '';
      expect(log).not.toMatch(/\d+\.\d+\.\d+\.\d+|lab\.test/);
      const { builder } = await readAll([textSource('maillog', log)]);
      const [member] = builder.members;
      if (member === undefined) throw new Error('no record');
      const settings = readSettings(parts.filter(({ name }) => name !== 'maillog'));
      const { findings } = findLate(lateOf(member, settings), [], [], {
        classes: [],
        from: 0,
        to: 0,
        thresholds: {},
      });
      expect(findings.slice(0, 2).map(({ rule }) => rule)).toContain(finding);
      for (const { name, predicate } of classes) {
        const read = parsePredicate(predicate);
        if (!read.ok) throw new Error(`${name}: ${predicate}`);
        expect(selectLives(member.instance, read.value)).toContain(1);
      }
      expect(answers.filter(({ right }) => right)).toHaveLength(1);
      expect(changes.some(({ helps }) => helps)).toBe(true);
    },
  );
});
