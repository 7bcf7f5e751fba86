import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Annotation } from '../../lessons/lesson.ts';
import { thingName } from '../../lessons/edit/edits.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { pageIdle } from '../../../store/idle.ts';
import { type Box, clearOfWords, placeInRow, type PlacedMark, placeMark } from './annotation-layout.ts';
import { boxOfThing, elementsOf, listRowOf, marksOf } from './annotated-things.ts';
import { useWords } from '../kit/useWords.ts';
import css from './lesson.module.css';

/** Distance between lines of text below a list, in pixels. */
const LINE = 24;

interface AnnotationsProps {
  marks: readonly Annotation[];
  /** Number of marks to draw, from the first. */
  shown: number;
  /** Number on every mark, for a part of a slow motion. Absent = each mark has its own number. */
  number?: number;
}

/** Draws an author's numbered rings, arrows and labels over the picture. Each follows its target. */
export function Annotations({ marks, shown, number }: AnnotationsProps) {
  const words = useWords();
  const overlay = useRef<HTMLDivElement>(null);
  const alone = marks.length === 1 && number === undefined;
  const placed = usePlaces(overlay, marks, number);
  return (
    <div className={css.annotations} ref={overlay}>
      <svg aria-hidden="true">
        {placed.slice(0, shown).map((mark, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Drawn key={i} number={number ?? i + 1} mark={mark} alone={alone} />
        ))}
      </svg>
      <ol className="sr-only" aria-label={words.lesson.marks}>
        {marks.slice(0, shown).map(({ thing, name, text }) => (
          <li key={`${thing} ${name} ${text}`}>
            {thingName({ thing, name })}
            {text !== '' && `: ${text}`}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Drawn({ number, mark, alone }: { number: number; mark: PlacedMark | null; alone: boolean }) {
  if (mark === null) return null;
  const { ring, arrow, disc, text } = mark;
  return (
    <g>
      {ring !== null && <rect {...ring} rx={8} />}
      {arrow !== '' && <path d={arrow} />}
      {text !== null && (
        <>
          <rect
            className={css.annotationGround}
            x={text.x - text.half - 3}
            y={text.y - 14}
            width={2 * text.half + 6}
            height={19}
            rx={4}
          />
          <text x={text.x} y={text.y} textAnchor="middle">
            {text.words}
          </text>
        </>
      )}
      {!alone && (
        <>
          <circle cx={disc.x} cy={disc.y} r={9} />
          <text className={css.annotationNumber} x={disc.x} y={disc.y + 4} textAnchor="middle">
            {number}
          </text>
        </>
      )}
    </g>
  );
}

/**
 * Current place of each mark; null when its target is not in the picture. Measured before every paint, because targets
 * move.
 */
function usePlaces(
  overlay: React.RefObject<HTMLDivElement | null>,
  marks: readonly Annotation[],
  number: number | undefined,
): readonly (PlacedMark | null)[] {
  const runtime = useRuntime();
  const [placed, setPlaced] = useState<readonly (PlacedMark | null)[]>([]);
  useEffect(() => {
    let seen = '';
    let last = '';
    let frame = 0;
    const look = (): void => {
      frame = requestAnimationFrame(look);
      const own = overlay.current;
      const picture = own?.parentElement;
      if (own === null || picture === null || picture === undefined) return;
      const { left, top, width, height } = own.getBoundingClientRect();
      const here = (box: Box): Box => ({ ...box, x: box.x - left, y: box.y - top });
      const size = { width, height };
      const things = marks.map((mark, i) => {
        const elements = elementsOf(picture, runtime, mark);
        const box = boxOfThing(elements);
        if (box === null) return null;
        const card = boxOfThing(elements.flatMap((element) => withStation(picture, element)));
        const isPart = card !== null && mark.thing !== 'job';
        const row = mark.kind === 'arrow' ? listRowOf(elements) : null;
        return {
          mark,
          box: here(box),
          around: isPart ? here(card) : null,
          row: row && {
            thing: here(row.thing),
            to: row.to - left,
            below: row.foot - top + LINE * (i + 1),
            number: marks.length === 1 ? '← ' : `${i + 1}: `,
          },
        };
      });
      // While the page is busy, text is measured even if the targets do not move, because labels may be moving.
      const now = JSON.stringify([things, size]);
      if (now === seen && pageIdle.idle) return;
      seen = now;
      const words = wordsOf(picture, own).map(here);
      const taken = [...words, ...marksOf(picture).map(here)];
      const next = things.map(
        (thing, i) =>
          thing &&
          ((thing.row && placeInRow(thing.mark.text, thing.row.thing, thing.row, size)) ??
            clearOfWords(
              placeMark(
                numbered(thing.mark, number ?? (marks.length === 1 ? 0 : i + 1)),
                thing.box,
                size,
                thing.around ?? thing.box,
                taken,
              ),
              words,
              size,
            )),
      );
      const key = JSON.stringify(next);
      // Synchronously: an update in the next frame would lag one frame behind its target.
      if (key !== last) flushSync(() => setPlaced(next));
      last = key;
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [overlay, runtime, marks, number]);
  return placed;
}

/** Adds its number to a mark. `number` 0 = the only mark, which shows no number. */
function numbered(mark: Annotation, number: number): Annotation & { number?: number } {
  return number === 0 ? mark : { ...mark, number };
}

/**
 * The card that contains a part of a job, and the job's station on the rail. Text over either would hide its number.
 */
function withStation(picture: Element, part: Element): Element[] {
  const card = part.closest('[data-key^="job:"]');
  if (card === null) return [];
  const id = card.getAttribute('data-key')?.replace('job:', '') ?? '';
  return [card, ...picture.querySelectorAll(`[data-key="station:${id}"]`)];
}

/** Boxes of the picture's text on the screen, without the text of the marks. */
function wordsOf(picture: Element, own: Element): Box[] {
  return [...picture.querySelectorAll('text')]
    .filter((text) => !own.contains(text) && text.textContent !== '')
    .map((text) => text.getBoundingClientRect())
    .map(({ x, y, width, height }) => ({ x, y, width, height }));
}
