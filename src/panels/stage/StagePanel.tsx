import { useMemo, useRef, useState } from 'react';
import { useSize } from '../../charts/useSize.ts';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { selectTransports } from '../../store/selectors.ts';
import { late } from '../kit/late.tsx';
import { EmptyStage } from './EmptyStage.tsx';
import { Forest } from './Forest.tsx';
import { Key } from './Key.tsx';
import { stageLayout } from './layout.ts';
import './stage.css';
import { StageHeader } from './StageHeader.tsx';
import { useStageInput } from './useStageInput.ts';

/** Other ways to look at the jobs: their code comes when they are first asked for. */
const Multiples = late(
  () => import('./Multiples.tsx'),
  (module) => module.Multiples,
);
const StageTable = late(
  () => import('./StageTable.tsx'),
  (module) => module.StageTable,
);

interface StagePanelProps {
  id?: string;
  /** Of which of several runs it is, where two stand side by side. */
  of?: string;
}

/** The scheduler's list and the preemption forest of one transport. Takes all of its parent's box. */
export function StagePanel({ id = 'stage-forest', of = '' }: StagePanelProps) {
  const actions = useActions();
  const boxRef = useRef<HTMLDivElement>(null);
  const input = useStageInput(useSize(boxRef));
  const layout = useMemo(() => (input === null ? null : stageLayout(input)), [input]);
  const playing = useSession((session) => session.playing);
  const ready = useSession((session) => session.status === 'ready');
  const annotations = useView((view) => view.annotations);
  const keyDismissed = useView((view) => view.keyDismissed);
  const [keyOpen, setKeyOpen] = useState(false);
  const cost = input?.jobs[0]?.cost ?? 0;
  // The key stands on the stage while nothing is in its way; otherwise it is one button away.
  const table = useView((view) => view.table);
  const multiples = useView((view) => view.multiples);
  const several = useApp(selectTransports).length > 1;
  const all = multiples && several && !table;
  const standing =
    !table &&
    !(multiples && several) &&
    layout !== null &&
    layout.keyFits &&
    annotations &&
    !keyDismissed &&
    cost > 0;
  const close = (): void => {
    setKeyOpen(false);
    if (standing) actions.dismissKey();
  };
  const toggle = (): void => {
    setKeyOpen((open) => !open);
  };
  return (
    <section
      className="stage-panel"
      translate="no"
      id={`${id}-panel`}
      aria-label={`Jobs and preemption forest${of}`}
      data-playing={playing}
    >
      <StageHeader panel={`${id}-panel`} onKey={standing || cost === 0 ? null : toggle} keyOpen={keyOpen} />
      <div className="stage-box" ref={boxRef} id={id}>
        {input !== null && layout !== null && (input.jobs.length > 0 || all) && (
          <>
            {table && <StageTable input={input} />}
            {all && <Multiples input={input} />}
            {!table && !all && <Forest input={input} layout={layout} />}
          </>
        )}
        {ready && !all && input !== null && input.jobs.length === 0 && <EmptyStage />}
        {(standing || (keyOpen && cost > 0)) && <Key cost={cost} floating={!standing} onDismiss={close} />}
      </div>
    </section>
  );
}
