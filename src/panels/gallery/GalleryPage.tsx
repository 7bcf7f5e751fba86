import { useRef, useState, type ChangeEvent } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import { GALLERY } from '../../lessons/gallery.ts';
import type { GalleryItem } from '../../lessons/item.ts';
import { useSession } from '../../store/hooks.ts';
import { formatCount } from '../kit/format.ts';
import { TimerCards } from './TimerCards.tsx';
import { scenePicture, type PictureTile } from './picture.ts';
import './gallery.css';

interface GalleryPageProps {
  onOpen: (id: string) => void;
  /** A scenario file that the reader chose; the answer says what is wrong with it. */
  onFile: (text: string) => Promise<string | null>;
}

/** Every scene as a card: its picture, what to watch, and where the real software differs. */
export default function GalleryPage({ onOpen, onFile }: GalleryPageProps) {
  const title = useSession((session) => (session.run > 0 ? session.scenario?.title : undefined));
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className="gallery">
        <div className="gallery-head">
          <h1>Start from something that happens</h1>
          <p className="lead">
            Each picture is a run: its delivery slots in order. Open one, then change anything.
          </p>
          <div className="row">
            {title !== undefined && (
              <button type="button" className="btn outlined" onClick={() => history.back()}>
                Back to {title}
              </button>
            )}
            <OpenFile onFile={onFile} />
            <a className="btn outlined" href="#lab">
              Timer laboratory
            </a>
            <a className="btn outlined" href="#policies">
              Policy laboratory
            </a>
            <a className="btn outlined" href="#tables">
              The document’s tables
            </a>
          </div>
        </div>
        <ul className="cards">
          {GALLERY.map((item) => (
            <li key={item.id}>
              <Card item={item} onOpen={onOpen} />
            </li>
          ))}
        </ul>
        <TimerCards onOpen={onOpen} />
      </div>
    </main>
  );
}

function Card({ item, onOpen }: { item: GalleryItem; onOpen: (id: string) => void }) {
  const messages = item.scenario.script.filter(({ command }) => command.kind === 'message.inject').length;
  return (
    <button type="button" className="card" onClick={() => onOpen(item.id)}>
      <span className="card-picture" aria-hidden="true">
        <Picture rows={scenePicture(item.id)} />
      </span>
      <span className="card-words">
        <b>{item.title}</b>
        <span className="card-about">{item.about}</span>
        {item.differs !== '' && (
          <span className="card-differs">
            <i>Postfix itself:</i> {item.differs}
          </span>
        )}
        <span className="card-facts">
          {formatCount(messages)} {messages === 1 ? 'message' : 'messages'}, {agentsOf(item)}
        </span>
      </span>
    </button>
  );
}

function agentsOf({ scenario }: GalleryItem): string {
  const limit = scenario.agents[scenario.view.transport] ?? 100;
  return limit === 1 ? '1 agent' : `${limit} agents`;
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

function OpenFile({ onFile }: { onFile: GalleryPageProps['onFile'] }) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file !== undefined) setFault(await onFile(await file.text()));
  };
  return (
    <>
      <button type="button" className="btn outlined" onClick={() => input.current?.click()}>
        Open a scenario file
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="scenario file"
        onChange={(event) => void read(event)}
      />
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
