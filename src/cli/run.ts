/**
 * `npm run sim -- SCENARIO.json|gallery:ID [--until T] [--events|--decisions|--json] [--why WHAT]… [MOVE]…`
 *
 * Runs a scenario without a page and prints what happened, in the page's sentences. Without `--until` the run ends when
 * nothing is left to happen, or after one hour of simulated time. `--why` asks about the state at the end. Accepts runs of
 * mail, of the timer laboratory and of threads alone, and recorded `cmgroup-scenario/1` or `cmgroup-workload/1` files. Moves
 * of the debugger are made in the given order: `--step STEP`, `--until-expr EXPRESSION`, `--back-expr EXPRESSION`.
 */
import { GALLERY, galleryItem } from '../scenes/gallery.ts';
import { TIMER_SCENES } from '../scenes/timers/scenes.ts';
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
import { helped, runCommand } from './command.ts';
import type { Mode } from './kinds/run-kind.ts';
import { runKind } from './kinds/runs.ts';
import { readJsonFile } from './read-file.ts';
import { type DebugMove, parseStep, parseUntil, runMoves, STEP_ACCEPTED } from './run-debug.ts';
import { createReport } from './run-report.ts';
import { print } from './terminal.ts';
import { WHY_ACCEPTED } from './why-args.ts';
import { wordsOf } from './command-words.ts';

const IDS = [...GALLERY, ...TIMER_SCENES].map((item) => item.id).join(', ');
const USAGE = `usage: npm run sim -- SCENARIO.json|gallery:ID [--until T] [--events|--decisions|--json] [--why WHAT]…
       npm run sim -- SCENARIO.json|gallery:ID [--until T] MOVE…
  T        simulated time to stop at: 90, 1.5s, 500ms, 40us, 2m, 1h (default: at idle, or after 1h)
  WHAT     ${WHY_ACCEPTED}
  MOVE     --step STEP, --until-expr EXPRESSION, --back-expr EXPRESSION; exit status 1 if not found
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

/** Options of the command; true = the option takes a value. */
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
    throw bad('moves', 'together with --events, --decisions, --json or --why', 'moves alone');
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
  const value = readJsonFile('scenario', source);
  const parsed = parseScenario(isCmgroupFile(value) ? cmgroupScenario(value) : value);
  if (!parsed.ok) throw new BadInput(parsed.errors);
  return parsed.value;
}

/** Makes the debugger's moves from the start, or from `--until`. Exit status 1 when a search found nothing. */
async function debug({ source, until, moves }: Options): Promise<number> {
  const start = Number.isNaN(until) ? null : until;
  return (await runMoves(readScenario(source), start, moves, print)) ? 0 : 1;
}

function run({ source, until, mode, why }: Options): number {
  const scenario = readScenario(source);
  const report = createReport(scenario, print);
  if (mode === 'events') report.showEvents();
  if (mode === 'decisions') report.showDecisions();
  runKind(scenario, { mode, until: Number.isNaN(until) ? MICROS_PER_HOUR : until, report, why, print });
  return 0;
}

export function simCommand(args: readonly string[]): Promise<number> | number {
  if (helped(USAGE, args)) return 0;
  const options = parseOptions(args);
  return options.moves.length > 0 ? debug(options) : run(options);
}

await runCommand(import.meta.url, simCommand);
