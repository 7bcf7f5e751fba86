import { useCallback, useState } from 'react';
import { encodeAnswers, type GivenAnswers, parseAnswers } from '../../lessons/answers.ts';
import { checksum } from '../../../scenario/bytes.ts';

interface Visit {
  given: GivenAnswers;
  /** A page around this one keeps the answers: the lesson never begins anew by itself. */
  held: boolean;
  finished: boolean;
}

const visits = new Map<string, Visit>();
/** The answers of the latest lesson of this tab: they outlive a reload and an update of the page, and no longer than the tab. */
const LATEST = 'qmgrscope.visit';

/** What the page had before it was loaded again; null = another lesson, or storage is refused. */
function answersOfTab(key: string): GivenAnswers | null {
  try {
    const [lesson, text = ''] = (sessionStorage.getItem(LATEST) ?? '').split(' ');
    return lesson === checksum(key) ? parseAnswers(text) : null;
  } catch {
    return null;
  }
}

function keepInTab(key: string, given: GivenAnswers): void {
  try {
    sessionStorage.setItem(LATEST, `${checksum(key)} ${encodeAnswers(given)}`);
  } catch {
    // A frame without an origin of its own keeps nothing; the answers stay for as long as the page is open.
  }
}

/**
 * What was answered in a lesson before: what its address says, or else earlier on this page, for those who went to look at
 * the run and come back. A lesson that was finished begins anew when it is opened at its first stop.
 */
function answersBefore(key: string, addressed: GivenAnswers | null, stop: number): GivenAnswers | null {
  const visit = visits.get(key);
  if (visit === undefined) return addressed ?? answersOfTab(key);
  const anew = visit.finished && stop === 1 && !visit.held;
  return anew ? null : visit.given;
}

/** Keeps the answers for as long as the page is open. */
function keepAnswers(key: string, given: GivenAnswers, held: boolean, finished: boolean): void {
  const before = visits.get(key);
  keepInTab(key, given);
  visits.set(key, {
    given,
    held: held || before?.held === true,
    finished: finished || before?.finished === true,
  });
}

/** The answers that a lesson begins with, and the way to keep those that follow. */
export function useVisit(
  key: string,
  addressed: GivenAnswers | null,
  stop: number,
  finished: boolean,
): { before: GivenAnswers | null; keep: (given: GivenAnswers) => void } {
  const [before] = useState(() => answersBefore(key, addressed, stop));
  const [held] = useState(addressed !== null);
  const keep = useCallback(
    (given: GivenAnswers) => keepAnswers(key, given, held, finished),
    [key, held, finished],
  );
  return { before, keep };
}
