import { describe, expect, test } from 'vitest';
import { replay } from '../replayers/cmgroup-scenario.ts';
import { parseClass, parsePredicate } from '../../src/record/importers/classes/parse.ts';
import { lint } from '../../src/record/importers/lint/lint.ts';
import { LiveRecord } from '../../src/record/importers/live/live-record.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { summarize } from '../../src/record/importers/summary.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { otherRun } from '../../src/learn/lessons/lesson.ts';
import { parseLesson } from '../../src/learn/lessons/lesson-file.ts';
import { readAll } from '../fixtures/records/read.ts';

const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'] as const;

describe('a name that every object inherits', () => {
  test.each(NAMES)('%s is no unit and no field of a class', (name) => {
    expect(parseClass(`a=size>5${name}`)).toMatchObject({
      ok: false,
      errors: [{ field: 'size', value: `5${name}`, accepted: 'a number: bytes; 200k and 3M are accepted' }],
    });
    expect(parsePredicate(`${name.replaceAll('_', '')}=5`)).toMatchObject({ ok: false });
  });

  test.each(NAMES)('%s is counted as a program of a log', async (name) => {
    const lines = [`${name}[1]: a`, `${name}[1]: b`, 'postfix/qmgr[2]: 1: removed'];
    const text = lines.map((line) => `2026-11-21T01:46:42.000000+00:00 vm ${line}\n`).join('');
    const [summary] = summarize(await readAll([textSource('maillog', text)]));
    expect(JSON.parse(JSON.stringify(summary))).toMatchObject({
      otherPrograms: Object.fromEntries([[name, 2]]),
    });
  });

  test.each(NAMES)('%s is a service like any other', (name) => {
    const filter = `content_filter = ${name}:[127.0.0.1]:1\n`;
    const back = 'localhost:10025 inet n - n - 2 smtpd -o content_filter=\n';
    const read = (main: string, master: string) =>
      lint(
        readSettings([
          { name: 'main.cf', text: main },
          { name: 'master.cf', text: `smtp unix - - n - 3 smtp\n${master}` },
        ]),
        { record: 'the log', peakBusy: { smtp: 2 } },
      ).findings;
    // Postfix requires no particular process limit for this service, and the record does not mention it.
    expect(read('', `${name} unix - - n - 5 ${name}\n`).filter(({ rule }) => rule === 104)).toEqual([]);
    const found = read(filter, `${name} unix - - n - 5 smtp\n${back}`).find(({ rule }) => rule === 16);
    expect(found).toMatchObject({ transport: name, evidence: null });
  });

  test.each(NAMES)('%s is counted as a queue', (name) => {
    const live = new LiveRecord('UTC', Date.UTC(2026, 10, 21));
    const row = {
      queue_name: name,
      queue_id: 'A',
      arrival_time: 1,
      message_size: 1,
      sender: '',
      recipients: [],
    };
    live.takeQueue(0, `${JSON.stringify(row)}\n${JSON.stringify(row)}\n`, '');
    expect(Object.entries(live.queue?.messages ?? {})).toEqual([[name, 2]]);
  });

  test('names no operation of a recorded file', () => {
    const vector = {
      format: 'cmgroup-scenario/1',
      setup: { cpus: 1 },
      steps: [{ at: 0, do: [{ op: 'constructor' }] }],
    };
    expect(() => replay(vector)).toThrow('operation constructor is unknown');
  });

  test('names a scene of a lesson', () => {
    const scene = JSON.stringify(GALLERY[0]?.scenario);
    const head = '# A lesson\nid: a-lesson\nabout: What it is about.\n\n';
    const scenes = ['one', 'constructor']
      .map((name) => `\`\`\` scene ${name}\n${scene}\n\`\`\`\n\n`)
      .join('');
    const stops = ['one', 'constructor']
      .map((name) => `## Stop ${name}\nscene: ${name}\nat: start\n\nText.\n\n`)
      .join('');
    const parsed = parseLesson(head + scenes + stops, () => undefined);
    const lesson = parsed.ok ? parsed.lesson : null;
    expect(parsed).toMatchObject({ ok: true });
    expect(otherRun(lesson!, 1)).toBe(GALLERY[0]?.scenario.title);
  });
});
