import { useMemo } from 'react';
import type { Size } from '../../charts/useSize.ts';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';
import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectJobsInOrder, selectList, selectTransport } from '../../store/selectors.ts';
import type { StageInput } from './input.ts';

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
      ...size,
    };
  }, [jobs, list, order, current, candidate, candidateScore, selected, now, annotations, size]);
}
