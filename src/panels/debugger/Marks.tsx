import { useQuestion } from '../kit/useQuestion.ts';
import { useMemo, useState } from 'react';
import { formatSeconds, formatCount, formatCounted } from '../../explain/format.ts';
import type { ScanReport } from '../../protocol/debug.ts';
import { parseExpression } from '../../scenario/expression.ts';
import { type Bookmark, type Breakpoint, useDebug } from '../../store/debug.ts';
import { useDebugActions } from '../../store/debug-actions.ts';
import { useSession, useActions } from '../../store/hooks.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { formatBytes } from '../../explain/figures.ts';
import { hundredths, stepLine } from '../../plot/paths.ts';
import { Field } from '../../ui/Field.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Select } from '../../ui/Select.tsx';
import { useStops } from '../kinds/stops.ts';
import { shortFigure, useValues } from './ExpressionForm.tsx';
import { useScan } from './useScan.ts';
import css from './debugger.module.css';
import { createPace } from '../kit/pace.ts';
import { Button, IconButton } from '../../ui/Button.tsx';

const COLUMNS = 60;

/** Lists breakpoints, watches and bookmarks, with their hits and values over the known part of the run. */
export function Marks() {
  const breakpoints = useDebug((state) => state.breakpoints);
  const watches = useDebug((state) => state.watches);
  const request = useMemo(
    () => ({
      watches: [...watches],
      tests: breakpoints.map((point) => ({ ...point.test, hit: 1 })),
      columns: COLUMNS,
    }),
    [watches, breakpoints],
  );
  const scan = useScan(request);
  return (
    <aside className={`side ${css.dbgMarks}`} aria-label="Breakpoints and watches">
      <Breakpoints points={breakpoints} scan={scan} />
      <Watches watches={watches} scan={scan} />
      <Bookmarks />
      <TravelMemory />
    </aside>
  );
}

function Breakpoints({ points, scan }: { points: readonly Breakpoint[]; scan: ScanReport | null }) {
  const debug = useDebugActions();
  const { common } = useStops();
  return (
    <section className="stack gap-6">
      <div className="row">
        <h2>Breakpoints</h2>
        <span className="grow" />
        <Select
          className={css.dbgAdd}
          label="Add a breakpoint"
          value=""
          options={[{ value: '', text: 'Add' }, ...common.map(({ text }) => ({ value: text, text }))]}
          onChange={(text) => {
            const stop = common.find((one) => one.text === text);
            if (stop !== undefined) debug.addBreakpoint(stop.text, stop.test);
          }}
        />
      </div>
      {points.length === 0 && <p className="side-note dim">None. The run plays to its end.</p>}
      <ul className="stack gap-4 text-2">
        {points.map((point, i) => (
          <BreakpointLine key={point.id} point={point} total={scan?.hits[i]?.total} />
        ))}
      </ul>
      {points.length > 0 && (
        <div className="row">
          <Button onClick={() => void debug.continue(-1)}>Go to the last</Button>
          <Button look="outlined" onClick={() => void debug.continue(1)}>
            Go to the next <kbd>X</kbd>
          </Button>
        </div>
      )}
    </section>
  );
}

function BreakpointLine({ point, total }: { point: Breakpoint; total: number | undefined }) {
  const debug = useDebugActions();
  const { guard } = useStops();
  const [open, setOpen] = useState(false);
  const [condition, setCondition] = useState(
    point.test.event === undefined ? '' : (point.test.expression ?? ''),
  );
  const fault = condition === '' ? null : parseExpression(condition);
  const change = (test: Breakpoint['test']): void => debug.changeBreakpoint(point.id, { test });
  const setGuard = (text: string): void => {
    setCondition(text);
    const { expression: _old, ...rest } = point.test;
    if (text === '') change(rest);
    else if (parseExpression(text).ok) change({ ...rest, expression: text });
  };
  return (
    <li>
      <div className="row">
        <button
          type="button"
          className={`icon-btn ${css.dbgDot}`}
          aria-pressed={point.enabled}
          aria-label={`${point.text}, ${point.enabled ? 'on' : 'off'}`}
          onClick={() => debug.changeBreakpoint(point.id, { enabled: !point.enabled })}
        />
        <button
          type="button"
          className={`grow breaks ${css.dbgName}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {point.text}
        </button>
        <span className="mono dim">
          {!point.enabled ? 'off' : total === undefined ? '' : formatCounted(total, 'hit')}
        </span>
      </div>
      {open && (
        <div className="row wrap sub">
          <Field
            text="at hit"
            line="row"
            className={css.dbgLimit}
            kind="figure"
            type="number"
            min={1}
            value={String(point.test.hit ?? 1)}
            onChange={(text) => change({ ...point.test, hit: Math.max(1, Math.trunc(Number(text)) || 1) })}
          />
          {point.test.event !== undefined && (
            <Field
              text="only if"
              line="row"
              kind="code"
              value={condition}
              placeholder={guard}
              onChange={setGuard}
            />
          )}
          {fault !== null && !fault.ok && <p className="field-error">Needs {fault.accepted}.</p>}
          <button type="button" className="link" onClick={() => debug.removeBreakpoint(point.id)}>
            Remove
          </button>
        </div>
      )}
    </li>
  );
}

function Watches({ watches, scan }: { watches: readonly string[]; scan: ScanReport | null }) {
  const values = useValues(watches);
  const debug = useDebugActions();
  return (
    <section className="stack gap-6">
      <div className="row">
        <h2>Watches</h2>
        <span className="grow" />
        {scan !== null && <span className="mono dim">0 to {Math.round(scan.to / MICROS_PER_SECOND)} s</span>}
      </div>
      {watches.length === 0 && <p className="side-note dim">None. Write an expression and press Watch.</p>}
      <ul className="stack gap-4 text-2">
        {watches.map((text, i) => (
          <li key={text} className="row" data-watch>
            <span className="mono text-1 cut grow">{text}</span>
            <Spark columns={scan?.watches[i]} to={scan?.to ?? 0} />
            <b className="mono">{typeof values[i] === 'number' ? shortFigure(values[i]) : '—'}</b>
            <IconButton name={`Remove ${text}`} icon="close" onClick={() => debug.removeWatch(text)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const SPARK = { width: 112, height: 20 };

/** Draws the history of a watch: the past dark, the known future pale, and the cursor as a line. */
function Spark({ columns, to }: { columns: ScanReport['watches'][number] | undefined; to: Micros }) {
  const at = useSession((session) => session.cursor.at);
  if (columns === undefined) return <span className={css.dbgSpark} />;
  const known = columns.flatMap((column, i) => (column === null ? [] : [{ column, i }]));
  const values = known.flatMap(({ column }) => column);
  const low = Math.min(0, ...values);
  const high = Math.max(low + 1, ...values);
  const y = (value: number): number => SPARK.height - 2 - ((value - low) / (high - low)) * (SPARK.height - 4);
  const x = (i: number): number => (i / columns.length) * SPARK.width;
  // Each column is a line from its first to its last value. The last value continues to the next column.
  const path = stepLine(
    known.flatMap(({ column, i }, k) => [
      { x: x(i), y: y(column[0]) },
      { x: x(i), y: y(column[1]), to: x(known[k + 1]?.i ?? columns.length) },
    ]),
    hundredths,
  );
  if (path === '') return <span className={css.dbgSpark} />;
  const now = (at / Math.max(1, to)) * SPARK.width;
  return (
    <svg className={css.dbgSpark} viewBox={`0 0 ${SPARK.width} ${SPARK.height}`} aria-hidden="true">
      <path d={path} />
      <svg width={Math.max(0, now)} height={SPARK.height} overflow="hidden">
        <path className={css.dbgPast} d={path} />
      </svg>
      <path className={css.dbgPast} d={`M${now} 0V${SPARK.height}`} />
    </svg>
  );
}

function Bookmarks() {
  const bookmarks = useDebug((state) => state.bookmarks);
  const debug = useDebugActions();
  const step = useSession((session) => session.cursor.step);
  const branch = useSession((session) => session.branch);
  const here = bookmarks.some((mark) => mark.step === step && mark.branch === branch);
  return (
    <section className="stack gap-6">
      <div className="row">
        <h2>Bookmarks</h2>
        <span className="grow" />
        <Button onClick={() => debug.toggleBookmark()}>
          {here ? 'Remove this bookmark' : 'Add a bookmark'} <kbd>B</kbd>
        </Button>
      </div>
      <ul className="stack gap-4 text-2">
        {bookmarks.map((mark) => (
          <BookmarkLine key={`${mark.branch} ${mark.step}`} mark={mark} />
        ))}
      </ul>
    </section>
  );
}

function BookmarkLine({ mark }: { mark: Bookmark }) {
  const debug = useDebugActions();
  const elsewhere = useSession((session) => session.branch !== mark.branch);
  return (
    <li className="row">
      <button type="button" className="link mono" onClick={() => void debug.goToBookmark(mark)}>
        {formatSeconds(mark.at)}
        {elsewhere && <span className="dim"> on branch {mark.branch}</span>}
      </button>
      <Field
        label={`note at ${formatSeconds(mark.at)}`}
        placeholder="note"
        maxLength={80}
        value={mark.note}
        onChange={(note) => debug.noteBookmark(mark, note)}
      />
    </li>
  );
}

const QUIET_MS = 400;
const LIMITS_MB = [16, 40, 80, 147, 300] as const;

/** Shows the memory that going back in time takes, and sets the limit for its keyframes. */
function TravelMemory() {
  const actions = useActions();
  const head = useSession((session) => `${session.run} ${session.head.step}`);
  const playing = useSession((session) => session.playing);
  const [pace] = useState(() => createPace(QUIET_MS));
  // Counts changes of the limit, so that each change asks for the memory again.
  const [chosen, setChosen] = useState(0);
  const figures = useQuestion('memory', () => actions.travelMemory(), {
    again: `${head} ${chosen}`,
    pace,
    playing,
  });
  if (figures === null) return null;
  const { keyframes, keyframeBytes, limit, logBytes, spread } = figures;
  const limitMb = Math.round(limit / 1e6);
  return (
    <section className="stack gap-6" aria-label="Memory for going back">
      <div className="row">
        <h2>Going back</h2>
        <span className="grow" />
        <label className="dim">
          at most{' '}
          <Select
            className={css.dbgAdd}
            label="Memory for keyframes"
            value={limitMb}
            options={[...new Set([...LIMITS_MB, limitMb])]
              .toSorted((a, b) => a - b)
              .map((mb) => ({ value: mb, text: `${mb} MB` }))}
            onChange={(mb) =>
              void actions.travelMemory(mb * 1e6).then(() => setChosen((before) => before + 1))
            }
          />
        </label>
      </div>
      <Progress name="Memory used by keyframes" value={keyframeBytes} max={Math.max(1, limit)} ownLine />
      <p className="side-note">
        <b>{formatBytes(keyframeBytes)}</b> in {formatCount(keyframes)}{' '}
        {keyframes === 1 ? 'keyframe' : 'keyframes'}, {formatBytes(logBytes)} of log.
        {spread > 1.5 &&
          ` To fit, keyframes are ${Math.round(spread)} times as far apart, so going back takes longer.`}
      </p>
    </section>
  );
}
