import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Table } from '../../../ui/Table.tsx';
import type { PredictView, PredictedChange } from '../../protocol/predict.ts';
import { COPY_BY_HAND } from '../../../explain/labels.ts';
import { Breakable } from '../kit/parts.tsx';
import kit from '../kit/kit.module.css';
import { runsOf } from './prediction-sentences.ts';
import { askedOf, helpedOf, reachText } from './prediction-words.ts';
import css from './whatif.module.css';
import { Button } from '../../../ui/Button.tsx';

/** A list names at most this many servers, then says “and 3 more”. */
const MAX_NAMED_SERVERS = 4;

interface ApplyProps {
  view: PredictView;
  tried: PredictedChange;
  onOpen: () => void;
}

/** Commands for the change, their requirements, figures to watch, and limits of the model. */
export function Apply({ view, tried, onOpen }: ApplyProps) {
  const { apply, answer } = tried;
  const text = apply.lines.join('\n');
  const { name, figures } = helpedOf(view, answer);
  const runs = runsOf(figures);
  return (
    <aside className={`stack gap-6 text-2 ${kit.side} ${css.whatifApply}`} aria-label="To apply">
      <h2 tabIndex={-1}>To apply</h2>
      {apply.lines.length > 0 && (
        <div className={`stack ${kit.sunk}`}>
          <pre className="mono">
            <Breakable text={text} />
          </pre>
          <p>
            <CopyButton text={text} byHand={COPY_BY_HAND} />
          </p>
        </div>
      )}
      <p>{apply.needs}</p>
      <h3>Then watch</h3>
      <p>{apply.watch}</p>
      <Beyond beyond={answer.beyond} />
      <h3>How far the runs differ</h3>
      <p className="dim">Times from arrival to delivery. For the queue: from the first arrival.</p>
      <Table
        label="How far the runs differ"
        headless
        columns={[
          { name: 'figure', className: 'breaks', cell: ([figure]) => figure },
          { name: 'runs', numeric: true, className: 'mono', cell: ([, reach]) => reachText(reach) },
        ]}
        rows={[
          [`median of ${name}`, runs.half] as const,
          [`slowest 10 % of ${name}, over`, runs.most] as const,
          ['queue empty', answer.emptyInterval] as const,
        ]}
        rowKey={([figure]) => figure}
      />
      <p>
        <Button look="primary" onClick={onOpen}>
          Open as a run
        </Button>
      </p>
    </aside>
  );
}

function Beyond({ beyond }: { beyond: PredictedChange['answer']['beyond'] }) {
  return (
    <>
      <h3>Unknown to the model</h3>
      {beyond.length === 0 ? (
        <p>
          Servers may have limits that the log never reached. This change asks no server for clearly more than
          it has accepted.
        </p>
      ) : (
        <>
          <p>These servers would have to accept more than in the log:</p>
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
