import { CopyButton } from '../../../ui/CopyButton.tsx';
import type { PredictView, PredictedChange } from '../../protocol/predict.ts';
import { COPY_BY_HAND } from '../../../explain/labels.ts';
import { runsOf } from './prediction-sentences.ts';
import { askedOf, helpedOf, reachText } from './prediction-words.ts';
import { SlopeBreaks } from './SlopeBreaks.tsx';
import css from './whatif.module.css';

/** Servers named before “and 3 more”. */
const MAX_NAMED_SERVERS = 4;

interface ApplyProps {
  view: PredictView;
  tried: PredictedChange;
  onOpen: () => void;
}

/** What to type, what it needs, what to watch; and what the model does not know. */
export function Apply({ view, tried, onOpen }: ApplyProps) {
  const { apply, answer } = tried;
  const text = apply.lines.join('\n');
  const { name, figures } = helpedOf(view, answer);
  const runs = runsOf(figures);
  return (
    <aside className={css.whatifApply} aria-label="To apply">
      <h2 tabIndex={-1}>To apply</h2>
      {apply.lines.length > 0 && (
        <div className={css.whatifLines}>
          <pre>
            <SlopeBreaks text={text} />
          </pre>
          <CopyButton text={text} byHand={COPY_BY_HAND} />
        </div>
      )}
      <p>{apply.needs}</p>
      <h3>Then watch</h3>
      <p>{apply.watch}</p>
      <Beyond beyond={answer.beyond} />
      <h3>How far the runs differ</h3>
      <p className="dim">From arrival until mail is there; nothing left: from the first arrival.</p>
      <dl>
        <div>
          <dt>half of {name}</dt>
          <dd className="mono">{reachText(runs.half)}</dd>
        </div>
        <div>
          <dt>a tenth of {name}, over</dt>
          <dd className="mono">{reachText(runs.most)}</dd>
        </div>
        <div>
          <dt>nothing left in the queue</dt>
          <dd className="mono">{reachText(answer.emptyInterval)}</dd>
        </div>
      </dl>
      <button type="button" className="btn primary" onClick={onOpen}>
        Open as a run
      </button>
    </aside>
  );
}

/** Where the record has no answer for the model. */
function Beyond({ beyond }: { beyond: PredictedChange['answer']['beyond'] }) {
  return (
    <>
      <h3>The model does not know</h3>
      {beyond.length === 0 ? (
        <p>
          Whether servers have limits that the log never met. With this change none is asked for clearly more
          than it was seen to take.
        </p>
      ) : (
        <>
          <p>Whether these servers take more than they were seen to take:</p>
          <ul className={css.whatifReasons}>
            {beyond.slice(0, MAX_NAMED_SERVERS).map((one) => (
              <li key={one.server}>
                <span className="mono">{one.server}</span>: {askedOf(one)}
              </li>
            ))}
            {beyond.length > MAX_NAMED_SERVERS && <li>and {beyond.length - MAX_NAMED_SERVERS} more</li>}
          </ul>
        </>
      )}
    </>
  );
}
