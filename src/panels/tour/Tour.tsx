import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import css from './tour.module.css';

/** A short walk over the page: the part is ringed, a card beside it says what it is. Left with Esc at any time. */
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

/** Where ring and card lie; follows the window when it changes. */
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

/** Beside the part where there is room: right, left, below, above, else over its lower edge. */
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
  /** Where it is; the first of these that is on the page and has a size. */
  at: readonly string[];
  title: string;
  text: string;
}

/** In the order in which a newcomer uses them. Stops whose part is not on the page are left out. */
const TOUR: readonly TourStop[] = [
  {
    at: ['.stage-panel'],
    title: 'The jobs',
    text: 'Each card is a message that waits, in the order in which the queue manager looks at them. Squares are its entries, a few recipients each; coins are delivery slots that it has earned. A job one level below another has preempted it.',
  },
  {
    at: ['[data-area="timeline"]'],
    title: 'Time',
    text: 'Space plays and pauses, ← and → step. Everything can be undone: drag the timeline, or change something in the past and a branch starts there.',
  },
  {
    at: ['.explain-area', '.say-area'],
    title: 'Why',
    text: 'What was decided in this instant and the figures that decided it. Words with dots under them explain themselves; the section of the document stands below.',
  },
  {
    at: ['.strip-panel'],
    title: 'Turns',
    text: 'Each selection gives the turn to one job, which hands over an entry: all turns so far, and what each delivery agent is doing.',
  },
  {
    at: ['.world-area'],
    title: 'Do something',
    text: 'Send a message, change a parameter, break a server. It acts at the instant that you see.',
  },
  {
    at: ['.dock-area'],
    title: 'What lies behind',
    text: 'Destinations with their windows, every timer, memory. The arrows give a panel the place of the jobs.',
  },
  {
    at: ['.top'],
    title: 'Go on',
    text: 'More scenes and lessons are in the gallery, Share makes a link to this very instant, and ? lists the keys.',
  },
];

/** The stops that can be shown, with the element of each. */
function stopsOnPage(root: ParentNode): { stop: TourStop; element: Element }[] {
  return TOUR.flatMap((stop) => {
    const element = stop.at
      .map((selector) => root.querySelector(selector))
      .find((found) => found !== null && found.getBoundingClientRect().width > 0);
    return element === undefined || element === null ? [] : [{ stop, element }];
  });
}
