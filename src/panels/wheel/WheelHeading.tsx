import { formatCounted } from '../../explain/format.ts';
import type { ReactNode } from 'react';
import { useSession } from '../../store/hooks.ts';
import type { WheelView } from './useWheelView.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { SayText } from '../kit/SayText.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import { Termed } from '../kit/Termed.tsx';
import { type Scale, sleepSentence, wakeSentence } from './wheel-words.ts';
import explainCss from '../explain/explain.module.css';
import css from './wheel.module.css';

interface WheelHeadingProps {
  /** Name of the kind of wheel. */
  name: string;
  view: WheelView;
  /** Controls that follow the choice of the level of detail. */
  children?: ReactNode;
}

/** Heading of a large wheel: its number of timers, and whether they are drawn, counted or listed. */
export function WheelHeading({ name, view, children }: WheelHeadingProps) {
  const title = useSession((session) => session.scenario?.title ?? '');
  const pending = view.detail?.pending ?? 0;
  return (
    <header className={`row ${css.wheelHead}`}>
      <h1 className="nowrap">
        <Termed of="timers" text={name} /> <span className="dim">{formatCounted(pending, 'timer')}</span>
        <span className="sr-only"> of {title}</span>
      </h1>
      <span className="grow" />
      <Segmented
        label="Shown as"
        value={view.table ? 'table' : view.lod}
        options={[
          { value: 'timers', text: 'Timers' },
          { value: 'counts', text: 'Counts' },
          { value: 'table', text: 'Table' },
        ]}
        onChange={(value) => {
          view.setTable(value === 'table');
          if (value !== 'table') view.setLod(value);
        }}
      />
      {children}
    </header>
  );
}

/** Header on a phone: what the last wake-up did, and how long the clock sleeps. */
export function WheelSay({ view: { detail, now }, scale }: { view: WheelView; scale: Scale }) {
  return (
    <aside className="say-area" aria-label="Explain">
      <div className={explainCss.saybar}>
        <SayText>
          <Sentence tokens={wakeSentence(detail?.wakeUp ?? null)} size="large" />
        </SayText>
        <small>{detail === null ? '' : sleepSentence(detail, now, scale)}</small>
      </div>
    </aside>
  );
}
