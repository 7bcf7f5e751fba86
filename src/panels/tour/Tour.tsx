import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { keepBeside } from '../../ui/placement.ts';
import css from './tour.module.css';
import { Button } from '../../ui/Button.tsx';

/** A short tour of the page: a ring around each part and a card that explains it. Esc ends it. */
export default function Tour({ onClose }: { onClose: () => void }) {
  const [stops] = useState(() => stopsOnPage(document));
  const [at, setAt] = useState(0);
  const next = useRef<HTMLButtonElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const current = stops[at];
  useLayoutEffect(() => {
    const [element, ringBox] = [current?.element, ring.current];
    if (element === undefined || ringBox === null || card.current === null) return undefined;
    const around = (): void => {
      const { left, top, width, height } = element.getBoundingClientRect();
      Object.assign(ringBox.style, px({ left, top, width, height }));
    };
    around();
    addEventListener('resize', around);
    const leave = keepBeside(card.current, element, BESIDE, GAP_PX);
    return () => {
      removeEventListener('resize', around);
      leave();
    };
  }, [current]);
  useEffect(() => {
    next.current?.focus();
  }, [at]);
  if (current === undefined) return null;
  const last = at === stops.length - 1;
  return (
    <Dialog label={current.stop.title} describedBy="tour-text" className={css.tour} onClose={onClose}>
      {(close) => (
        <>
          <div ref={ring} className={css.tourRing} aria-hidden="true" />
          <div ref={card} className={css.tourCard}>
            <p className="dim">
              {at + 1} of {stops.length}
            </p>
            <h2>{current.stop.title}</h2>
            <p id="tour-text">{current.stop.text}</p>
            <div className="row">
              <Button onClick={close}>End</Button>
              <span className="grow" />
              {at > 0 && (
                <Button look="outlined" onClick={() => setAt(at - 1)}>
                  Back
                </Button>
              )}
              <Button ref={next} look="primary" onClick={() => (last ? close() : setAt(at + 1))}>
                {last ? 'Done' : 'Next'}
              </Button>
            </div>
          </div>
        </>
      )}
    </Dialog>
  );
}

const BESIDE = ['right-start', 'left-start', 'bottom-start', 'top-start'] as const;
const GAP_PX = 12;

function px(lengths: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, `${length}px`]));
}

/** One stop of the tour: a part of the page, and what to do with it. */
interface TourStop {
  /** Selectors of the part. The tour takes the first element that is on the page and has a size. */
  at: readonly string[];
  title: string;
  text: string;
}

/** Stops in the order in which a newcomer uses the parts. A stop is skipped if its part is not on the page. */
const TOUR: readonly TourStop[] = [
  {
    at: ['.stage-panel'],
    title: 'The jobs',
    text: 'Each card is a waiting message, in the order in which the queue manager examines them. Squares are its entries, with a few recipients each. Coins are the delivery slots that it has earned. A card drawn one level lower has overtaken the one above.',
  },
  {
    at: ['[data-area="timeline"]'],
    title: 'Time',
    text: 'Space plays and pauses, ← and → step. Drag the timeline to go back. A change in the past starts a branch.',
  },
  {
    at: ['.explain-area', '.say-area'],
    title: 'Why',
    text: 'The decision of this instant and the figures behind it. Dotted words have definitions; the source is linked below.',
  },
  {
    at: ['.strip-panel'],
    title: 'Turns',
    text: 'At each turn one job hands over an entry. Here are all turns so far, and what each delivery agent is doing.',
  },
  {
    at: ['.world-area'],
    title: 'Do something',
    text: 'Send a message, change a parameter, break a server. It takes effect at the current instant.',
  },
  {
    at: ['.dock-area'],
    title: 'Details',
    text: 'Destinations with their windows, every timer, memory. The arrows enlarge a panel to fill the stage.',
  },
  {
    at: ['.top'],
    title: 'Next',
    text: 'Explore has more scenes, Learn has lessons. Share makes a link to this instant. Press ? for the list of keys.',
  },
];

/** The stops whose part is on the page, each with the element of the part. */
function stopsOnPage(root: ParentNode): { stop: TourStop; element: Element }[] {
  return TOUR.flatMap((stop) => {
    const element = stop.at
      .map((selector) => root.querySelector(selector))
      .find((found) => found !== null && found.getBoundingClientRect().width > 0);
    return element === undefined || element === null ? [] : [{ stop, element }];
  });
}
