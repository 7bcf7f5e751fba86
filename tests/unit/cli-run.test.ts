import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { command, type Outcome } from '../fixtures/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sim = (...args: string[]): Promise<Outcome> => command('sim', ...args);

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('npm run sim', () => {
  test('prints the strip and when each message finished', async () => {
    const { code, out } = await sim('gallery:ten-two-two');
    expect(code).toBe(0);
    expect(out).toContain('smtp: 11112211113311');
    expect(out).toContain('ended at 4.2 s, nothing left to happen');
  });

  test('--decisions prints the sentences of the page', async () => {
    const { out } = await sim('gallery:ten-two-two', '--decisions', '--until', '1.2s');
    expect(out.trim().split('\n').at(-1)).toBe(
      '0:01.200000       5  An agent is free. 2 preempts 1: it needs 2 delivery slots, and 1 has 2.',
    );
  });

  test('--why says how a finished message ended, and when one behind small jobs is due', async () => {
    const done = (await sim('gallery:first-letter', '--until', '60s', '--why', 'M2')).out.trim().split('\n');
    expect(done.filter((line) => line.startsWith('M2:'))).toEqual([
      'M2: It was done at 3.4 s: all 6 recipients were delivered.',
    ]);
    expect((await sim('gallery:fifo', '--until', '1s', '--why', 'M3')).out).toContain(
      'M3: 3 is number 3 of 3 on the list: its turn comes after 7 entries of the jobs before it. Preemption is off',
    );
  });

  test('also runs the timer laboratory, which makes no decisions', async () => {
    const { code, out } = await sim('gallery:wheel-cancel', '--events');
    expect(code).toBe(0);
    expect(out).toContain('Bucket 7 of level 1 opens for nothing: its timers were cancelled.');
    expect((await sim('gallery:left-on-other-key', '--until', '1s')).out).toMatch(/retainedDone +2 +2 +2/);
    expect((await sim('gallery:wheel-cancel', '--why', 'M1')).err).toContain('a run of mail');
  });

  test('runs threads alone, from a scene or a recorded file', async () => {
    const { code, out } = await sim('gallery:one-over-the-limit', '--decisions', '--until', '3ms');
    expect(code).toBe(0);
    expect(out.trim().split('\n').at(-1)).toBe(
      '0:00.003000  +1      TB ended its wait in connect and bypasses the gate.  2 → 3 of 2',
    );
    const path = join('tests', 'conformance', 'threads', 'overshoot-ta-tb.json.gz');
    const recorded = file('recorded.json', gunzipSync(readFileSync(path)).toString('utf8'));
    const { threads } = JSON.parse((await sim(recorded, '--json', '--until', '3000us')).out) as {
      threads: {
        groups: { name: string; runnable: number; peak: number }[];
        measured: { maxRunnable: number };
      };
    };
    expect(threads).toMatchObject({
      groups: [{ name: 'G', runnable: 3, peak: 3 }],
      measured: { maxRunnable: 3, maxOvershoot: 1 },
    });
  });

  test('makes the debugger’s moves both ways, and says when one is not found', async () => {
    const moves = '--step decision:2 --step -decision:2 --step into --step -out'.split(' ');
    const { code, out } = await sim(
      'gallery:ten-two-two',
      '--until-expr',
      'delivered >= 3',
      ...moves,
      '--until-expr',
      'jobs > 90',
    );
    const lines = out.trim().split('\n');
    const decisionOf = (line = ''): number => Number(/decision (\d+)/.exec(line)?.[1]);
    expect(decisionOf(lines[1])).toBe(decisionOf(lines[0]) + 2);
    expect(decisionOf(lines[2])).toBe(decisionOf(lines[0]));
    expect(lines.at(-1)).toBe('not found: jobs > 90 (the run ends without it)');
    expect(code).toBe(1);
    expect((await sim('gallery:fifo', '--step', 'hour')).err).toContain('UNIT one of over, decision');
    expect((await sim('gallery:fifo', '--until-expr', 'jobs >')).err).toContain('after 6 characters');
  });

  test('--events prints one line per event', async () => {
    const { out } = await sim('gallery:fifo', '--events', '--until=0');
    expect(out.split('\n')[0]).toBe('0:00.000000  message.injected      1 arrives with 20 recipients.');
  });

  test('--json prints the final figures', async () => {
    const scenario = {
      version: 1,
      agents: { smtp: 0 },
      script: [{ at: 0, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 3 }] } }],
    };
    const { code, out } = await sim(file('waits.json', JSON.stringify(scenario)), '--json', '--until', '10m');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      title: 'Untitled',
      decisions: 0,
      messages: [{ number: 1, recipients: 3, deliverySlots: 0, firstSlot: null, result: 'in the queue' }],
    });
  });

  test.each([
    [[], 'scenario: nothing is not accepted'],
    [['gallery:nope'], 'gallery: nope is not accepted; it takes first-letter'],
    [['gallery:fifo', '--until', 'soon'], '--until: soon is not accepted; it takes a time such as'],
    [['gallery:fifo', '--loud'], 'option: --loud is not accepted'],
    [['gallery:fifo', '--until'], '--until: nothing is not accepted'],
    [['gallery:fifo', '-x'], 'option: -x is not accepted; it takes --until'],
    [['gallery:fifo', 'gallery:two'], 'argument: gallery:two is not accepted; it takes one scenario'],
    [['gallery:fifo', '--json', '--events'], '--events: --events is not accepted'],
  ])('%j ends with code 2 and names the field', async (args, message) => {
    const { code, out, err } = await sim(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  test('a missing scenario ends with code 3 and is named', async () => {
    const { code, err } = await sim('missing.json');
    expect(code).toBe(3);
    expect(err).toContain('scenario: missing.json is not accepted; it takes a readable JSON file');
  });

  test('a wrong scenario ends with code 3 and names every field', async () => {
    const text = '{"version":1,"seed":-1,"script":[{"at":0,"command":{"kind":"boom"}}]}';
    const { code, err } = await sim(file('wrong.json', text));
    expect(code).toBe(3);
    expect(err.trim().split('\n')).toEqual([
      'seed: -1 is not accepted; it takes a whole number from 0 to 4 294 967 295',
      expect.stringContaining('script[0].command.kind: boom is not accepted; it takes a command'),
    ]);
  });
});
