import { formatNumber } from '../../explain/figures.ts';
import type {
  FeedbackAmount,
  FeedbackEvent,
  FeedbackHistory,
  FeedbackRuleName,
} from '../../protocol/inspect.ts';

/** One line about a report: its kind and its effect on the window. */
export function reportText(event: FeedbackEvent, rule: FeedbackRuleName): string {
  const track = event[rule];
  const what = event.sign === 'positive' ? 'success' : event.sign === 'negative' ? 'failure' : 'revival';
  if (event.muted) return `${what}, no feedback: the destination was not ready`;
  if (event.sign === 'revival') return `revival, window ${track.window}`;
  if (track.died) return `failure, dead: ${formatNumber(track.failCohorts)} cohorts`;
  const window =
    track.window === track.windowBefore
      ? `window stays ${track.window}`
      : `window ${track.windowBefore} to ${track.window}`;
  const sum = event.sign === 'positive' ? track.success : track.failure;
  return `${what}, ${track.applied ? `sum ${formatNumber(sum)}` : 'nothing added'}, ${window}`;
}

/** The sentence about an event in the panel's header. */
export function eventSentence(event: FeedbackEvent, rule: FeedbackRuleName): string {
  const track = event[rule];
  const moved = track.window - track.windowBefore;
  if (event.muted) {
    return event.sign === 'positive'
      ? 'A delivery in progress succeeded. The destination was not ready, so nothing is added.'
      : 'A delivery in progress failed too. The destination was no longer ready, so nothing is subtracted.';
  }
  if (event.sign === 'revival') {
    return `The destination is tried again. Its capacity is no longer known, so its window starts at ${track.window}.`;
  }
  if (event.sign === 'positive') {
    if (!track.applied)
      return 'A delivery succeeded. The window is not fully used or is at its limit, so nothing is added.';
    if (moved > 0)
      return `A delivery succeeded, and the sum reaches 1: the window grows from ${track.windowBefore} to ${track.window}.`;
    return `A delivery succeeded. The window stays ${track.window} until the sum reaches 1.`;
  }
  if (track.died)
    return `A connection fails, and that makes ${formatNumber(track.failCohorts)} cohorts of failures in a row: the destination is dead.`;
  if (moved < 0)
    return `A connection fails, and the window falls from ${track.windowBefore} to ${track.window} immediately.`;
  return `A connection fails. The window stays ${track.window}: failures first use up the step down already taken in advance.`;
}

/** Calculation of the event's amount: `1 ÷ 7 = 0.143`. */
function amountText(value: FeedbackAmount, window: number, amount: number): string {
  if (value.kind === 'constant') return formatNumber(amount);
  const divisor = value.kind === 'perWindow' ? String(window) : `√${window}`;
  return `${formatNumber(value.base)} ÷ ${divisor} = ${formatNumber(amount)}`;
}

/** Arithmetic of an event, line by line, with the result. */
export function eventArithmetic(event: FeedbackEvent, history: FeedbackHistory): Arithmetic | null {
  if (event.muted || event.sign === 'revival') return null;
  return event.sign === 'positive' ? afterSuccess(event, history) : afterFailure(event, history);
}

interface Arithmetic {
  lines: { label: string; figures: string }[];
  verdict: string;
}

/** Half the amount of an event: Postfix's rule steps early by this much to absorb rounding. */
function halfOf(event: FeedbackEvent, { rule }: FeedbackHistory): number {
  return rule === 'shipped' ? event[rule].amount / 2 : 0;
}

function afterSuccess(event: FeedbackEvent, history: FeedbackHistory): Arithmetic {
  const track = event[history.rule];
  const half = halfOf(event, history);
  const steps = track.window - track.windowBefore;
  const first = {
    label: `f at window ${track.windowBefore}`,
    figures: amountText(event.positive, track.windowBefore, track.amount),
  };
  if (!track.applied) {
    const guard = {
      label: 'guard: window < busy + initial',
      figures: `${track.windowBefore} < ${event.busy} + ${history.initialConcurrency}`,
    };
    return { lines: [first, guard], verdict: 'not true, or at the limit: nothing is added.' };
  }
  // A step subtracts 1 from the sum, so the sum before the step is the later sum plus the steps.
  const sum = track.success + Math.max(0, steps);
  const added = `${formatNumber(sum - track.amount)} + ${formatNumber(track.amount)} = ${formatNumber(sum)}`;
  const lines = [first, { label: 'success + f', figures: added }];
  if (half > 0) lines.push({ label: '+ f ÷ 2 for rounding', figures: formatNumber(sum + half) });
  const total = formatNumber(sum + half);
  return {
    lines,
    verdict:
      sum + half >= 1
        ? `${total} ≥ 1, so window + ${Math.max(1, steps)}.`
        : `${total} < 1, so the window stays.`,
  };
}

function afterFailure(event: FeedbackEvent, history: FeedbackHistory): Arithmetic {
  const { rule } = history;
  const track = event[rule];
  const half = halfOf(event, history);
  const steps = track.window - track.windowBefore;
  const one = 1 / track.windowBefore;
  const cohorts = formatNumber(track.failCohorts);
  const cohort = {
    label: 'cohorts + 1 ÷ window',
    figures: `${formatNumber(track.failCohorts - one)} + ${formatNumber(one)} = ${cohorts}`,
  };
  if (track.died) {
    const sign = rule === 'shipped' ? '≥' : '>';
    return { lines: [cohort], verdict: `${cohorts} ${sign} ${event.cohortLimit}, so it is dead.` };
  }
  const sum = track.failure + Math.min(0, steps);
  const first = {
    label: `f at window ${track.windowBefore}`,
    figures: amountText(event.negative, track.windowBefore, track.amount),
  };
  const eaten = `${formatNumber(sum + track.amount)} − ${formatNumber(track.amount)} = ${formatNumber(sum)}`;
  const lines = [first, { label: 'failure − f', figures: eaten }];
  if (half > 0) lines.push({ label: '− f ÷ 2 for rounding', figures: formatNumber(sum - half) });
  lines.push(cohort);
  const total = formatNumber(sum - half);
  return {
    lines,
    verdict:
      steps < 0
        ? `${total} < 0, so window − ${-steps}, failure + ${-steps}.`
        : `${total} ≥ 0, so the window stays.`,
  };
}

/** A sentence about the state after an event; "" when there is nothing to say. */
export function afterwards(event: FeedbackEvent, history: FeedbackHistory): string {
  const track = event[history.rule];
  if (event.sign !== 'negative' || event.muted || track.died || track.failure <= 0.001) return '';
  return `Further failures must use up the remaining ${formatNumber(track.failure)} before the next step down. A step up clears it.`;
}

/** An event after which the windows of the two rules differ, and the outcome under each rule. */
export interface Parting {
  number: number;
  what: string;
  shipped: string;
  documented: string;
}

/** Up to `most` events after which the difference between the two rules changes. */
export function partings(history: FeedbackHistory, most: number): Parting[] {
  const first = history.total - history.events.length;
  const found: Parting[] = [];
  let before = '';
  history.events.forEach((event, i) => {
    const { shipped, documented } = event;
    const now = `${shipped.window} ${documented.window}`;
    const differ = shipped.window !== documented.window;
    const apart = differ && now !== before;
    before = differ ? now : '';
    if (!apart || found.length >= most) return;
    const died = shipped.died !== documented.died;
    const text = (track: typeof shipped): string =>
      died
        ? track.died
          ? `${formatNumber(track.failCohorts)} ✕`
          : formatNumber(track.failCohorts)
        : track.windowBefore === track.window
          ? String(track.window)
          : `${track.windowBefore} → ${track.window}`;
    found.push({
      number: first + i + 1,
      what: died ? 'cohorts' : 'window',
      shipped: text(shipped),
      documented: text(documented),
    });
  });
  return found;
}
