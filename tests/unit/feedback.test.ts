import { describe, expect, it } from 'vitest';
import { type FeedbackSums, feedbackNegative, feedbackPositive } from '../../src/core/qmgr/feedback.ts';
import { type FeedbackRule, type FeedbackValue, parseFeedback } from '../../src/core/qmgr/feedback-text.ts';

function value(text: string, rule: FeedbackRule): FeedbackValue {
  const parsed = parseFeedback(text, rule);
  if (parsed === null) throw new Error(text);
  return parsed;
}

function sums(window: number): FeedbackSums {
  return { window, success: 0, failure: 0, failCohorts: 0 };
}

/** Returns the window after each of `count` successful deliveries. All deliveries use the whole window. */
function climb(rule: FeedbackRule, text: string, from: number, count: number, limit = 0): number[] {
  const windows: number[] = [];
  let at = sums(from);
  for (let i = 0; i < count; i++) {
    const feedback = value(text, rule);
    at = feedbackPositive(rule, at, { feedback, busy: at.window, initialConcurrency: 5, limit });
    windows.push(at.window);
  }
  return windows;
}

function fall(rule: FeedbackRule, text: string, from: number, count: number, cohorts: number): number[] {
  const windows: number[] = [];
  let at = sums(from);
  for (let i = 0; i < count; i++) {
    const step = feedbackNegative(rule, at, value(text, rule), cohorts);
    at = step;
    windows.push(step.died ? 0 : step.window);
    if (step.died) break;
  }
  return windows;
}

describe('feedback rules', () => {
  it('positive: the shipped rule steps half an amount early', () => {
    expect(climb('shipped', '0.4', 5, 5)).toEqual([5, 6, 6, 6, 7]);
    expect(climb('documented', '0.4', 5, 5)).toEqual([5, 5, 6, 6, 7]);
    // 3 × 1/3 rounds to exactly 1 under both rules.
    expect(climb('shipped', '1/3', 5, 6)).toEqual([5, 5, 6, 6, 6, 7]);
    expect(climb('documented', '1/3', 5, 3)).toEqual([5, 5, 6]);
  });

  it('negative: with amount 1 the shipped rule takes two off at the first failure', () => {
    expect(fall('shipped', '1', 5, 3, 0)).toEqual([3, 2, 1]);
    expect(fall('documented', '1', 5, 3, 0)).toEqual([4, 3, 2]);
  });

  it('negative: the hysteresis is reversed, the first failure counts immediately', () => {
    expect(fall('shipped', '0.5', 5, 5, 0)).toEqual([4, 3, 3, 2, 2]);
    expect(fall('documented', '0.5', 5, 4, 0)).toEqual([4, 4, 3, 3]);
  });

  it('cohorts: the shipped rule dies at the limit, the documented rule beyond it', () => {
    expect(fall('shipped', '0', 5, 10, 1)).toEqual([5, 5, 5, 5, 0]);
    expect(fall('documented', '0', 5, 10, 1)).toEqual([5, 5, 5, 5, 5, 0]);
    expect(fall('shipped', '1', 5, 10, 1)).toEqual([3, 2, 0]);
  });

  it('cohort limit 0 never kills; the window never falls below 1', () => {
    expect(fall('shipped', '1', 2, 50, 0)).toHaveLength(50);
    expect(fall('shipped', '1', 2, 50, 0).at(-1)).toBe(1);
  });

  it('the limit holds, also for a step of more than one', () => {
    expect(climb('shipped', '1', 5, 4, 7)).toEqual([6, 7, 7, 7]);
    expect(climb('documented', '1', 5, 4, 7)).toEqual([6, 7, 7, 7]);
  });

  it('1/√window lies between constant and 1/window', () => {
    const steps = (text: string): number => climb('documented', text, 5, 200).at(-1) ?? 0;
    expect(steps('1/concurrency')).toBeLessThan(steps('1/sqrt_concurrency'));
    expect(steps('1/sqrt_concurrency')).toBeLessThan(steps('1'));
  });

  it('the safety guard adds nothing far above use, but forgets consecutive failures', () => {
    const before = { ...sums(8), success: 0.5, failCohorts: 0.7 };
    const o = { feedback: value('1', 'shipped'), busy: 3, initialConcurrency: 5, limit: 0 };
    const step = feedbackPositive('shipped', before, o);
    expect(step).toMatchObject({ applied: false, window: 8, success: 0.5, failCohorts: 0 });
    // Feedback 0.5 + 1, plus half an amount (0.5) for rounding, raises the window by two.
    expect(feedbackPositive('shipped', before, { ...o, busy: 4 })).toMatchObject({
      applied: true,
      window: 10,
    });
  });
});
