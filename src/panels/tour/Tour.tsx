import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import css from './tour.module.css';

/** A short tour of the page: a ring around each part and a card that explains it. Esc ends it. */
export default function Tour({ onClose }: { onClose: () => void }) {
  const [stops] = useState(() => stopsOnPage(document));
  const [at, setAt] = useState(0);
  const next = useRef<HTMLButtonElement>(null);
  const place = usePlace(stops[at]?.element);
  useEffect(() => {
    next.current?.focus();
  }, [at]);
  const current = stops[at];
  if (current === undefined) return null;
  const last = at === stops.length - 1;
  return (
    <Dialog label={current.stop.title} describedBy="tour-text" className={css.tour} onClose={onClose}>
      {(close) => (
        <>
          {place !== null && <div className={css.tourRing} style={place.ring} aria-hidden="true" />}
          <div className={css.tourCard} style={place?.card}>
            <p className="dim">
              {at + 1} of {stops.length}
            </p>
            <h2>{current.stop.title}</h2>
            <p id="tour-text">{current.stop.text}</p>
            <div className="row">
              <button type="button" className="btn" onClick={close}>
                End
              </button>
              <span className="grow" />
              {at > 0 && (
                <button type="button" className="btn outlined" onClick={() => setAt(at - 1)}>
                  Back
                </button>
              )}
              <button
                ref={next}
                type="button"
                className="btn primary"
                onClick={() => (last ? close() : setAt(at + 1))}
              >
                {last ? 'Done' : 'Next'}
              </button>
            </div>
          </div>
        </>
      )}
    </Dialog>
  );
}

interface Place {
  ring: { left: number; top: number; width: number; height: number };
  card: { left: number; top: number };
}

const CARD = { width: 320, height: 210 };
const GAP = 12;

/** Places of ring and card; they follow the size of the window. */
function usePlace(element: Element | undefined): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  const measure = useCallback(() => setPlace(element === undefined ? null : placeOf(element)), [element]);
  useLayoutEffect(() => {
    // The place of an element is only known once it is on the page.
    // oxlint-disable-next-line react/set-state-in-effect
    measure();
    addEventListener('resize', measure);
    return () => {
      removeEventListener('resize', measure);
    };
  }, [measure]);
  return place;
}

/** Beside the part where there is room: right, left, below or above; else over its lower edge. */
function placeOf(element: Element): Place {
  const box = element.getBoundingClientRect();
  const ring = { left: box.left, top: box.top, width: box.width, height: box.height };
  const [most, low] = [innerWidth - CARD.width - GAP, innerHeight - CARD.height - GAP];
  const within = (left: number, top: number): Place => ({
    ring,
    card: { left: Math.max(GAP, Math.min(most, left)), top: Math.max(GAP, Math.min(low, top)) },
  });
  if (box.right + GAP <= most) return within(box.right + GAP, box.top);
  if (box.left - CARD.width - GAP >= GAP) return within(box.left - CARD.width - GAP, box.top);
  if (box.bottom + GAP <= low) return within(box.left + GAP, box.bottom + GAP);
  if (box.top - CARD.height - GAP >= GAP) return within(box.left + GAP, box.top - CARD.height - GAP);
  return within(box.left + GAP, box.bottom - CARD.height - GAP);
}

/** One stop of the tour: a part of the page, and what to do with it. */
interface TourStop {
  /** Selectors of the part; the first one on the page that has a size. */
  at: readonly string[];
  title: string;
  text: string;
}

/** In the order in which a newcomer uses them. Stops without their part on the page are skipped. */
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
    title: 'Go on',
    text: 'The gallery has more scenes and lessons. Share makes a link to this instant. Press ? for the list of keys.',
  },
];

/** The stops whose part is on the page, with its element. */
function stopsOnPage(root: ParentNode): { stop: TourStop; element: Element }[] {
  return TOUR.flatMap((stop) => {
    const element = stop.at
      .map((selector) => root.querySelector(selector))
      .find((found) => found !== null && found.getBoundingClientRect().width > 0);
    return element === undefined || element === null ? [] : [{ stop, element }];
  });
}
