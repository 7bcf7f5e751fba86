import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findLate, lateOf } from '../../src/importers/findings/find.ts';
import { parsePredicate } from '../../src/importers/classes/parse.ts';
import { selectLives } from '../../src/importers/classes/select.ts';
import { textSource } from '../../src/importers/input/source.ts';
import { readSettings } from '../../src/importers/settings/read.ts';
import { INCIDENTS } from '../../src/lessons/incidents/incidents.ts';
import { readRecordLink } from '../../src/scenario/record/bundle.ts';
import { readAll } from '../fixtures/records/read.ts';

const FOLDER = new URL('../../src/panels/incidents/records/', import.meta.url).pathname;

describe('incidents', () => {
  it('each has its recording, and there is no other', () => {
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
