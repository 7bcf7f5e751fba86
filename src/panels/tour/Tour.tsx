import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { keepBeside } from '../../ui/placement.ts';
import css from './tour.module.css';
import { Button } from '../../ui/Button.tsx';

/** A short walk over the page: the part is ringed, a card beside it says what it is. Left with Esc at any time. */
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
