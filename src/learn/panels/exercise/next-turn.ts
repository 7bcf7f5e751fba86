import type { EventNumber } from '../../../protocol/ids.ts';
import { askHere } from '../../questions/ask.ts';
import { createDraw, seedOf } from '../../questions/draw.ts';
import type { Probe } from '../../questions/probe.ts';
import type { Question } from '../../questions/question.ts';
import type { SavedRun } from '../../../protocol/session-api.ts';

/**
 * "Which job gets the next turn?" after an event of a run, answered by a background run that goes ahead. Null when
 * nothing is selected any more, or only one job is there to choose from.
 */
export async function askNextTurn(
  probe: Probe,
  { scenario, live, branches, branch }: SavedRun,
  event: EventNumber,
): Promise<Question | null> {
  const tree = branches === undefined ? undefined : { branches, branch };
  const opened = await probe.api.open(scenario, live, { event }, tree);
  if (!opened.ok) return null;
  const draw = createDraw(seedOf(`${scenario.title} ${event}`));
  return askHere(probe, { kind: 'next-job', about: '' }, draw);
}
