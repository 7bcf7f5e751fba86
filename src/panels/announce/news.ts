import { byNews } from '../../explain/announce.ts';
import type { Drama } from '../../protocol/dramas.ts';
import type { StepNumber } from '../../protocol/ids.ts';
import { MICROS_PER_SECOND, type Micros, type RealMillis } from '../../protocol/units.ts';

/** How long a headline stands, in milliseconds of the page's clock. */
export const HEADLINE_MS = 6000;
/** Faster than this a run is watched for its shape: what happens is in the list and on the timeline. */
const FASTEST = 8;

/** What stands above the stage, newest first, each with the time from which it has stood. */
export interface News {
  /** Branch and run that it is about. */
  place: string;
  /** Step up to which the dramas have been told. */
  seen: number;
  shown: readonly { drama: Drama; since: RealMillis }[];
}

/** Where the reader is when an answer comes. */
export interface NewsPlace {
  place: string;
  step: StepNumber;
  at: Micros;
  playing: boolean;
  speed: number;
  /** The cursor went on by itself or by a step; a leap tells only what is at its end. */
  onward: boolean;
}

export const NO_NEWS: News = { place: '', seen: 0, shown: [] };

/** The news after an answer: what has come since the one before, in front of what still stands. */
export function hearDramas(news: News, dramas: readonly Drama[], here: NewsPlace, now: RealMillis): News {
  const same = news.place === here.place && news.seen <= here.step;
  const goesOn = same && here.onward;
  const fresh = dramas.filter((drama) =>
    // Of this very instant, too: the answer before may have been asked earlier than it came, and known nothing of it.
    goesOn
      ? (drama.step > news.seen || isHere(drama, here)) && (!here.playing || here.speed <= FASTEST)
      : isHere(drama, here),
  );
  const old = goesOn ? news.shown : same && news.seen === here.step ? news.shown : [];
  const kept = old.filter(
    ({ drama, since }) =>
      !fresh.some(({ facts }) => facts.kind === drama.facts.kind && drama.at > here.at - MICROS_PER_SECOND) &&
      !fresh.includes(drama) &&
      (now - since < HEADLINE_MS || (!here.playing && isHere(drama, here))),
  );
  const shown = [...fresh.toSorted(byNews).map((drama) => ({ drama, since: now })), ...kept];
  const unique = shown.filter(
    ({ drama }, i) =>
      shown.findIndex((o) => o.drama.step === drama.step && o.drama.facts.kind === drama.facts.kind) === i,
  );
  return { place: here.place, seen: here.step, shown: unique };
}

/** What has stood its time, and is not of the very instant that a paused reader looks at, goes. */
export function agedNews(news: News, here: NewsPlace, now: RealMillis): News {
  const shown = news.shown.filter(
    ({ drama, since }) => now - since < HEADLINE_MS || (!here.playing && isHere(drama, here)),
  );
  return shown.length === news.shown.length ? news : { ...news, shown };
}

function isHere(drama: Drama, { step, at }: NewsPlace): boolean {
  return drama.step === step || drama.at === at;
}
