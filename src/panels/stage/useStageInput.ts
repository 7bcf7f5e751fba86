import { useMemo } from 'react';
import type { Size } from '../../charts/useSize.ts';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';
import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectJobsInOrder, selectList, selectTransport } from '../../store/selectors.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { owedOf } from '../../charts/coins.ts';
import type { StageInput } from './input.ts';

/** Size of the legend in design pixels: its frame, and each line. */
const KEY_SIZE = { width: 310, frame: 22, line: 22 };

/** Most lines in a column of the legend, with the heading: kinds of entries, or four kinds of coins. */
function keyLineCount(jobs: readonly JobRow[]): number {
  const states = STATES.filter((state) => jobs.some(({ counts }) => counts[state] > 0)).length;
  const unread = jobs.some((job) => job.unread > 0) ? 1 : 0;
  const blockers = jobs.some((job) => job.blocker) ? 1 : 0;
  return 1 + Math.max(states + unread + blockers, jobs.some((job) => owedOf(job) > 0) ? 4 : 3);
}

const STATES = ['d', 'f', 'b', 's', 'x'] as const;

/** Layout input from the store; the same object until something in it changes. */
export function useStageInput(size: Size | null): StageInput | null {
  const jobs = useApp(selectJobsInOrder);
  const list = useApp(selectList);
  const transport = useApp(selectTransport);
  const order = useView((view) => view.order);
  const selected = useView((view) => view.selected);
  const annotations = useView((view) => view.annotations);
  const now = useSession((session) => Math.floor(session.cursor.at / MICROS_PER_SECOND));
  const current = transport?.current ?? 0;
  const candidate = transport?.candidate ?? 0;
  const candidateScore = transport?.candidateScore ?? 0;
  return useMemo(() => {
    if (size === null || size.width === 0) return null;
    const unit = size.rem / 16;
    const height = KEY_SIZE.frame + KEY_SIZE.line * keyLineCount(jobs);
    const key = { width: KEY_SIZE.width * unit, height: height * unit };
    return {
      jobs,
      list,
      order,
      current,
      candidate,
      candidateScore,
      selected,
      now,
      annotations,
      key,
      ...size,
    };
  }, [jobs, list, order, current, candidate, candidateScore, selected, now, annotations, size]);
}
