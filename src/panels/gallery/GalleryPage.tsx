import { type ReactNode, useState } from 'react';
import type { GalleryItem } from '../../scenes/item.ts';
import { SENTENCES } from '../../scenes/sentences.ts';
import { SHELVES } from '../../scenes/shelves.ts';
import { cardOf } from '../kinds/cards.tsx';
import { OpenFile } from '../kit/OpenFile.tsx';
import { ExperimentCards, EXPERIMENTS } from './ExperimentCards.tsx';
import { PictureCard } from './PictureCard.tsx';
import { ScenePicture } from './ScenePicture.tsx';
import css from './gallery.module.css';
import { withUnits } from '../kit/units.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

interface GalleryPageProps {
  onOpen: (id: string) => void;
  /** Opens a scenario file. Resolves to an error message, or null on success. */
  onFile: (text: string) => Promise<string | null>;
  sceneHref: (id: string) => string;
  /** Cards of recordings of a real Postfix, as items of a list. */
  incidents: ReactNode[];
}

/** A shelf of the page, with its cards as items of a list. */
interface ShownShelf {
  id: string;
  title: string;
  lead: string;
  count: number;
  cards: ReactNode;
}

/** The page "Explore": picture cards of scenes and recordings, on shelves. */
export default function GalleryPage({ onOpen, onFile, sceneHref, incidents }: GalleryPageProps) {
  const [chosen, setChosen] = useState('all');
  const shelves = shelvesOf(onOpen, sceneHref, incidents);
  const count = shelves.reduce((sum, shelf) => sum + shelf.count, 0);
  const choose = (id: string): void => {
    setChosen(id);
    document.getElementById('stage')?.scrollTo(0, 0);
  };
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className={css.gallery}>
        <header className="stack">
          <h1>Start from something that happens</h1>
          <p className="lead">Every picture is a run or a record. Open one, then change anything.</p>
          <div className={`row wrap gap-6 ${css.shelfChips}`} role="group" aria-label="Shelves">
            {[{ id: 'all', title: 'All', count }, ...shelves].map((shelf) => (
              <Button
                key={shelf.id}
                look="outlined"
                aria-pressed={shelf.id === chosen}
                onClick={() => setChosen(shelf.id)}
              >
                {shelf.title} <span>{shelf.count}</span>
              </Button>
            ))}
          </div>
        </header>
        {shelves
          .filter(({ id }) => chosen === 'all' || chosen === id)
          .map((shelf) => (
            <ShelfOnPage key={shelf.id} shelf={shelf} few={chosen === 'all'} onAll={() => choose(shelf.id)} />
          ))}
        <footer className={`row wrap ${css.galleryFoot}`}>
          <OpenFile
            text="Open a scenario file"
            name="scenario file"
            accept=".json,application/json"
            onFile={onFile}
          />
          <a className="btn" href="#library">
            My library
          </a>
          <a className="btn" href="#exact">
            How exact is this?
          </a>
          <a className="btn" href="#glossary">
            Glossary
          </a>
        </footer>
      </div>
    </main>
  );
}

interface ShelfOnPageProps {
  shelf: ShownShelf;
  /** Shows only as many cards as fit into a row. */
  few: boolean;
  onAll: () => void;
}

function ShelfOnPage({ shelf: { id, title, lead, count, cards }, few, onAll }: ShelfOnPageProps) {
  return (
    <section className={css.shelf} aria-labelledby={`shelf-${id}`}>
      <header className="row baseline">
        <h2 id={`shelf-${id}`}>{title}</h2>
        <p className={`sub ${css.shelfLead}`}>{lead}</p>
        <span className="grow" />
        {few && (
          <span data-short={count <= 3 || undefined}>
            <Button aria-label={`All ${count}: ${title}`} onClick={onAll}>
              All {count}
              <Icon name="right" />
            </Button>
          </span>
        )}
      </header>
      <ul className={css.cards} data-few={few || undefined}>
        {cards}
      </ul>
    </section>
  );
}

function shelvesOf(
  onOpen: GalleryPageProps['onOpen'],
  sceneHref: GalleryPageProps['sceneHref'],
  incidents: ReactNode[],
): ShownShelf[] {
  return [
    {
      id: 'incidents',
      title: 'Real incidents',
      lead: 'recorded on a real Postfix: find the cause, choose the change',
      count: incidents.length,
      cards: incidents,
    },
    ...SHELVES.map(({ items, ...shelf }) => ({
      ...shelf,
      count: items.length,
      cards: items.map((item) => (
        <li key={item.id}>
          <SceneCard item={item} href={sceneHref(item.id)} onOpen={onOpen} />
        </li>
      )),
    })),
    {
      id: 'experiments',
      title: 'Experiments',
      lead: 'many runs, one picture',
      count: EXPERIMENTS.length,
      cards: <ExperimentCards />,
    },
  ];
}

interface SceneCardProps {
  item: GalleryItem;
  href: string;
  onOpen: (id: string) => void;
}

function SceneCard({ item, href, onOpen }: SceneCardProps) {
  const { beside } = cardOf(item);
  return (
    <PictureCard
      href={href}
      picture={<ScenePicture item={item} />}
      title={item.title}
      sentence={withUnits(SENTENCES[item.id] ?? '')}
      onOpen={() => onOpen(item.id)}
      {...(item.differs !== '' && {
        differs: (
          <>
            <b>{beside}:</b> {withUnits(item.differs)}
          </>
        ),
      })}
    />
  );
}
