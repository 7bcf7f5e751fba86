import { type CSSProperties, useRef, useState } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { useSize } from '../../charts/useSize.ts';
import { formatCounted } from '../../explain/format.ts';
import type { Variation } from '../../protocol/branches.ts';
import type { RunOutcome } from '../../protocol/outcome.ts';
import { PlaceAxis } from '../../plot/Axis.tsx';
import { Frame } from '../../plot/Frame.tsx';
import { timeScale } from '../../plot/scales.ts';
import { bareLabel, timeTicks } from '../../plot/ticks.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/FieldError.tsx';
import type { InputError } from '../../protocol/result.ts';
import { askToSendMail } from '../kit/asked-send.ts';
import { ExportButton } from '../kit/ExportButton.tsx';
import { withUnits } from '../kit/units.ts';
import { useAnswer } from '../kit/useAnswer.ts';
import { isOnRecord } from '../kinds/views.ts';
import { MessageTrail, SIDES } from './MessageTrail.tsx';
import {
  instantWords,
  headline,
  type ResultRow,
  type ResultRows,
  resultRows,
  rowWords,
  summary,
  ticksAcross,
} from './result-rows.ts';
import css from './result.module.css';

/** Shows the outcome of each message. Replaces the stage when the run has nothing left to do. */
export default function ResultPanel({ next }: { next: boolean }) {
  const run = useAnswer('outcome', (actions) => actions.ask('outcome', []));
  const onRecord = useSession(({ scenario }) => isOnRecord(scenario));
  return (
    <section className={css.result} id="result" aria-label="Result of the run" data-area="result">
      <div className={css.box}>{run !== null && <Result run={run} onRecord={onRecord} next={next} />}</div>
    </section>
  );
}

interface ResultProps {
  run: RunOutcome;
  onRecord: boolean;
  next: boolean;
}

function Result({ run, onRecord, next }: ResultProps) {
  const comparable = run.preempting.length > 0 && !onRecord;
  const settings = comparable ? preemptionOff(run.preempting) : [];
  const other = useAnswer(`off ${JSON.stringify(settings)}`, async (actions) => ({
    off: comparable ? await actions.ask('outcome', settings) : null,
  }));
  return (
    <>
      <header className={css.head}>
        <h2>{headline(run)}</h2>
        <p>{withUnits(summary(run))}</p>
        <ExportButton panel="result" />
      </header>
      {/* The rows are ordered by the comparison, so they wait for it: at most a second. */}
      {other === null ? <div /> : <Rows run={run} off={other.off} />}
      {next && <Next settings={settings} onRecord={onRecord} />}
    </>
  );
}

/** The settings under which no job is preempted. The mail and the seed stay the same. */
function preemptionOff(transports: readonly string[]): Variation['commands'] {
  return transports.map((transport) => ({
    kind: 'param.set',
    name: `${transport}_delivery_slot_cost`,
    value: 0,
  }));
}

/** Smallest height of a row, and total height of head, axis and count of further messages, in rem. */
const [ROW, AROUND] = [3.25, 5.25];
/** Width in rem, without padding, up to which a row's picture is below its figures, as in the style sheet. */
const NARROW = 33.5;
/** Largest number of rows before and after a click on "more". */
const [FIRST, ALL] = [8, 100];

function Rows({ run, off }: { run: RunOutcome; off: RunOutcome | null }) {
  const table = useRef<HTMLDivElement>(null);
  const size = useSize(table);
  const [all, setAll] = useState(false);
  // A narrow panel scrolls. In other panels show only whole rows, because a cut-off row would look like the last one.
  const scrolls = size === null || size.width <= NARROW * size.rem;
  const fit = scrolls ? FIRST : Math.floor((size.height / size.rem - AROUND) / ROW);
  const view = resultRows(run, off, all ? ALL : Math.max(1, Math.min(FIRST, fit)));
  const { rows, more, from, to } = view;
  return (
    <div className={css.table} ref={table} style={{ '--rows': rows.length } as CSSProperties}>
      <div className={css.rowsHead} aria-hidden="true">
        <span className={css.fromTo}>from arrival to the last recipient</span>
        <span>took</span>
        <span className={css.movedHead}>{off !== null && 'preemption moved it'}</span>
      </div>
      <ol className={css.rows} aria-label="Messages">
        {rows.map((row) => (
          <MessageRow key={`${row.message.number} ${row.message.injected}`} row={row} view={view} run={run} />
        ))}
      </ol>
      <div className={css.axis}>
        <Frame hidden height={22} margins={{ ...SIDES, bottom: 0 }}>
          {(plot) => {
            const x = timeScale(plot, { from, to });
            const { step, at } = timeTicks({ from, to }, ticksAcross(plot.width));
            const ticks = at.map((instant, i) => ({
              x: x(instant),
              text: bareLabel(instant, step, i === 0),
            }));
            return <PlaceAxis ticks={ticks} left={0} right={plot.frame.width} y={16} />;
          }}
        </Frame>
      </div>
      {more > 0 && (
        <p className={css.more}>
          {all ? (
            formatCounted(more, 'more message')
          ) : (
            <button type="button" className="link" onClick={() => setAll(true)}>
              {formatCounted(more, 'more message')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

interface MessageRowProps {
  row: ResultRow;
  view: ResultRows;
  run: RunOutcome;
}

function MessageRow({ row, view, run }: MessageRowProps) {
  const actions = useActions();
  const { number, recipients, injected } = row.message;
  const selected = useView((state) => state.selected === number);
  return (
    <li
      className={css.row}
      data-selected={selected || undefined}
      onPointerEnter={() => actions.hover(number)}
      onPointerLeave={() => actions.hover(0)}
    >
      <button
        type="button"
        className={css.who}
        aria-label={rowWords(row)}
        aria-pressed={selected}
        onClick={() => actions.select(selected ? 0 : number)}
      >
        <Chip number={number} size="large" className={css.chip} />
        <span>
          <b>{formatCounted(recipients, 'recipient')}</b>
          <small>sent at {instantWords(injected)}</small>
        </span>
      </button>
      <MessageTrail row={row} view={view} agents={run.agents} />
      <span className={css.took} data-long={row.took.length > 7 || undefined}>
        {row.took}
      </span>
      <span className={css.moved}>
        <b>{row.moved}</b>
        <small>{row.failed}</small>
      </span>
    </li>
  );
}

interface NextProps {
  /** Settings of the comparison; empty = there is nothing to compare. */
  settings: Variation['commands'];
  onRecord: boolean;
}

/** Buttons for what to do after the end; exactly one is primary. */
function Next({ settings, onRecord }: NextProps) {
  const actions = useActions();
  const branch = useSession((session) => session.branch);
  const [refusal, setRefusal] = useState<InputError | undefined>();
  const compared = settings.length > 0;
  const compare = async (): Promise<void> => {
    const made = await actions.vary({ name: 'preemption off', commands: settings, from: 'start' });
    if (!made.ok) return setRefusal(made.errors[0]);
    actions.look({ mainPanel: { kind: 'compare', a: branch, b: made.value } });
    // Go to the first preemption, where the two branches begin to differ: at the end both stages are empty.
    await actions.seekStart();
    await actions.step(1, 'preemption');
  };
  const again = async (): Promise<void> => {
    await actions.seekStart();
    await actions.play();
  };
  return (
    <div className={`row wrap gap-10 ${css.next}`}>
      {compared && (
        <Button look="primary" size="big" onClick={() => void compare()}>
          Compare with preemption off
        </Button>
      )}
      {!compared && !onRecord && (
        <Button look="primary" size="big" onClick={askToSendMail}>
          Send more mail
        </Button>
      )}
      <Button look={!compared && onRecord ? 'primary' : 'outlined'} size="big" onClick={() => void again()}>
        Play again
      </Button>
      {compared && (
        <Button look="outlined" size="big" onClick={askToSendMail}>
          Send more mail
        </Button>
      )}
      <FieldError id="result-error" error={refusal} />
    </div>
  );
}
