import type { DebugMarks, MarkedBreakpoint, StopTest } from '../protocol/debug.ts';
import type { EventKind } from '../protocol/events.ts';
import { parseExpression } from './expression.ts';

/** Maximum number of breakpoints, and of watches, in a link. */
const LIST_MAX = 100;
const TEXT_MAX = 200;

/** Packs breakpoints and watches as lists, which need no member names in a link; null when there are none. */
export function packMarks({ breakpoints, watches }: DebugMarks): unknown[] | null {
  if (breakpoints.length === 0 && watches === null) return null;
  const points = breakpoints
    .slice(0, LIST_MAX)
    .map(({ text, test: { event, expression, hit }, enabled }) => [
      text.slice(0, TEXT_MAX),
      event === undefined
        ? 0
        : [event.kinds, event.message, event.destination, ...(event.nothing === true ? [1] : [])],
      expression ?? '',
      hit ?? 1,
      enabled ? 1 : 0,
    ]);
  return [points, watches?.slice(0, LIST_MAX) ?? 0];
}

/** Checks and unpacks the list of `packMarks`, which comes from outside; null when it is invalid. */
export function readMarks(packed: unknown): DebugMarks | null {
  try {
    const [points, watches] = listOf(packed);
    return {
      breakpoints: listOf(points).map(breakpointOf),
      watches: watches === 0 ? null : listOf(watches).map(expressionOf),
    };
  } catch {
    return null;
  }
}

function breakpointOf(json: unknown): MarkedBreakpoint {
  const [text, about, expression, hit, enabled] = listOf(json);
  const test: StopTest = { hit: Math.max(1, wholeOf(hit)) };
  if (about !== 0) {
    const [kinds, message, destination, nothing] = listOf(about);
    test.event = {
      // A kind of event that this version does not know is accepted: it never occurs.
      kinds: listOf(kinds).map((kind) => textOf(kind) as EventKind),
      message: wholeOf(message),
      destination: textOf(destination),
      ...(nothing === 1 ? { nothing: true } : {}),
    };
  }
  if (expression !== '') test.expression = expressionOf(expression);
  if (test.event === undefined && test.expression === undefined) throw new Error('a breakpoint on nothing');
  return { text: textOf(text), test, enabled: enabled === 1 };
}

function listOf(json: unknown): unknown[] {
  if (!Array.isArray(json) || json.length > LIST_MAX) throw new Error('not a list');
  return json;
}

function textOf(json: unknown): string {
  if (typeof json !== 'string' || json.length > TEXT_MAX) throw new Error('not a text');
  return json;
}

function expressionOf(json: unknown): string {
  if (typeof json !== 'string' || !parseExpression(json).ok) throw new Error('not an expression');
  return json;
}

function wholeOf(json: unknown): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < 0) throw new Error('not a number');
  return json;
}
