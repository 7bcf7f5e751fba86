import type { ReactNode } from 'react';
import type { TimelineMark, TimelineSlice } from '../../protocol/answers.ts';
import { debugStoreOf, toggleBookmark, useDebug } from '../../store/debug.ts';
import { useActions, useRuntime, useSession, useView } from '../../store/hooks.ts';
import { useKind } from '../kinds/views.ts';
import { lazyAfterFirstPaint } from '../kit/lazy.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { StepButtons } from './StepButtons.tsx';
import { SPEEDS, speedText } from './speeds.ts';
import { useUnits, useWakeMarks } from './step-units.ts';
import type { Zoom } from './useZoom.ts';
import css from './timeline.module.css';
import { Button, IconButton } from '../../ui/Button.tsx';

const BranchMenu = lazyAfterFirstPaint(
  () => import('./BranchMenu.tsx'),
  (module) => module.BranchMenu,
);

interface ControlsProps {
  pulse: boolean;
  branches: TimelineSlice['branches'];
  zoom: Zoom;
  end: ReactNode;
}

/** Buttons to play, step and set the speed. `pulse` animates Play once, after a link was opened. */
export function PlayControls({ pulse, branches, zoom, end }: ControlsProps) {
  const actions = useActions();
  const atStart = useSession((session) => session.cursor.step === 0);
  const unit = useView((view) => view.stepUnit);
  const units = useUnits();
  const name = units.find(({ value }) => value === unit)?.text ?? unit;
  const wakeUps = useWakeMarks();
  const { leaps, legend } = useKind();
  return (
    <div className={`row gap-6 ${css.controls}`} translate="no">
      <IconButton
        name="Back to the start"
        icon="to-start"
        tip="start, Home"
        tipAt="start"
        className={css.onlyWide}
        aria-disabled={atStart}
        onClick={() => void actions.seekStart()}
      />
      <StepButtons unit={name} tips pulse={pulse} />
      {leaps === true && <LeapSteps unit={wakeUps ? 'cascade' : 'preemption'} atStart={atStart} />}
      <Segmented
        className="not-phone"
        label="Step by"
        value={unit}
        options={units}
        onChange={(value) => actions.look({ stepUnit: value })}
      />
      <DebugButtons />
      <Clock />
      <span className="grow not-phone" />
      {legend === undefined ? <MarkFilter wakeUps={wakeUps} /> : <Legend lines={legend} />}
      {zoom.zoomed && <Button onClick={zoom.fit}>Whole run</Button>}
      {branches.length > 1 && <BranchMenu branches={branches} />}
      <SpeedMenu />
      {end}
    </div>
  );
}

/** Buttons to the next and previous preemption or cascade. */
function LeapSteps({ unit, atStart }: { unit: 'preemption' | 'cascade'; atStart: boolean }) {
  const actions = useActions();
  return (
    <span className={`row gap-2 ${css.notNarrow}`} role="group" aria-label={`Until a ${unit}`}>
      <IconButton
        name={`Back to the previous ${unit}`}
        icon="preemption-back"
        tip={`previous ${unit}, Shift ←`}
        aria-disabled={atStart}
        onClick={() => void actions.step(-1, unit)}
      />
      <IconButton
        name={`Forward to the next ${unit}`}
        icon="preemption-forward"
        tip={`next ${unit}, Shift →`}
        onClick={() => void actions.step(1, unit)}
      />
    </span>
  );
}

const KINDS: readonly { kind: TimelineMark['kind']; sign: string; text: string }[] = [
  { kind: 'injection', sign: '▼', text: 'injections' },
  { kind: 'preemption', sign: '◆', text: 'preemptions' },
  { kind: 'dead', sign: '✕', text: 'dead destinations' },
  { kind: 'deferred', sign: '↺', text: 'deferred mail' },
  { kind: 'change', sign: '■', text: 'changes by hand' },
];

const WAKE_KINDS: typeof KINDS = [
  { kind: 'woke-cascade', sign: '◆', text: 'cascade' },
  { kind: 'woke-ran', sign: '●', text: 'timers ran' },
  { kind: 'woke-empty', sign: '○', text: 'empty wake-up' },
];

/** Shows and hides kinds of marks. */
function MarkFilter({ wakeUps }: { wakeUps: boolean }) {
  const actions = useActions();
  const hidden = useView((view) => view.hiddenMarks);
  return (
    <span
      className={`row gap-2 ${css.markFilter} ${css.onlyWide}`}
      role="group"
      aria-label="Marks on the timeline"
    >
      {(wakeUps ? WAKE_KINDS : KINDS).map(({ kind, sign, text }) => (
        <Button
          key={kind}
          className="text-1"
          aria-label={text}
          aria-pressed={!hidden.includes(kind)}
          data-tip={wakeUps ? undefined : text}
          onClick={() => actions.toggleMarks(kind)}
        >
          {wakeUps ? `${sign} ${text}` : sign}
        </Button>
      ))}
    </span>
  );
}

function Legend({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={`row gap-12 text-1 sub nowrap ${css.onlyWide}`} aria-label="Marks on the timeline">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Buttons that open the debugger and bookmark this position. */
function DebugButtons() {
  const { store } = useRuntime();
  const open = useDebug((state) => state.open);
  const step = useSession((session) => session.cursor.step);
  const marked = useDebug((state) => state.bookmarks.some((mark) => mark.step === step));
  return (
    <>
      <Button
        className={css.notNarrow}
        aria-pressed={open}
        data-tip="run until, breakpoints, event log; D"
        onClick={() => debugStoreOf(store).setState({ open: !open })}
      >
        until…
      </Button>
      <Button
        className={css.notNarrow}
        aria-pressed={marked}
        data-tip="keep this place, B"
        onClick={() => toggleBookmark(store)}
      >
        {marked ? 'Bookmarked' : 'Bookmark'}
      </Button>
    </>
  );
}

function Clock() {
  const cursor = useSession((session) => session.cursor);
  const idle = useSession((session) => session.idle);
  const { clock, counts } = useKind();
  return (
    <>
      <span className={`${css.clock} mono`}>{clock(cursor.at)}</span>
      <span className={`clock-words text-1 sub nowrap ${css.onlyWide}`}>
        {counts} <span className="mono">{cursor[counts]}</span>
        {idle && <span className="dim"> · nothing left to do</span>}
      </span>
    </>
  );
}

function SpeedMenu() {
  const actions = useActions();
  const speed = useView((view) => view.speed);
  return (
    <span className={css.speed}>
      <Select
        label="Speed"
        value={speed}
        options={SPEEDS.map((value) => ({ value, text: speedText(value) }))}
        onChange={(value) => void actions.setSpeed(value)}
      />
    </span>
  );
}
