import { Sentence } from '../kit/Sentence.tsx';
import { SayText } from '../kit/SayText.tsx';
import type { WheelView } from './useWheelView.ts';
import { type Scale, sleepSentence, wakeSentence } from './words.ts';
import '../explain/explain.css';

/** The header of the phone: what the last wake-up did, and until when the clock sleeps. */
export function WheelSay({ view: { detail, now }, scale }: { view: WheelView; scale: Scale }) {
  return (
    <aside className="say-area" aria-label="Explain">
      <div className="saybar">
        <SayText>
          <Sentence tokens={wakeSentence(detail?.wakeUp ?? null)} size="large" />
        </SayText>
        <small>{detail === null ? '' : sleepSentence(detail, now, scale)}</small>
      </div>
    </aside>
  );
}
