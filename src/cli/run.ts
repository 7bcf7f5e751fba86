/**
 * `npm run sim -- SCENARIO.json|gallery:ID [--until T] [--events|--decisions|--json] [--why WHAT]… [MOVE]…`
 *
 * Runs a scenario without a page and prints what happened, with the sentences of the page. Without `--until` it ends
 * when nothing is left to happen, or after one hour of simulated time. `--why` asks about the moment at which it ended.
 * Runs of mail, of the timer laboratory and of threads alone; also a recorded `cmgroup-scenario/1` or `cmgroup-workload/1`.
 * Moves are those of the debugger: `--step STEP`, `--until-expr EXPRESSION`, `--back-expr EXPRESSION`, in that order.
 */
import { readFileSync } from 'node:fs';
import { createSimulation, nextInstant, position, stepOnce } from '../core/simulation.ts';
import { GALLERY, galleryItem } from '../lessons/gallery.ts';
import { TIMER_SCENES } from '../lessons/timers/scenes.ts';
import type { InputError } from '../protocol/result.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { describeError } from '../scenario/schema-errors.ts';
import { cmgroupScenario, isCmgroupFile } from '../scenario/cmgroup-file.ts';
import { parseScenario } from '../scenario/schema.ts';
import { type DebugMove, parseStep, parseUntil, runMoves, STEP_ACCEPTED } from './run-debug.ts';
import { type LabRun, runLab } from './run-lab.ts';
import { runThreads, threadsSummary } from './run-threads.ts';
import { createReport, type Figures, type RunReport } from './run-report.ts';
import { stateFigures } from './run-state.ts';
import { answerWhy, parseWhy, WHY_ACCEPTED } from './why-args.ts';

const HOUR = 3_600_000_000;
const IDS = [...GALLERY, ...TIMER_SCENES].map((item) => item.id).join(', ');
const USAGE = `usage: npm run sim -- SCENARIO.json|gallery:ID [--until T] [--events|--decisions|--json] [--why WHAT]…
       npm run sim -- SCENARIO.json|gallery:ID [--until T] MOVE…
  T        simulated time at which to stop: 90, 1.5s, 500ms, 40us, 2m, 1h (default: at idle, or after 1h)
  WHAT     ${WHY_ACCEPTED}
  MOVE     --step STEP, --until-expr EXPRESSION, --back-expr EXPRESSION; exit status 1 when it is not found
  STEP     ${STEP_ACCEPTED}
  ID       ${IDS}
`;

type Mode = 'figures' | 'events' | 'decisions' | 'json';

interface Options {
  source: string;
  until: number;
  mode: Mode;
  why: string[];
  moves: DebugMove[];
}

/** Bad input: the field, what it held, what would be accepted. Exit code 2. */
class BadInput extends Error {
  constructor(errors: readonly InputError[]) {
    super(errors.map(describeError).join('\n'));
  }
}

function bad(field: string, value: string, accepted: string): BadInput {
  return new BadInput([{ field, value, accepted }]);
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1e6,
  us: 1,
  ms: 1e3,
  s: 1e6,
  m: 60e6,
  h: HOUR,
  d: 24 * HOUR,
};

function parseTime(text: string | undefined): number {
  const match = /^(\d+(?:\.\d+)?)(us|ms|[smhd])?$/.exec(text ?? '');
  const micros = Math.round(Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? 1));
  if (match === null || !Number.isSafeInteger(micros)) {
    throw bad('--until', text ?? 'nothing', 'a time such as 90, 1.5s, 500ms, 40us, 2m or 1h');
  }
  return micros;
}

const OPTIONS = '--until, --events, --decisions, --json, --why, --step, --until-expr or --back-expr';

function parseOptions(args: readonly string[]): Options {
  const options: Options = { source: '', until: Number.NaN, mode: 'figures', why: [], moves: [] };
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? '';
    if (word === '--until') options.until = parseTime(args[++i]);
    else if (word.startsWith('--until=')) options.until = parseTime(word.slice(8));
    else if (word === '--step') options.moves.push(stepOf(args[++i] ?? ''));
    else if (word === '--until-expr') options.moves.push(untilOf(args[++i] ?? '', 1));
    else if (word === '--back-expr') options.moves.push(untilOf(args[++i] ?? '', -1));
    else if (word === '--why') options.why.push(args[++i] ?? '');
    else if (word.startsWith('--why=')) options.why.push(word.slice(6));
    else if (word === '--events' || word === '--decisions' || word === '--json') {
      if (options.mode !== 'figures') throw bad(word, word, 'one of --events, --decisions and --json, once');
      options.mode = word.slice(2) as Mode;
    } else if (word.startsWith('-')) throw bad('option', word, OPTIONS);
    else if (options.source === '') options.source = word;
    else throw bad('argument', word, 'one scenario');
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

function run(options: Options): void {
  const scenario = readScenario(options.source);
  const until = Number.isNaN(options.until) ? HOUR : options.until;
  const questions = options.why.map((word) => {
    const parsed = parseWhy(word, scenario.view.transport);
    if (parsed === null) throw bad('--why', word, WHY_ACCEPTED);
    return { word, parsed };
  });
  const report = createReport(scenario, (line) => {
    process.stdout.write(`${line}\n`);
  });
  if (options.mode === 'events') report.showEvents();
  if (options.mode === 'decisions') report.showDecisions();
  if (scenario.lab !== undefined) {
    refuseOfMail(options, 'the timer laboratory', ['decisions']);
    return finishLab(options, report, runLab(scenario, report.sink, until));
  }
  if (scenario.cmgroup !== undefined) {
    refuseOfMail(options, 'a run of threads alone', []);
    return finishThreads(options, report, scenario, until);
  }
  const sim = createSimulation(scenario, report.sink);
  let next = nextInstant(sim);
  while (next !== null && next <= until) {
    stepOnce(sim);
    next = nextInstant(sim);
  }
  for (const { word, parsed } of questions) {
    for (const line of answerWhy(sim, word, parsed)) process.stdout.write(`${line}\n`);
  }
  if (questions.length > 0 && options.mode === 'figures') return;
  const figures: Figures = report.figures(position(sim), next === null);
  if (options.mode === 'json') {
    const state = stateFigures({ sim, transport: scenario.view.transport });
    process.stdout.write(`${JSON.stringify({ ...figures, state }, null, 2)}\n`);
  }
  if (options.mode === 'figures') process.stdout.write(`${report.summary(figures)}\n`);
}

/** Options that mean nothing in this kind of run are refused, never ignored. */
function refuseOfMail({ mode, why }: Options, kind: string, modes: readonly Mode[]): void {
  const [question] = why;
  if (question !== undefined) throw bad('--why', question, `a run of mail; this is ${kind}`);
  if (modes.includes(mode))
    throw bad(
      `--${mode}`,
      kind,
      'a run of mail or of threads: nothing is decided here, --events has its log',
    );
}

/** What decides in a run of threads are the rules of §6: `--decisions` prints each change of a count with its cause. */
function finishThreads({ mode }: Options, report: RunReport, scenario: Scenario, until: number): void {
  const {
    end,
    idle,
    figures: threads,
    causes,
  } = runThreads(scenario, report.sink, until, mode === 'decisions');
  for (const line of causes) process.stdout.write(`${line}\n`);
  const figures = report.figures(end, idle);
  if (mode === 'json') process.stdout.write(`${JSON.stringify({ ...figures, threads }, null, 2)}\n`);
  if (mode === 'figures')
    process.stdout.write(`${[plainSummary(figures), ...threadsSummary(threads)].join('\n')}\n`);
}

/** The laboratory decides nothing and holds no mail: what it has are events and counters. */
function finishLab({ mode }: Options, report: RunReport, { end, idle, table }: LabRun): void {
  const figures = report.figures(end, idle);
  if (mode === 'json') process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  if (mode === 'figures') process.stdout.write(`${[plainSummary(figures), ...table].join('\n')}\n`);
}

function plainSummary({ title, ended, idle, events, hash }: Figures): string {
  return `${title}\nended at ${ended} s${idle ? ', nothing left to happen' : ''}\n${events} events, log ${hash}`;
}

// `npm run sim … | head` closes the pipe early; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

try {
  if (process.argv.includes('--help')) process.stdout.write(USAGE);
  else {
    const options = parseOptions(process.argv.slice(2));
    if (options.moves.length > 0) await debug(options);
    else run(options);
  }
} catch (error) {
  if (!(error instanceof BadInput)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
