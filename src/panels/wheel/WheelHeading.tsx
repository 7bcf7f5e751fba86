import { formatCounted } from '../../explain/format.ts';
import type { ReactNode } from 'react';
import { useSession } from '../../store/hooks.ts';
import type { WheelView } from './useWheelView.ts';
import { LodSwitch } from './WheelStage.tsx';
import { SayText } from '../kit/SayText.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import { Termed } from '../kit/Termed.tsx';
import { type Scale, sleepSentence, wakeSentence } from './wheel-words.ts';
import explainCss from '../explain/explain.module.css';
import css from './wheel.module.css';

interface WheelHeadingProps {
  /** What kind of wheel it is. */
  name: string;
  view: WheelView;
  /** Controls after the level of detail. */
  children?: ReactNode;
}

/** Head of a large wheel: how many timers it has, and how much of each is drawn. */
export function WheelHeading({ name, view, children }: WheelHeadingProps) {
  const title = useSession((session) => session.scenario?.title ?? '');
  const pending = view.detail?.pending ?? 0;
  return (
    <header className={css.wheelHead}>
      <h1>
        <Termed of="timers" text={name} /> <span className="dim">{formatCounted(pending, 'timer')}</span>
        <span className="sr-only"> of {title}</span>
      </h1>
      <span className="grow" />
      <LodSwitch view={view} />
      {children}
    </header>
  );
}

/** The header of the phone: what the last wake-up did, and until when the clock sleeps. */
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
