/**
 * `npm run sim -- SCENARIO.json|gallery:ID [--until T] [--events|--decisions|--json] [--why WHAT]… [MOVE]…`
 *
 * Runs a scenario without a page and prints what happened, with the sentences of the page. Without `--until` it ends
 * when nothing is left to happen, or after one hour of simulated time. `--why` asks about the moment at which it ended.
 * Runs of mail, of the timer laboratory and of threads alone; also a recorded `cmgroup-scenario/1` or `cmgroup-workload/1`.
 * Moves are those of the debugger: `--step STEP`, `--until-expr EXPRESSION`, `--back-expr EXPRESSION`, in that order.
 */
import { readFileSync } from 'node:fs';
import { GALLERY, galleryItem } from '../lessons/gallery.ts';
import { TIMER_SCENES } from '../lessons/timers/scenes.ts';
import type { Scenario } from '../protocol/scenario.ts';
import {
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Micros,
} from '../protocol/units.ts';
import { cmgroupScenario, isCmgroupFile } from '../scenario/kinds/threads/file.ts';
import { parseScenario } from '../scenario/schema.ts';
import { BadInput, bad } from './bad-input.ts';
import { helped } from './command.ts';
import type { Mode } from './kinds/run-kind.ts';
import { runKind } from './kinds/runs.ts';
import { type DebugMove, parseStep, parseUntil, runMoves, STEP_ACCEPTED } from './run-debug.ts';
import { createReport } from './run-report.ts';
import { WHY_ACCEPTED } from './why-args.ts';
import { wordsOf } from './words.ts';

const IDS = [...GALLERY, ...TIMER_SCENES].map((item) => item.id).join(', ');
const USAGE = `usage: npm run sim -- SCENARIO.json|gallery:ID [--until T] [--events|--decisions|--json] [--why WHAT]…
       npm run sim -- SCENARIO.json|gallery:ID [--until T] MOVE…
  T        simulated time at which to stop: 90, 1.5s, 500ms, 40us, 2m, 1h (default: at idle, or after 1h)
  WHAT     ${WHY_ACCEPTED}
  MOVE     --step STEP, --until-expr EXPRESSION, --back-expr EXPRESSION; exit status 1 when it is not found
  STEP     ${STEP_ACCEPTED}
  ID       ${IDS}
`;

interface Options {
  source: string;
  until: Micros;
  mode: Mode;
  why: string[];
  moves: DebugMove[];
}

const UNITS: Readonly<Record<string, number>> = {
  '': MICROS_PER_SECOND,
  us: 1,
  ms: 1e3,
  s: MICROS_PER_SECOND,
  m: MICROS_PER_MINUTE,
  h: MICROS_PER_HOUR,
  d: MICROS_PER_DAY,
};

function parseTime(text: string | undefined): Micros {
  const match = /^(\d+(?:\.\d+)?)(us|ms|[smhd])?$/.exec(text ?? '');
  const micros = Math.round(Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? 1));
  if (match === null || !Number.isSafeInteger(micros)) {
    throw bad('--until', text ?? 'nothing', 'a time such as 90, 1.5s, 500ms, 40us, 2m or 1h');
  }
  return micros;
}

const OPTIONS = '--until, --events, --decisions, --json, --why, --step, --until-expr or --back-expr';

/** Options, and whether they take a value. */
const TAKES = {
  until: true,
  step: true,
  'until-expr': true,
  'back-expr': true,
  why: true,
  events: false,
  decisions: false,
  json: false,
};

function parseOptions(args: readonly string[]): Options {
  const options: Options = { source: '', until: Number.NaN, mode: 'figures', why: [], moves: [] };
  for (const { name, value } of wordsOf(args, TAKES)) {
    if (name === '--until') options.until = parseTime(value ?? undefined);
    else if (name === '--step') options.moves.push(stepOf(value ?? ''));
    else if (name === '--until-expr') options.moves.push(untilOf(value ?? '', 1));
    else if (name === '--back-expr') options.moves.push(untilOf(value ?? '', -1));
    else if (name === '--why') options.why.push(value ?? '');
    else if (name === '--events' || name === '--decisions' || name === '--json') {
      if (options.mode !== 'figures') throw bad(name, name, 'one of --events, --decisions and --json, once');
      options.mode = name.slice(2) as Mode;
    } else if (name !== '') throw bad('option', name, OPTIONS);
    else if (options.source === '') options.source = value ?? '';
    else throw bad('argument', value ?? '', 'one scenario');
  }
  const { moves, mode, why } = options;
  if (moves.length > 0 && (mode !== 'figures' || why.length > 0)) {
    throw bad('moves', 'beside --events, --decisions, --json or --why', 'moves alone');
  }
  if (options.source === '') throw bad('scenario', 'nothing', `a file, or gallery:ID\n${USAGE}`);
  return options;
}

function stepOf(word: string): DebugMove {
  const move = parseStep(word);
  if (move === null) throw bad('--step', word, STEP_ACCEPTED);
  return move;
}

function untilOf(expression: string, direction: 1 | -1): DebugMove {
  const move = parseUntil(expression, direction);
  if ('accepted' in move)
    throw bad(direction === 1 ? '--until-expr' : '--back-expr', expression, move.accepted);
  return move;
}

function readScenario(source: string): Scenario {
  if (source.startsWith('gallery:')) {
    const item = galleryItem(source.slice('gallery:'.length));
    if (item === undefined) throw bad('gallery', source.slice(8), IDS);
    return item.scenario;
  }
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(source, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw bad('scenario', source, `a readable JSON file (${why})`);
  }
  const parsed = parseScenario(isCmgroupFile(json) ? cmgroupScenario(json) : json);
  if (!parsed.ok) throw new BadInput(parsed.errors);
  return parsed.value;
}

/** The debugger's moves from the start, or from `--until` on. */
async function debug({ source, until, moves }: Options): Promise<void> {
  const start = Number.isNaN(until) ? null : until;
  const found = await runMoves(readScenario(source), start, moves, (line) => {
    process.stdout.write(`${line}\n`);
  });
  if (!found) process.exitCode = 1;
}

function run({ source, until, mode, why }: Options): void {
  const scenario = readScenario(source);
  const print = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  const report = createReport(scenario, print);
  if (mode === 'events') report.showEvents();
  if (mode === 'decisions') report.showDecisions();
  runKind(scenario, { mode, until: Number.isNaN(until) ? MICROS_PER_HOUR : until, report, why, print });
}

// `npm run sim … | head` closes the pipe early; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

try {
  if (!helped(USAGE)) {
    const options = parseOptions(process.argv.slice(2));
    if (options.moves.length > 0) await debug(options);
    else run(options);
  }
} catch (error) {
  if (!(error instanceof BadInput)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
