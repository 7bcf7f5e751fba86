import { type ReactNode, useState } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import type { GalleryItem } from '../../scenes/item.ts';
import { SHELVES, type Shelf } from '../../scenes/shelves.ts';
import { useSession } from '../../store/hooks.ts';
import { cardOf } from '../kinds/cards.tsx';
import { OpenFile } from '../kit/OpenFile.tsx';
import { scenePicture, type PictureTile } from './picture.ts';
import { ShapeView } from './ShapeView.tsx';
import { SHAPES } from './shapes.ts';
import './gallery.css';
import { withUnits } from '../kit/units.ts';

interface GalleryPageProps {
  onOpen: (id: string) => void;
  /** A scenario file that the reader chose; the answer says what is wrong with it. */
  onFile: (text: string) => Promise<string | null>;
  /** Cards of recordings of a real Postfix. */
  incidents: ReactNode;
}

/** Every scene as a card: its picture, what to watch, and where the real software differs. */
export default function GalleryPage({ onOpen, onFile, incidents }: GalleryPageProps) {
  const title = useSession((session) => (session.run > 0 ? session.scenario?.title : undefined));
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className="gallery">
        <div className="gallery-head">
          <h1>Start from something that happens</h1>
          <p className="lead">
            Every picture below is a run, stopped at an instant worth looking at. Open one, then change
            anything.
          </p>
          <div className="row">
            {title !== undefined && (
              <button type="button" className="btn outlined" onClick={() => history.back()}>
                Back to {title}
              </button>
            )}
            <OpenFile
              text="Open a scenario file"
              name="scenario file"
              accept=".json,application/json"
              onFile={onFile}
            />
            <a className="btn outlined" href="#postfix">
              Your own Postfix
            </a>
            <a className="btn outlined" href="#lab">
              Timer laboratory
            </a>
            <a className="btn outlined" href="#library">
              My library
            </a>
            <a className="btn outlined" href="#threads">
              Concurrency groups
            </a>
            <a className="btn outlined" href="#lint">
              Check your settings
            </a>
            <a className="btn outlined" href="#policies">
              Policy laboratory
            </a>
            <a className="btn outlined" href="#experiments">
              Experiments
            </a>
            <a className="btn outlined" href="#tables">
              The document’s tables
            </a>
          </div>
        </div>
        <Shelves onOpen={onOpen} />
        <section className="shelf" aria-labelledby="shelf-incidents">
          <h2 id="shelf-incidents">
            Real incidents <span>recordings of a real Postfix: find the cause, choose the change</span>
          </h2>
          {incidents}
        </section>
      </div>
    </main>
  );
}

/** All shelves, or the one that was chosen. */
function Shelves({ onOpen }: { onOpen: (id: string) => void }) {
  const [chosen, setChosen] = useState<Shelf['id'] | 'all'>('all');
  const count = SHELVES.reduce((sum, { items }) => sum + items.length, 0);
  const chips: { id: Shelf['id'] | 'all'; text: string; count: number }[] = [
    { id: 'all', text: 'All', count },
    ...SHELVES.map(({ id, title, items }) => ({ id, text: title, count: items.length })),
  ];
  return (
    <>
      <div className="gallery-chips" role="group" aria-label="Show scenes about">
        {chips.map(({ id, text, count: held }) => (
          <button key={id} type="button" aria-pressed={id === chosen} onClick={() => setChosen(id)}>
            {text} <span>{held}</span>
          </button>
        ))}
      </div>
      {SHELVES.filter(({ id }) => chosen === 'all' || chosen === id).map((shelf) => (
        <section key={shelf.id} className="shelf" aria-labelledby={`shelf-${shelf.id}`}>
          <h2 id={`shelf-${shelf.id}`}>
            {shelf.title} <span>{shelf.lead}</span>
          </h2>
          <ul className="cards">
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
    <button type="button" className="scene-card" onClick={() => onOpen(item.id)}>
      <span className="card-picture" aria-hidden="true">
        <ScenePicture item={item} />
      </span>
      <span className="card-words">
        <b>{item.title}</b>
        <span className="card-about">{withUnits(item.about)}</span>
        {item.differs !== '' && (
          <span className="card-differs">
            <i>{beside}:</i> {withUnits(item.differs)}
          </span>
        )}
        <span className="card-facts">{facts}</span>
      </span>
    </button>
  );
}

/** What the scene is about, in little: a window, runnable threads, timers, or the order of its delivery slots. */
function ScenePicture({ item }: { item: GalleryItem }) {
  const shape = SHAPES[item.id];
  if (shape !== undefined) return <ShapeView shape={shape} />;
  const { picture } = cardOf(item);
  if (picture !== undefined) return picture(item.id);
  return <Picture rows={scenePicture(item.id)} />;
}

function Picture({ rows }: { rows: readonly PictureTile[][] }) {
  return rows.map((row) => (
    <span className="picture-row" key={row[0]?.place ?? 0}>
      {row.map((tile) => (
        <Tile key={tile.place} tile={tile} />
      ))}
    </span>
  ));
}

function Tile({ tile }: { tile: PictureTile }) {
  const identity = useIdentity(tile.number);
  const className = `picture-tile${tile.future ? ' future' : ''}${tile.preempts ? ' preempts' : ''}`;
  return (
    <span className={className} {...identity}>
      <Chip number={tile.number} />
    </span>
  );
}
