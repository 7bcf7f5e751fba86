import { useMemo, useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectTransports } from '../../store/selectors.ts';
import { lazyAfterFirstPaint } from '../kit/lazy.tsx';
import { Forest } from './Forest.tsx';
import { stageLayout } from './layout.ts';
import css from './stage.module.css';
import { useStageInput } from './useStageInput.ts';
import type { StageInput } from './input.ts';

/** The code loads after the first picture. */
const EmptyStage = lazyAfterFirstPaint(
  () => import('./EmptyStage.tsx'),
  (module) => module.EmptyStage,
);
const KeyPlace = lazyAfterFirstPaint(
  () => import('./Key.tsx'),
  (module) => module.KeyPlace,
  true,
);
const Multiples = lazyAfterFirstPaint(
  () => import('./Multiples.tsx'),
  (module) => module.Multiples,
);
const StageHeader = lazyAfterFirstPaint(
  () => import('./StageHeader.tsx'),
  (module) => module.StageHeader,
  true,
);
const StageTable = lazyAfterFirstPaint(
  () => import('./StageTable.tsx'),
  (module) => module.StageTable,
);

interface StagePanelProps {
  id?: string;
  /** Suffix of the label, where two runs are shown side by side. */
  of?: string;
  /** Adds fields to the input of the layout, such as the other side of a comparison. */
  withMore?: (input: StageInput) => StageInput;
}

/** The job list and preemption forest of one transport. Fills its parent's box. */
export function StagePanel({ id = 'stage-forest', of = '', withMore }: StagePanelProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const input = useStageInput(useSize(boxRef));
  const layout = useMemo(
    () => (input === null ? null : stageLayout(withMore?.(input) ?? input)),
    [input, withMore],
  );
  const playing = useSession((session) => session.playing);
  const ready = useSession((session) => session.status === 'ready');
  const table = useView((view) => view.table);
  const multiples = useView((view) => view.multiples);
  const several = useApp(selectTransports).length > 1;
  const all = multiples && several && !table;
  const picture = !table && !all && input !== null && input.jobs.length > 0;
  return (
    <section
      className={css.stagePanel}
      translate="no"
      id={`${id}-panel`}
      aria-label={`Jobs and preemption forest${of}`}
      data-playing={playing}
    >
      <header className={css.stageHead}>
        <StageHeader of={id} />
      </header>
      <div className={css.stageBox} ref={boxRef} id={id}>
        {input !== null && layout !== null && (input.jobs.length > 0 || all) && (
          <>
            {table && <StageTable input={input} />}
            {all && <Multiples input={input} />}
            {!table && !all && <Forest input={input} layout={layout} />}
          </>
        )}
        {ready && !all && input?.jobs.length === 0 && <EmptyStage />}
        {picture && layout !== null && of === '' && <KeyPlace input={input} layout={layout} />}
      </div>
    </section>
  );
}
