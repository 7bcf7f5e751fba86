import type { FeedbackEvent, FeedbackRuleName, FeedbackTrack } from '../../protocol/inspect.ts';
import { hundredths, stepLine } from '../../plot/paths.ts';

export interface Strip {
  event: FeedbackEvent;
  x: number;
  /** Kind of break before this event; '' = none, `new` = the destination was dropped while idle. */
  gap: '' | 'dead' | 'new' | 'pause';
  gapX: number;
}

/** Step line of one rule's window, as the corners of one stretch between breaks. */
export type Stairs = { x: number; y: number }[];

/** Step line of a rule's window for the events drawn. It steps in the middle of each event. */
export function stairPath(
  places: readonly Strip[],
  rule: FeedbackRuleName,
  cell: number,
  yOf: (window: number) => number,
): Stairs[] {
  const all: Stairs[] = [];
  let stairs: Stairs = [];
  let y = 0;
  const levelTo = (x: number): void => {
    stairs.push({ x, y });
  };
  places.forEach((place, i) => {
    const track = place.event[rule];
    if (i === 0 || place.gap !== '') {
      if (i > 0) levelTo(place.gapX);
      y = yOf(place.gap === 'dead' ? 0 : startOf(track));
      stairs = [{ x: place.x, y }];
      all.push(stairs);
    }
    levelTo(place.x + cell / 2);
    y = yOf(track.window);
    levelTo(place.x + cell / 2);
  });
  const last = places.at(-1);
  if (last !== undefined) levelTo(last.x + cell);
  return all;
}

function startOf(track: FeedbackTrack): number {
  return track.alive ? track.windowBefore : track.window;
}

/** The step lines of `stairPath` as one SVG path. */
export function stairsPath(all: readonly Stairs[]): string {
  return all
    .map((corners) =>
      stepLine(
        corners.flatMap(({ x, y }, i) => (i % 2 === 0 ? [{ x, y, to: corners[i + 1]?.x ?? x }] : [])),
        hundredths,
      ),
    )
    .join('');
}
