import { useMemo, useRef } from 'react';
import { useSize } from '../../../charts/useSize.ts';
import { EmptyStage } from '../../../panels/stage/EmptyStage.tsx';
import { Forest } from '../../../panels/stage/Forest.tsx';
import type { StageInput } from '../../../panels/stage/input.ts';
import { stageLayout } from '../../../panels/stage/layout.ts';
import stageCss from '../../../panels/stage/stage.module.css';
import { useStageInput } from '../../../panels/stage/useStageInput.ts';
import css from './lesson.module.css';

interface ReducedForestProps {
  /** Numbers of the messages whose jobs the question is about; an empty list = all. */
  jobs: readonly number[];
  /**
   * Accessible name while the run has not reached its instant; "" = it has. Until then the picture is empty and has
   * none of the stage's hints, whose terms the reader has not met yet.
   */
  awaited?: string;
  /** Words for a preemption, in the language of the page. */
  pays?: StageInput['pays'];
}

/** Draws the job forest with only the given jobs. */
export function ReducedForest({ jobs, awaited = '', pays }: ReducedForestProps) {
  const box = useRef<HTMLDivElement>(null);
  const whole = useStageInput(useSize(box));
  const picture = useMemo(() => {
    if (whole === null) return null;
    const shown = jobs.length === 0 ? whole.jobs : whole.jobs.filter(({ number }) => jobs.includes(number));
    const input: StageInput = {
      ...whole,
      jobs: shown,
      list: null,
      annotations: awaited === '',
      upright: true,
      ...(pays === undefined ? {} : { pays }),
    };
    return { input, layout: stageLayout(input) };
  }, [whole, jobs, awaited, pays]);
  return (
    <section
      className={`${stageCss.stagePanel} ${css.lessonForest}`}
      aria-label={awaited === '' ? 'Jobs in question' : awaited}
    >
      <div className={stageCss.stageBox} ref={box}>
        {picture !== null && picture.input.jobs.length > 0 && (
          <Forest input={picture.input} layout={picture.layout} />
        )}
        {awaited === '' && picture !== null && picture.input.jobs.length === 0 && <EmptyStage />}
      </div>
    </section>
  );
}
