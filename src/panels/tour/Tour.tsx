import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { stopsOnPage } from './stops.ts';
import './tour.css';

/** A short walk over the page: the part is ringed, a card beside it says what it is. Left with Esc at any time. */
export default function Tour({ onClose }: { onClose: () => void }) {
  const [stops] = useState(() => stopsOnPage(document));
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const place = usePlace(stops[at]?.element);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    next.current?.focus();
  }, [at]);
  const current = stops[at];
  if (current === undefined) return null;
  const last = at === stops.length - 1;
  return (
    <dialog
      ref={dialog}
      className="tour"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      onClose={onClose}
    >
      {place !== null && <div className="tour-ring" style={place.ring} aria-hidden="true" />}
      <div className="tour-card" style={place?.card}>
        <p className="dim">
          {at + 1} of {stops.length}
        </p>
        <h2 id="tour-title">{current.stop.title}</h2>
        <p id="tour-text">{current.stop.text}</p>
        <div className="row">
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
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
            onClick={() => (last ? dialog.current?.close() : setAt(at + 1))}
          >
            {last ? 'Done' : 'Next'}
          </button>
        </div>
      </div>
    </dialog>
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
