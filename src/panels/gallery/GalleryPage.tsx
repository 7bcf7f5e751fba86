import { type ReactNode, useState } from 'react';
import type { GalleryItem } from '../../scenes/item.ts';
import { SHELVES, type Shelf } from '../../scenes/shelves.ts';
import { useSession } from '../../store/hooks.ts';
import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import { cardOf } from '../kinds/cards.tsx';
import { OpenFile } from '../kit/OpenFile.tsx';
import { shapePicture, type StoredShape } from './shape.ts';
import { SHAPES } from './shapes.ts';
import css from './gallery.module.css';
import { withUnits } from '../kit/units.ts';
import { STRIPS, type StoredStrip } from './strips.ts';
import { Button } from '../../ui/Button.tsx';

const PAGES = [
  ['#postfix', 'Your own Postfix'],
  ['#lab', 'Timer laboratory'],
  ['#library', 'My library'],
  ['#threads', 'Concurrency groups'],
  ['#lint', 'Check your settings'],
  ['#policies', 'Policy laboratory'],
  ['#experiments', 'Experiments'],
  ['#tables', 'The document’s tables'],
] as const;

interface GalleryPageProps {
  onOpen: (id: string) => void;
  /** Opens a scenario file. The result is an error message, or null. */
  onFile: (text: string) => Promise<string | null>;
  /** Cards of recordings of a real Postfix. */
  incidents: ReactNode;
}

/** All scenes as cards: a picture, what to watch, and where the real software differs. */
export default function GalleryPage({ onOpen, onFile, incidents }: GalleryPageProps) {
  const title = useSession((session) => (session.run > 0 ? session.scenario?.title : undefined));
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className={css.gallery}>
        <div className="stack">
          <h1>Start from something that happens</h1>
          <p className="lead">
            Every picture below is a run, paused at an interesting instant. Open one and change anything.
          </p>
          <div className="row wrap">
            {title !== undefined && (
              <Button look="outlined" onClick={() => history.back()}>
                Back to {title}
              </Button>
            )}
            <OpenFile
              text="Open a scenario file"
              name="scenario file"
              accept=".json,application/json"
              onFile={onFile}
            />
            {PAGES.map(([hash, text]) => (
              <a key={hash} className="btn outlined" href={hash}>
                {text}
              </a>
            ))}
          </div>
        </div>
        <Shelves onOpen={onOpen} />
        <section className={`stack gap-12 ${css.shelf}`} aria-labelledby="shelf-incidents">
          <h2 id="shelf-incidents">
            Real incidents{' '}
            <span className="dim text-2">
              recordings of a real Postfix: find the cause and choose the change
            </span>
          </h2>
          {incidents}
        </section>
      </div>
    </main>
  );
}

/** All shelves, or the chosen one. */
function Shelves({ onOpen }: { onOpen: (id: string) => void }) {
  const [chosen, setChosen] = useState<Shelf['id'] | 'all'>('all');
  const count = SHELVES.reduce((sum, { items }) => sum + items.length, 0);
  const chips: { id: Shelf['id'] | 'all'; text: string; count: number }[] = [
    { id: 'all', text: 'All', count },
    ...SHELVES.map(({ id, title, items }) => ({ id, text: title, count: items.length })),
  ];
  return (
    <>
      <div className="row wrap gap-6" role="group" aria-label="Show scenes about">
        {chips.map(({ id, text, count: held }) => (
          <Button key={id} look="outlined" aria-pressed={id === chosen} onClick={() => setChosen(id)}>
            {text} <span className="text-1">{held}</span>
          </Button>
        ))}
      </div>
      {SHELVES.filter(({ id }) => chosen === 'all' || chosen === id).map((shelf) => (
        <section key={shelf.id} className={`stack gap-12 ${css.shelf}`} aria-labelledby={`shelf-${shelf.id}`}>
          <h2 id={`shelf-${shelf.id}`}>
            {shelf.title} <span className="dim text-2">{shelf.lead}</span>
          </h2>
          <ul className={css.cards}>
            {shelf.items.map((item) => (
              <li key={item.id}>
                <Card item={item} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Card({ item, onOpen }: { item: GalleryItem; onOpen: (id: string) => void }) {
  const { beside, facts } = cardOf(item);
  return (
    <button type="button" className={css.sceneCard} onClick={() => onOpen(item.id)}>
      <span className={css.cardPicture} aria-hidden="true">
        <ScenePicture item={item} />
      </span>
      <span className={css.cardWords}>
        <b>{item.title}</b>
        <span className="side-note">{withUnits(item.about)}</span>
        {item.differs !== '' && (
          <span className="dim text-1">
            <b>{beside}:</b> {withUnits(item.differs)}
          </span>
        )}
        <span className={`dim text-1 ${css.cardFacts}`}>{facts}</span>
      </span>
    </button>
  );
}

/** Draws the subject of the scene: a window, runnable threads, timers, or the order of its delivery slots. */
function ScenePicture({ item }: { item: GalleryItem }) {
  const shape = SHAPES[item.id];
  if (shape !== undefined) return <ShapeView shape={shape} />;
  const { picture } = cardOf(item);
  if (picture !== undefined) return picture(item.id);
  return <Picture rows={scenePicture(item.id)} />;
}

function Picture({ rows }: { rows: readonly PictureTile[][] }) {
  return rows.map((row) => (
    <span className="row gap-2" key={row[0]?.place ?? 0}>
      {row.map((tile) => (
        <Tile key={tile.place} tile={tile} />
      ))}
    </span>
  ));
}

function Tile({ tile }: { tile: PictureTile }) {
  const identity = useIdentity(tile.number);
  return (
    <span
      className={css.pictureTile}
      data-future={tile.future || undefined}
      data-preempts={tile.preempts || undefined}
      {...identity}
    >
      <Chip number={tile.number} />
    </span>
  );
}

function ShapeView({ shape }: { shape: StoredShape }) {
  const { lines, crosses } = shapePicture(shape);
  return (
    <svg className={css.shape} viewBox="-2 -4 104 60" preserveAspectRatio="none">
      {lines.map(({ d, look }, i) => (
        // Lines of a picture never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={i} d={d} data-look={look} vectorEffect="non-scaling-stroke" />
      ))}
      {crosses.map(([x, y]) => (
        <path
          key={x}
          d={`M${x - 1.2} ${y - 2.2}l2.4 4.4m0 -4.4l-2.4 4.4`}
          data-look="cross"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** Number of delivery slots in one row of a picture, and in a whole picture. */
const TILES_PER_ROW = 12;
const TILES_MAX = 24;

interface PictureTile {
  place: number;
  number: number;
  /** True for a slot after the instant at which the scene opens. */
  future: boolean;
  /** True if a preemption took place just before this slot. */
  preempts: boolean;
}

/**
 * The tiny picture of a scene: its delivery slots around the instant at which the scene opens. The picture of a long
 * run shows the part with the most preemptions.
 */
export function scenePicture(id: string): PictureTile[][] {
  const strip = STRIPS[id];
  if (strip === undefined) return [];
  const from = bestWindow(strip);
  const tiles = strip.deliverySlots.slice(from, from + TILES_MAX).map((number, i) => ({
    place: from + i,
    number,
    future: strip.opens > 0 && from + i >= strip.opens,
    preempts: strip.preemptions.includes(from + i),
  }));
  const count = Math.ceil(tiles.length / TILES_PER_ROW);
  const perRow = Math.ceil(tiles.length / Math.max(1, count));
  return Array.from({ length: count }, (_, row) => tiles.slice(row * perRow, (row + 1) * perRow));
}

/** First tile of the part with the most preemptions; of equal parts, the one with them nearest to its middle. */
function bestWindow({ deliverySlots, preemptions, opens }: StoredStrip): number {
  const last = Math.max(0, deliverySlots.length - TILES_MAX);
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let from = 0; from <= last; from += 1) {
    const held = preemptions.filter((at) => at >= from && at < from + TILES_MAX);
    const off =
      held.reduce((sum, at) => sum + Math.abs(at - from - TILES_MAX / 2), 0) / Math.max(1, held.length);
    const seesOpening = opens === 0 || (opens >= from && opens <= from + TILES_MAX) ? 1 : 0;
    const worth = seesOpening * 1000 + held.length * 100 - off;
    if (worth > most) {
      most = worth;
      best = from;
    }
  }
  return best;
}
