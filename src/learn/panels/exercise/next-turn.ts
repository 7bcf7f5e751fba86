import type { EventNumber } from '../../../protocol/ids.ts';
import { askHere } from '../../questions/ask.ts';
import { createDraw, seedOf } from '../../questions/draw.ts';
import type { Probe } from '../../questions/probe.ts';
import type { Question } from '../../questions/question.ts';
import type { SavedRun } from '../../../protocol/session-api.ts';

/**
 * Asks which job gets the next turn after an event of a run. A background run goes ahead to find the answer. Null when
 * no job is selected after the event, or only one job can be chosen.
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
