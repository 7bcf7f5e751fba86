import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completionCode } from '../../src/learn/lessons/completion.ts';
import { GALLERY } from '../../src/scenes/gallery.ts';
import type { Draw } from '../../src/learn/questions/draw.ts';
import { type Command, statusOf } from '../../src/cli/command.ts';
import { conformanceCommand } from '../replayers/conformance.ts';
import { lateCommand } from '../../src/record/cli/late.ts';
import { lintCommand } from '../../src/record/cli/lint-postfix.ts';
import { predictCommand } from '../../src/record/cli/predict.ts';
import { queueCommand } from '../../src/record/cli/queue.ts';
import { recordCommand } from '../../src/record/cli/record.ts';
import { replayCommand } from '../../src/record/cli/replay.ts';
import { resultsCommand } from '../../src/learn/cli/results.ts';
import { simCommand } from '../../src/cli/run.ts';
import { shareCommand } from '../../src/record/cli/share.ts';
import { sweepCommand } from '../../src/cli/sweep.ts';
import { type FuzzKind, mutate } from './kind.ts';
import { life, MAIN, MASTER } from './records.ts';

/** Texts that a terminal obeys: title, colour, clear, bell, C1, carriage return, writing direction, line separators. */
const OBEYED = [
  '\u001b]0;PWNED\u0007',
  '\u001b[31m',
  '\u001b[2J',
  '\u0007',
  '\u0000',
  '\u0008',
  '\r',
  '\u007f',
  '\u0085',
  '\u009b2J',
  '\u061c',
  '\u200e',
  '\u202e',
  '\u2066',
  '\u2028',
];

/** A command, a function that makes its input, and arguments to draw from. */
interface Terminal {
  command: Command;
  make(draw: Draw): string;
  words: readonly string[];
}

const log = (draw: Draw): string =>
  Array.from({ length: 2 + draw.below(4) }, (_, i) => life(`9DC8922818${i}`, draw))
    .flat()
    .join('\n');
const scenario = (draw: Draw): string => JSON.stringify(draw.pick(GALLERY)!.scenario);
const spec = (draw: Draw): string =>
  JSON.stringify({
    kind: 'sweep',
    version: 1,
    seeds: 1 + draw.below(2),
    points: [{ key: 'a', x: '1', y: '', scenario: draw.pick(GALLERY)!.scenario }],
  });
const vector = (draw: Draw): string =>
  JSON.stringify({
    format: draw.pick(['qmgr-trace/1', 'wheel-trace/1', 'constructor']),
    about: 'x',
    steps: [{}],
  });
const homework = (draw: Draw): string =>
  Array.from({ length: 3 }, (_, i) => {
    const lesson = draw.pick(['windows', 'constructor']) ?? '';
    return `Ann${i}: ${completionCode({ lesson, right: 1, questions: 2, seconds: draw.below(999) })}`;
  }).join('\n');

const queued = (draw: Draw): string =>
  JSON.stringify({
    queue_name: draw.pick(['active', 'deferred', 'hold']),
    queue_id: '9DC8922818',
    arrival_time: 1_763_800_000 + draw.below(900),
    message_size: 310,
    sender: 'a@a.example',
    recipients: [{ address: 'b@b.example', delay_reason: 'connect to b.example: timed out' }],
  });

const TERMINALS: Readonly<Record<string, Terminal>> = {
  record: { command: recordCommand, make: log, words: ['', '--json'] },
  late: {
    command: lateCommand,
    make: log,
    words: ['', '--json', '--class=a=size>5', '--counts', '--fail-on=0'],
  },
  replay: { command: replayCommand, make: log, words: ['', '--json'] },
  share: { command: shareCommand, make: log, words: ['', '--link'] },
  predict: { command: predictCommand, make: log, words: ['--seeds=1', '--json'] },
  'lint-postfix': { command: lintCommand, make: () => MAIN + MASTER, words: ['', '--json'] },
  results: { command: resultsCommand, make: homework, words: ['', '--csv'] },
  queue: { command: queueCommand, make: queued, words: ['', '--json'] },
  sim: { command: simCommand, make: scenario, words: ['', '--json', '--events', '--until=2s'] },
  conformance: { command: conformanceCommand, make: vector, words: ['', '--json'] },
  sweep: { command: sweepCommand, make: spec, words: ['--merge', '--part=3/2'] },
};

/** Inserts terminal control characters into a text. In JSON they are escaped, so that the JSON still parses. */
function planted(text: string, draw: Draw): string {
  let out = text;
  for (let i = 1 + draw.below(6); i > 0; i -= 1) {
    const sign = draw.pick(OBEYED) ?? '';
    const at = draw.below(out.length);
    // Insert after a letter: between two strings of JSON it would only be a syntax error.
    const letter = out.slice(at).search(/[a-z]/i);
    const place = letter < 0 ? at : at + letter + 1;
    out =
      out.slice(0, place) +
      (text.startsWith('{') ? JSON.stringify(sign).slice(1, -1) : sign) +
      out.slice(place);
  }
  return draw.below(4) === 0 ? mutate(out, draw) : out;
}

/** Captures what a function writes to standard output and standard error, through streams or through `writeSync`. */
export async function outputOf(work: () => Promise<unknown>): Promise<{ out: string; err: string }> {
  const kept = { out: '', err: '' };
  const { writeSync } = fs;
  const [out, err] = [process.stdout.write, process.stderr.write];
  const keep = (name: 'out' | 'err') => (data: unknown) => {
    kept[name] += String(data);
    return true;
  };
  fs.writeSync = ((file: number, data: Uint8Array, ...rest: []) => {
    if (file !== 1 && file !== 2) return writeSync(file, data, ...rest);
    keep(file === 1 ? 'out' : 'err')(data);
    return data.length;
  }) as typeof fs.writeSync;
  process.stdout.write = keep('out');
  process.stderr.write = keep('err');
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(fs, { writeSync });
    process.stdout.write = out;
    process.stderr.write = err;
    syncBuiltinESMExports();
  }
  return kept;
}

/** Throws when the output contains a control character or an error message of Node. */
function checkOutput(name: string, { out, err }: { out: string; err: string }): void {
  for (const text of [out, err]) {
    const sign = /(?!\r\n|[\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.exec(text)?.[0];
    if (sign !== undefined) throw new Error(`${name} writes U+${sign.charCodeAt(0).toString(16)}`);
  }
  const raw = /A fault of qmgrscope|\bE(?:NOENT|ISDIR|ACCES)\b|Cannot read prop|\n {4}at \S+ \(/.exec(
    err,
  )?.[0];
  if (raw !== undefined) throw new Error(`${name} says: ${raw}`);
}

/** Every command that reads foreign input gets control characters. None may be printed, and JSON output must still parse. */
export const terminals: FuzzKind = {
  patience: 20,
  make(draw) {
    const name = draw.pick(Object.keys(TERMINALS)) ?? '';
    const { make, words = [] } = TERMINALS[name] ?? {};
    // The command also prints file names, and these are foreign input, too.
    const file = draw.below(3) === 0 ? `a${(draw.pick(OBEYED) ?? '').replace('\u0000', '')}b` : 'a';
    return `${JSON.stringify([name, draw.pick(words), file])}\n${planted(make?.(draw) ?? '', draw)}`;
  },
  async check(input) {
    const [head = '', ...lines] = input.split('\n');
    const [name = '', word = '', file = ''] = readHead(head);
    const terminal = Object.hasOwn(TERMINALS, name) ? TERMINALS[name] : undefined;
    if (terminal === undefined) return 'no command';
    const folder = fs.mkdtempSync(join(tmpdir(), 'terminals-'));
    try {
      const path = join(folder, file.replaceAll(/[/\0]/g, '') || 'a');
      fs.writeFileSync(path, lines.join('\n'));
      const args = [path, ...(word === '--merge' ? [word, path] : word === '' ? [] : [word])];
      const output = await outputOf(() => statusOf(terminal.command, args));
      checkOutput(name, output);
      if (word === '--json') for (const part of jsonOf(name, output.out)) JSON.parse(part);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
    return name;
  },
};

/** `sim` prints one object over many lines. All other commands print one per line. */
function jsonOf(name: string, out: string): string[] {
  return (name === 'sim' ? [out] : out.split('\n')).filter((part) => part.trim() !== '');
}

function readHead(head: string): string[] {
  try {
    const words: unknown = JSON.parse(head);
    return Array.isArray(words) ? words.map(String) : [];
  } catch {
    return [];
  }
}
