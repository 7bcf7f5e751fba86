import type { FeedbackEvent } from '../../../protocol/inspect.ts';
import { useWindowHistory } from '../../../panels/destination/useWindowHistory.ts';
import { YOUR_TURN_AT } from '../../../scenes/first-letter.ts';
import { useWords } from '../kit/useWords.ts';
import css from './first.module.css';

const NAME = 'list.example';

/** Shows how many deliveries the broken server may get, after each refusal, until it is dead. */
export function Refusals() {
  const { refusals } = useWords().first;
  const history = useWindowHistory('smtp', NAME);
  const refused = (history?.events ?? []).filter(({ sign, at }) => sign === 'negative' && at >= YOUR_TURN_AT);
  const [first] = refused;
  const windows = first === undefined ? [] : [first.shipped.windowBefore, ...refused.map(windowAfter)];
  return (
    <section className={`stack gap-12 ${css.refusals}`} aria-label={refusals.label}>
      <h2>
        <span className="mono" data-destination>
          {NAME}
        </span>{' '}
        <span className="sub">{refusals.about}</span>
      </h2>
      {windows.length > 0 && (
        <ol className={css.refusalSteps} aria-label={refusals.windows}>
          {windows.map((window, i) => (
            // A window may stay the same after a refusal, so its place names it.
            <li key={`refusal-${i + 1}`}>
              {i > 0 && <span className={css.refusalCross}>✕</span>}
              <span className={css.refusalPlaces} aria-hidden="true">
                {Array.from({ length: window }, (_, place) => (
                  <i key={`place-${place + 1}`} />
                ))}
              </span>
              <b data-dead={window === 0 || undefined}>{window === 0 ? refusals.dead : window}</b>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function windowAfter({ shipped }: FeedbackEvent): number {
  return shipped.died ? 0 : shipped.window;
}
