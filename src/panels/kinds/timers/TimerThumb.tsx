import { SCENE_FIGURES, type SceneFigures } from '../../../scenes/timers/figures.ts';
import type { TimerScenario } from '../../../protocol/scenario.ts';
import { formatCount } from '../../../explain/format.ts';
import { thumbRings } from './timer-picture.ts';
import '../../gallery/gallery.css';

/** What a scene of the timer laboratory runs on, in one line. */
export function timerFacts({ lab, wheel }: TimerScenario): string {
  const measures = `${wheel.tickMs} ms × ${wheel.size}`;
  return lab.kind === 'wheel' ? `one wheel, ${measures}` : `three designs, wheel ${measures}`;
}

/** Where the scene's first timers go; of the designs, the counter that the scene is about. */
export function TimerThumb({ id, scenario }: { id: string; scenario: TimerScenario }) {
  const figures = SCENE_FIGURES[id];
  if (figures !== undefined) return <Bars figures={figures} />;
  const { track, armed } = thumbRings(scenario);
  return (
    <svg className="timer-thumb" viewBox="-40 -24 80 48">
      <path className="thumb-track" d={track} />
      <path className="thumb-armed" d={armed} />
    </svg>
  );
}

function Bars({ figures: { text, values } }: { figures: SceneFigures }) {
  const most = Math.max(1, ...Object.values(values));
  return (
    <span className="thumb-bars">
      {(['old', 'proposed', 'today'] as const).map((design) => (
        <span key={design}>
          <span>{design}</span>
          <i style={{ width: `${Math.max(0.6, (62 * values[design]) / most)}%` }} />
          <span className="mono">{formatCount(values[design])}</span>
        </span>
      ))}
      <span className="thumb-text">{text}</span>
    </span>
  );
}
