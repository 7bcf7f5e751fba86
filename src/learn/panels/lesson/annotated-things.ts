/** Finds the things in a picture that an author can mark, and their boxes. */
import { type AnnotatedThing, type Annotation, CHART_PARTS } from '../../lessons/lesson.ts';
import type { Runtime } from '../../../store/runtime.ts';
import destinationCss from '../../../panels/destination/destination.module.css';
import dockCss from '../../../panels/dock/dock.module.css';
import stageCss from '../../../panels/stage/stage.module.css';
import threadsCss from '../../../panels/threads/threads.module.css';
import type { Box } from './annotation-layout.ts';
import css from './lesson.module.css';

export type Thing = Pick<Annotation, 'thing' | 'name'>;

const COINS = '.coin-free, .coin-spent, .coin-owed';
/** Selects the name of the destination in a picture that shows only one destination. */
const DESTINATION_NAME = '[data-destination]';
/** Selects the window line in a destination's chart and in the lesson's own chart. */
const WINDOW_LINE = `.${destinationCss.chartLine}:not(.${destinationCss.other}), .lesson-aimd-window`;
const ENTRIES = '.cell-done, .cell-busy, .cell-open, .cell-blocked, .cell-unread';

/** Finds the elements of the thing that an annotation names. */
export function elementsOf(picture: Element, { store }: Runtime, { thing, name }: Thing): Element[] {
  const all = (selector: string): Element[] => [...picture.querySelectorAll(selector)];
  const named = (selector: string): Element[] =>
    all(selector).filter(({ textContent }) => textContent.trim() === name);
  const jobs = (): Element[] => {
    const { jobs: rows } = store.getState().session;
    return [...rows.values()]
      .filter(({ number }) => String(number) === name)
      .flatMap(({ id }) => all(`[data-key="job:${id}"]`));
  };
  switch (thing) {
    case 'job':
      return jobs();
    case 'coins':
      return jobs().flatMap((job) => [...job.querySelectorAll(COINS)]);
    case 'entries':
      return jobs().flatMap((job) => [...job.querySelectorAll(ENTRIES)]);
    case 'timer':
      return all(`[data-timer="${name}"]`);
    case 'bucket':
      return all(`[data-bucket="${name}"]`);
    case 'thread':
      return named(`.${threadsCss.threadTag}`).slice(0, 1);
    case 'agents':
      return jobs().flatMap((job) => [...job.querySelectorAll('.cell-busy')]);
    case 'agent':
      return all(`[data-agent="${name}"]`);
    case 'gate':
      return all(`.${threadsCss.gate}`);
    case 'destination':
    case 'queue':
      return [...named('tbody th').flatMap((cell) => cell.parentElement ?? []), ...named(DESTINATION_NAME)];
    case 'window':
      return [
        ...named('tbody th').flatMap((cell) => [
          ...(cell.parentElement?.querySelectorAll(`.${dockCss.window}`) ?? []),
        ]),
        ...named(DESTINATION_NAME).flatMap(() => all(`.${css.lessonPlaces}`)),
      ];
    case 'chart':
      return all(name === 'window' ? WINDOW_LINE : `.${destinationCss.chartRow}[data-look="${name}"]`);
    case 'report':
      return all(`[id="feedback-${name}"] .${destinationCss.reportMark}`);
  }
}

/**
 * Measures a row in a list of jobs, in pixels of the window: the box of the thing up to the last square of its row, the
 * x at which the row continues after the squares, and the bottom of the list. Null outside a list.
 */
export function listRowOf(elements: readonly Element[]): { thing: Box; to: number; foot: number } | null {
  const row = elements[0]?.closest('[data-orientation="outline"] [data-key^="job:"]');
  if (row === null || row === undefined) return null;
  const rows = [...(row.parentElement?.querySelectorAll('[data-key^="job:"]') ?? [row])];
  const thing = boxOfThing(elements);
  const squares = boxOfThing([...row.querySelectorAll(`${COINS}, .coin-future, ${ENTRIES}`)]);
  if (thing === null || squares === null) return null;
  const end = squares.x + squares.width;
  const behind = [
    ...row.querySelectorAll(`.${stageCss.jobCurrent}, .${stageCss.jobFoot} span, .${stageCss.jobBalance}`),
  ]
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, width }) => width > 0 && left >= end)
    .map(({ left }) => left);
  return {
    thing: { ...thing, width: Math.max(0, end - thing.x) },
    to: Math.min(row.getBoundingClientRect().right, ...behind) - 4,
    foot: Math.max(...rows.map((each) => each.getBoundingClientRect().bottom)),
  };
}

/** Returns the bounding box of the elements, in pixels of the window; null = no element is drawn. */
export function boxOfThing(elements: readonly Element[]): Box | null {
  const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map(({ left }) => left));
  const y = Math.min(...boxes.map(({ top }) => top));
  const width = Math.max(...boxes.map(({ right }) => right)) - x;
  return { x, y, width, height: Math.max(...boxes.map(({ bottom }) => bottom)) - y };
}

/** Boxes of all that a card shows: coins, squares, chip, figures. In pixels of the window. */
export function marksOf(picture: Element): Box[] {
  const figures = `.${stageCss.jobFoot} span, .${stageCss.jobBalance}, .${stageCss.jobScore}`;
  return [...picture.querySelectorAll(`${COINS}, .coin-future, ${ENTRIES}, .chip, ${figures}`)]
    .map((mark) => mark.getBoundingClientRect())
    .filter(({ width }) => width > 0)
    .map(({ x, y, width, height }) => ({ x, y, width, height }));
}

/** Maximum number of things listed as choices. */
const LISTED_MAX = 80;

/** Lists everything in a picture that can be marked, with its box in pixels of the window. */
export function thingsOn(picture: Element, runtime: Runtime): { thing: Thing; box: Box }[] {
  const found: Thing[] = [];
  const add = (thing: AnnotatedThing, names: Iterable<string | null>): void => {
    for (const name of new Set(names)) if (name !== null && name !== '') found.push({ thing, name });
  };
  const { jobs } = runtime.store.getState().session;
  for (const { number } of [...jobs.values()].toSorted((a, b) => a.number - b.number))
    for (const thing of ['job', 'coins', 'entries', 'agents'] as const) add(thing, [String(number)]);
  const all = (selector: string): Element[] => [...picture.querySelectorAll(selector)];
  add(
    'timer',
    all('[data-timer]').map((element) => element.getAttribute('data-timer')),
  );
  add(
    'bucket',
    all('[data-bucket]').map((element) => element.getAttribute('data-bucket')),
  );
  add(
    'thread',
    all(`.${threadsCss.threadTag}`).map(({ textContent }) => textContent.trim()),
  );
  const destinations = all(`tbody th, ${DESTINATION_NAME}`).map(({ textContent }) => textContent.trim());
  add('destination', destinations);
  add('window', destinations);
  add(
    'agent',
    all('[data-agent]').map((element) => element.getAttribute('data-agent')),
  );
  if (all(`.${destinationCss.chartLine}`).length > 0) add('chart', CHART_PARTS);
  add(
    'report',
    all('[id^="feedback-"]').map(({ id }) => id.replace('feedback-', '')),
  );
  if (all(`.${threadsCss.gate}`).length > 0) found.push({ thing: 'gate', name: '' });
  return found
    .flatMap((thing) => {
      const box = boxOfThing(elementsOf(picture, runtime, thing));
      return box === null ? [] : [{ thing, box }];
    })
    .slice(0, LISTED_MAX);
}

/** Lists the same as `thingsOn`, plus the jobs' stations on the rail: a click on a station selects its job. */
export function placesOn(picture: Element, runtime: Runtime): { thing: Thing; box: Box }[] {
  const { jobs } = runtime.store.getState().session;
  const stations = [...picture.querySelectorAll('[data-job]')].flatMap((station) => {
    const job = [...jobs.values()].find(({ id }) => String(id) === station.getAttribute('data-job'));
    const box = boxOfThing([station]);
    if (job === undefined || box === null) return [];
    return [{ thing: { thing: 'job' as const, name: String(job.number) }, box }];
  });
  return [...thingsOn(picture, runtime), ...stations];
}

/** Distance in pixels from a thing within which a click still hits the thing. */
const NEAR = 6;

/** Returns the smallest thing at a point of the window, or null. */
export function thingAt(things: readonly { thing: Thing; box: Box }[], x: number, y: number) {
  const area = ({ box }: { box: Box }): number => box.width * box.height;
  const hit = things.filter(
    ({ box }) =>
      x >= box.x - NEAR &&
      x <= box.x + box.width + NEAR &&
      y >= box.y - NEAR &&
      y <= box.y + box.height + NEAR,
  );
  return hit.toSorted((a, b) => area(a) - area(b))[0] ?? null;
}
