import type { GalleryItem } from '../../lessons/item.ts';
import { SCENE_FIGURES, type SceneFigures } from '../../lessons/timers/figures.ts';
import { TIMER_SCENES } from '../../lessons/timers/scenes.ts';
import { formatCount } from '../kit/format.ts';
import { thumbRings } from './timer-picture.ts';

/** The scenes of the timer laboratory as cards. */
export function TimerCards({ onOpen }: { onOpen: (id: string) => void }) {
  return (
    <section className="gallery-part" aria-labelledby="gallery-timers">
      <h2 id="gallery-timers">Timer laboratory</h2>
      <p className="lead">
        Runs without mail: one timing wheel, exactly as Kafka’s, or three designs of the request purgatory on
        one stream.
      </p>
      <ul className="cards">
        {TIMER_SCENES.map((item) => (
          <li key={item.id}>
            <button type="button" className="card" onClick={() => onOpen(item.id)}>
              <span className="card-picture" aria-hidden="true">
                <Thumb item={item} />
              </span>
              <span className="card-words">
                <b>{item.title}</b>
                <span className="card-about">{item.about}</span>
                {item.differs !== '' && (
                  <span className="card-differs">
                    <i>Kafka itself:</i> {item.differs}
                  </span>
                )}
                <span className="card-facts">{factsOf(item)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function factsOf({ scenario }: GalleryItem): string {
  const { lab, wheel } = scenario;
  const measures = `${wheel.tickMs} ms × ${wheel.size}`;
  return lab?.kind === 'wheel' ? `one wheel, ${measures}` : `three designs, wheel ${measures}`;
}

/** Where the scene's first timers go; of the designs, the counter that the scene is about. */
function Thumb({ item }: { item: GalleryItem }) {
  const figures = SCENE_FIGURES[item.id];
  if (figures !== undefined) return <Bars figures={figures} />;
  const { track, armed } = thumbRings(item.scenario);
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
