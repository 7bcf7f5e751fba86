import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { formatSpanDigits } from '../../explain/figures.ts';
import type { Micros } from '../../protocol/units.ts';
import { formatCount } from '../../explain/format.ts';
import { pageIdle } from '../../store/idle.ts';
import { useView } from '../../store/hooks.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { axisEnd, lastEnd, stepInstant } from './picture.ts';
import { type Compared, LETTERS } from './PolicyColumn.tsx';
import css from './policies.module.css';
import timelineCss from '../timeline/timeline.module.css';
import { IconButton } from '../../ui/Button.tsx';
import { Slider } from '../../ui/Slider.tsx';

const UNITS = [
  { value: 'tick', text: '10 µs' },
  { value: 'request', text: 'request' },
  { value: 'switch', text: 'switch' },
] as const;

/** The instant that all three columns show, and the end of each run. */
export function Transport({ runs, at, onAt }: Compared) {
  const [unit, setUnit] = useState<(typeof UNITS)[number]['value']>('request');
  const end = axisEnd(runs);
  const play = useColumnsPlay(at, lastEnd(runs), onAt);
  return (
    <>
      <section className={`row wrap ${css.part} ${css.time}`} translate="no" aria-label="The instant">
        <IconButton
          name={`One ${unitName(unit)} back`}
          icon="step-back"
          onClick={() => onAt(stepInstant(runs, unit, at, -1))}
        />
        <IconButton
          name={play.playing ? 'Pause all three' : 'Play all three'}
          icon={play.playing ? 'pause' : 'play'}
          className={timelineCss.play}
          onClick={play.toggle}
        />
        <IconButton
          name={`One ${unitName(unit)} on`}
          icon="step-forward"
          onClick={() => onAt(stepInstant(runs, unit, at, 1))}
        />
        <Segmented label="Step by" value={unit} options={UNITS} onChange={setUnit} />
        <span className={`mono ${css.clock}`}>{formatCount(Math.floor(at))} µs</span>
        <span className="dim not-phone">same instant in all three</span>
        <span className={css.slider}>
          <Slider
            label="Instant of all three runs"
            min={0}
            max={end}
            value={Math.min(at, end)}
            text={formatSpanDigits(at)}
            onChange={onAt}
          />
        </span>
        <span className={timelineCss.speed}>
          <Select label="Speed" value={play.speed} options={PLAY_SPEEDS} onChange={play.setSpeed} />
        </span>
      </section>
      <ul className={css.part} aria-label="Length of the runs">
        {runs.map(({ kind, figures }) => (
          <li key={kind} className={`row wrap text-1 ${css.end}`}>
            <span
              className={css.length}
              style={{ '--part': `${Math.min(100, (100 * figures.makespan) / end)}%` } as CSSProperties}
            />
            <span className="mono">
              {LETTERS[kind]} ends at {formatSpanDigits(figures.makespan)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Playing speeds, in microseconds of the model per second. */
const PLAY_SPEEDS = [
  { value: 100, text: '0.1 ms = 1 s' },
  { value: 1_000, text: '1 ms = 1 s' },
  { value: 10_000, text: '10 ms = 1 s' },
  { value: 100_000, text: '100 ms = 1 s' },
] as const;

type PlaySpeed = (typeof PLAY_SPEEDS)[number]['value'];

function unitName(unit: (typeof UNITS)[number]['value']): string {
  return unit === 'tick' ? 'step of 10 µs' : unit === 'request' ? 'finished request' : 'switch';
}

/** Milliseconds between steps while playing. They are not shorter, because every step draws all columns again. */
const STEP_MS = 50;
/** Milliseconds between steps with reduced motion. */
const STILL_MS = 500;

interface Play {
  playing: boolean;
  speed: PlaySpeed;
  setSpeed: (speed: PlaySpeed) => void;
  toggle: () => void;
}

/** Plays the instant of all columns up to the end of the longest run. */
function useColumnsPlay(at: Micros, end: Micros, onAt: (at: Micros) => void): Play {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<PlaySpeed>(1_000);
  const still = useView((view) => view.reducedMotion);
  const latest = useRef({ at, end, onAt });
  useEffect(() => {
    latest.current = { at, end, onAt };
  });
  useEffect(() => {
    if (!playing) return undefined;
    const over = pageIdle.begin();
    const every = still ? STILL_MS : STEP_MS;
    const timer = setInterval(() => {
      const { at: now, end: last, onAt: move } = latest.current;
      const next = Math.min(last, now + (speed * every) / 1_000);
      move(next);
      if (next >= last) setPlaying(false);
    }, every);
    return () => {
      clearInterval(timer);
      over();
    };
  }, [playing, speed, still]);
  return {
    playing,
    speed,
    setSpeed,
    toggle() {
      // At the end, Play starts again from the beginning.
      if (!playing && at >= end) onAt(0);
      setPlaying(!playing);
    },
  };
}
