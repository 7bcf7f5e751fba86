import { Table } from '../../ui/Table.tsx';
import { useActions } from '../../store/hooks.ts';
import type { FeedbackHistory } from '../../protocol/inspect.ts';
import { SceneAbout } from '../main-panel/SceneAbout.tsx';
import { formatSeconds } from '../../explain/format.ts';
import { afterwards, eventArithmetic, eventSentence, partings } from './event-words.ts';
import explainCss from '../explain/explain.module.css';
import heroCss from '../main-panel/hero.module.css';
import { Button } from '../../ui/Button.tsx';

interface EventPanelProps {
  history: FeedbackHistory;
  /** Number of the event, from 1. */
  selected: number;
  onSelect: (number: number) => void;
}

/** The selected event: description, arithmetic, and where the two rules differ. */
export function EventPanel({ history, selected, onSelect }: EventPanelProps) {
  const actions = useActions();
  const first = history.total - history.events.length;
  const event = history.events[selected - first - 1];
  if (event === undefined) return null;
  const sums = eventArithmetic(event, history);
  const after = afterwards(event, history);
  return (
    <>
      <section className={explainCss.sayBlock}>
        <h2>
          Event {selected} <span className="dim mono">{formatSeconds(event.at)}</span>
        </h2>
        <p className={explainCss.say}>{eventSentence(event, history.rule)}</p>
      </section>
      {sums !== null && (
        <div className={explainCss.math} role="group" aria-label="The arithmetic of this event">
          {sums.lines.map((line) => (
            <div className={explainCss.mathLine} key={line.label}>
              <span>{line.label}</span>
              <span className="mono">{line.figures}</span>
            </div>
          ))}
          <p className={explainCss.mathVerdict}>{sums.verdict}</p>
        </div>
      )}
      {after !== '' && <p className="side-note">{after}</p>}
      <Button
        look="outlined"
        className={heroCss.heroGo}
        onClick={() => void actions.seek({ step: event.step })}
      >
        Go to this event
      </Button>
      <Partings history={history} onSelect={onSelect} />
      <SceneAbout />
    </>
  );
}

const MOST_PARTINGS = 6;

function Partings({ history, onSelect }: Pick<EventPanelProps, 'history' | 'onSelect'>) {
  const rows = partings(history, MOST_PARTINGS);
  return (
    <section className={heroCss.heroBlock}>
      <h2>Where the two rules differ</h2>
      {rows.length === 0 ? (
        <p className="side-note">Nowhere. Both rules agree on all {history.events.length} events.</p>
      ) : (
        <Table
          label="Where the two rules differ"
          columns={[
            {
              name: 'event',
              cell: ({ number }) => (
                <button type="button" className="link" onClick={() => onSelect(number)}>
                  {number}
                </button>
              ),
            },
            { name: 'what', cell: ({ what }) => what },
            { name: 'shipped', numeric: true, className: 'mono', cell: ({ shipped }) => shipped },
            { name: 'documented', numeric: true, className: 'mono', cell: ({ documented }) => documented },
          ]}
          rows={rows}
          rowKey={({ number }) => number}
        />
      )}
      <p className="side-note">
        Both rules see the same reports. The shipped rule changes the window half a feedback amount earlier.
        It marks a destination dead when the failed cohorts reach the limit, the documented rule when they
        exceed it. This compares only the rules: to see the effects of the other rule, run it.
      </p>
    </section>
  );
}
