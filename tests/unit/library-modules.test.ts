import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { create, scene, ScenarioError, scenes } from '../../src/cli/library/engine.ts';
import { read } from '../../src/cli/library/record.ts';
import { command } from '../fixtures/command.ts';

const RECORD = join(import.meta.dirname, '../fixtures/records/verbose/w1b');
const bytesOf = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(RECORD, name)));

describe('qmgrscope/engine', () => {
  test('runs a scene like the command, step by step or to its end', async () => {
    const run = create(scene('ten-two-two'));
    while (run.step());
    const { out } = await command('sim', 'gallery:ten-two-two', '--json');
    const figures = JSON.parse(out) as { hash: string; events: number; decisions: number };
    const selections = run.decisions().filter(({ decision }) => decision.rule === 'selection');
    expect({ hash: run.hash(), events: run.events().length, decisions: selections.length }).toEqual({
      hash: figures.hash,
      events: figures.events,
      decisions: figures.decisions,
    });
    const other = create(scene('ten-two-two'));
    other.runUntil();
    expect(other.hash()).toBe(figures.hash);
    expect(other.next()).toBeNull();
  });

  test('takes a command in the middle, and shows the state', () => {
    const run = create({ version: 2, kind: 'mail' });
    run.runUntil(5e6);
    expect(run.apply({ kind: 'message.inject', to: [{ destination: 'a.example', count: 3 }] }).ok).toBe(true);
    run.step();
    expect(run.snapshot().message).toHaveLength(1);
    const { events } = { events: run.events().length };
    expect(run.apply({ kind: 'message.inject', to: [{ destination: '', count: -1 }] }).ok).toBe(false);
    expect(run.events()).toHaveLength(events);
  });

  test('names the fields of a wrong scenario, and knows every scene', () => {
    expect(() => create({ version: 2, kind: 'mail', seed: -1 })).toThrow(ScenarioError);
    expect(() => create({ version: 2, kind: 'mail', seed: -1 })).toThrow(/^seed: -1 is not accepted/);
    expect(() => scene('none')).toThrow(RangeError);
    for (const { id } of scenes) expect(create(scene(id)).position().step).toBe(0);
  });
});

describe('qmgrscope/record', () => {
  test('finds in bytes, texts and files what late finds', async () => {
    const log = new File([bytesOf('maillog.gz')], 'maillog.gz');
    const record = await read([
      { name: 'maillog.gz', content: log },
      { name: 'postconf', content: readFileSync(join(RECORD, 'postconf.txt'), 'utf8') },
      { name: 'master', content: bytesOf('master.txt') },
    ]);
    const [report] = record.findings({ classes: ['resets=from=reset@*'] });
    const { out } = await command('late', RECORD, '--class', 'resets=from=reset@*', '--json');
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(report?.cost).toBe(lines[0]?.['cost']);
    expect(report?.verdicts.map(({ words }) => words)).toEqual(
      lines.filter(({ kind }) => kind === 'verdict').map(({ sentence }) => sentence),
    );
    expect(report?.findings.map(({ text }) => text.sentence)).toEqual(
      lines.filter(({ kind }) => kind === 'finding').map(({ sentence }) => sentence),
    );
    expect(record.summaries).toMatchObject([{ host: 'mail', instance: 'postfix' }]);
  });

  test('says what a file is, and refuses a wrong class or zone', async () => {
    const record = await read([{ name: 'a', content: 'no log' }]);
    expect(record.files).toMatchObject([{ name: 'a', kind: 'text', trouble: '' }]);
    expect(record.findings()).toEqual([]);
    expect(() => record.findings({ classes: ['a=('] })).toThrow(RangeError);
    await expect(read([], { zone: 'Nowhere' })).rejects.toThrow(RangeError);
  });
});
