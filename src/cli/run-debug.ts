/** The debugger on the command line: the same steps and searches as on the page, in the same session. */
import { explanationText } from '../explain/decision.ts';
import { momentOf } from '../explain/moment.ts';
import { type Names, numberOfName, toText } from '../explain/tokens.ts';
import type { SearchReport } from '../protocol/debug.ts';
import type { EventRecord } from '../protocol/events.ts';
import type { Frame } from '../protocol/frame.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { type SessionApi, STEP_UNITS, type StepUnit } from '../protocol/session-api.ts';
import type { CandidateRow } from '../protocol/answers.ts';
import type { Micros } from '../protocol/units.ts';
import { parseExpression } from '../scenario/expression.ts';
import { stepOutTest } from '../scenario/step-out.ts';
import { anyEngine } from '../worker/kinds/any-engine.ts';
import { createSession } from '../worker/session/session.ts';
import { checks } from '../worker/kinds/checks.ts';
import { formatExactSeconds } from '../explain/figures.ts';

/** A step, or a search for the step at which an expression becomes true. */
export type DebugMove =
  | { kind: 'step'; unit: StepUnit | 'out' | 'into'; direction: 1 | -1; times: number }
  | { kind: 'until'; expression: string; direction: 1 | -1 };

const UNITS = [...STEP_UNITS, 'out', 'into'] as const;
const TIMES_MAX = 100_000;

export const STEP_ACCEPTED = `[-]UNIT[:TIMES], UNIT one of over, ${UNITS.join(', ')}; - goes back`;

/** Parses a `--step` argument; null if invalid. `over` is a step to the next decision, in contrast to `into`. */
export function parseStep(word: string): DebugMove | null {
  const match = /^(-?)([a-z]+)(?::(\d{1,6}))?$/.exec(word);
  const name = match?.[2] === 'over' ? 'decision' : match?.[2];
  const unit = UNITS.find((known) => known === name);
  const times = Number(match?.[3] ?? 1);
  if (match === null || unit === undefined || times < 1 || times > TIMES_MAX) return null;
  return { kind: 'step', unit, direction: match[1] === '-' ? -1 : 1, times };
}

/** Parses `--until-expr` or `--back-expr`. For an invalid expression, says what is accepted and where. */
export function parseUntil(expression: string, direction: 1 | -1): DebugMove | { accepted: string } {
  const parsed = parseExpression(expression);
  if (parsed.ok) return { kind: 'until', expression, direction };
  return { accepted: `${parsed.accepted} after ${parsed.position} characters` };
}

/** Makes the moves in order. Prints the place and its description after each. Returns false when a search found nothing. */
export async function runMoves(
  scenario: Scenario,
  start: Micros | null,
  moves: readonly DebugMove[],
  print: (line: string) => void,
): Promise<boolean> {
  const session = createSession(anyEngine, {
    now: () => performance.now(),
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    checks,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  let frame: Frame | null = null;
  const view = { transport: scenario.view.transport, selected: 0, deliveries: 0 };
  await session.open(scenario);
  await session.subscribe(view, (next) => {
    frame = next;
  });
  if (start !== null) await session.seek({ at: start });
  for (const move of moves) {
    // Each move begins where the previous one ended.
    // oxlint-disable-next-line no-await-in-loop
    const said = await makeMove(session, move);
    // oxlint-disable-next-line no-await-in-loop
    const names = await namesOf(session);
    if (frame !== null) print(placeText(frame, names));
    for (const line of said.lines) print(line);
    if (!said.found) return false;
  }
  return true;
}

interface Said {
  lines: string[];
  found: boolean;
}

async function makeMove(session: SessionApi, move: DebugMove): Promise<Said> {
  if (move.kind === 'until') {
    return searchSaid(
      await session.runUntil(move.direction, [{ expression: move.expression }]),
      move.expression,
    );
  }
  const { unit, direction, times } = move;
  for (let i = 0; i < times; i++) {
    if (unit === 'into') {
      // oxlint-disable-next-line no-await-in-loop
      const { decision } = await session.step('decision', direction);
      // oxlint-disable-next-line no-await-in-loop
      const rows = i === times - 1 ? await session.ask('candidates', decision) : [];
      if (i === times - 1) return { lines: rows.filter(examined).map(candidateText), found: true };
    } else if (unit === 'out') {
      // oxlint-disable-next-line no-await-in-loop
      const [current = 0] = await session.ask('evaluate', ['current']);
      if (current === null || current === 0) return { lines: ['no job is current'], found: false };
      // oxlint-disable-next-line no-await-in-loop
      const report = await session.runUntil(direction, [stepOutTest(current, direction)]);
      if (report.why !== 'found')
        return searchSaid(report, `${current} ${direction === 1 ? 'leaves' : 'comes'}`);
    } else {
      // oxlint-disable-next-line no-await-in-loop
      await session.step(unit, direction);
    }
  }
  return { lines: [], found: true };
}

function searchSaid({ why }: SearchReport, sought: string): Said {
  if (why === 'found') return { lines: [], found: true };
  const end = why === 'limit' ? 'not within an hour of simulated time' : 'the run ends without it';
  return { lines: [`not found: ${sought} (${end})`], found: false };
}

function examined({ verdict }: CandidateRow): boolean {
  return verdict !== 'ahead' && verdict !== 'current';
}

function candidateText({ number, need, score, verdict }: CandidateRow): string {
  return `  ${String(number).padStart(6)}  needs ${need}  score ${score.toFixed(2)}  ${verdict.replaceAll('-', ' ')}`;
}

const PAGE = 500;

/** Collects the names of messages, destinations and transports from all events so far. */
async function namesOf(session: SessionApi): Promise<Names> {
  const kinds = ['message.injected', 'queue.created', 'transport.created'] as const;
  const records: EventRecord[] = [];
  for (;;) {
    // A long log is filtered in several answers, so ask page by page.
    // oxlint-disable-next-line no-await-in-loop
    const page = await session.ask(
      'log',
      { kinds: [...kinds], message: 0, destination: '', words: [] },
      records.length,
      PAGE,
    );
    records.push(...page.rows);
    if (page.looked === page.all && records.length >= page.total) break;
  }
  const numbers = new Map<number, number>();
  const queues = new Map<number, string>();
  const transports = new Map<number, string>();
  for (const { event } of records) {
    if (event.kind === 'message.injected') numbers.set(event.msg, numberOfName(event.name, event.msg));
    if (event.kind === 'queue.created') queues.set(event.queue, event.name);
    if (event.kind === 'transport.created') transports.set(event.transport, event.name);
  }
  return {
    numberOf: (msg) => numbers.get(msg) ?? msg,
    queueName: (queue) => queues.get(queue) ?? '',
    transportName: (transport) => transports.get(transport) ?? '',
  };
}

/** Describes a place and what happened in its step. If nothing happened, gives only the place. */
function placeText(frame: Frame, names: Names): string {
  const { cursor, head, decision, events } = frame;
  const moment = momentOf({ cursor, head, decision, events, messages: 0, scripted: true }, names);
  const { explanation, sentence } = moment;
  const own = moment.step === cursor.step && cursor.step > 0;
  const said = own ? (explanation === null ? toText(sentence) : explanationText(explanation)) : '';
  const place = `step ${cursor.step}, event ${cursor.event}, decision ${cursor.decision}`;
  return `${formatExactSeconds(cursor.at)} s  ${place}  ${said}`.trimEnd();
}
