import type { IconName } from '../ui/Icon.tsx';
import type { Page } from './open-route.ts';
import type { PageId } from './routes.ts';

/** The four places of the top bar, in its order. */
export type PlaceId = 'learn' | 'explore' | 'server' | 'teach';

export interface Place {
  id: PlaceId;
  hash: string;
  icon: IconName;
}

export const PLACES: readonly Place[] = [
  { id: 'learn', hash: '#lessons', icon: 'lessons' },
  { id: 'explore', hash: '#gallery', icon: 'gallery' },
  { id: 'server', hash: '#postfix', icon: 'server' },
  { id: 'teach', hash: '#teach', icon: 'board' },
];

const LEARN: ReadonlySet<PageId> = new Set(['first', 'lessons', 'lesson', 'practice', 'answer', 'glossary']);
const TEACH: ReadonlySet<PageId> = new Set(['teach', 'write', 'class', 'present', 'notes', 'print']);

/** The place that a page belongs to. Runs, laboratories and incidents belong to Explore. */
export function placeOf(page: Page): PlaceId {
  if (page.kind !== 'page') return 'explore';
  if (LEARN.has(page.id)) return 'learn';
  if (TEACH.has(page.id)) return 'teach';
  if (page.id === 'lint') return 'server';
  return page.id === 'postfix' && !isIncident(page.hash) ? 'server' : 'explore';
}

function isIncident(hash: string): boolean {
  return /&tab=incidents(?=&|$)/.test(hash);
}

/** Pages of Learn and Teach have German texts; runs, laboratories and records are in English. */
export function isInGerman(page: Page): boolean {
  return page.kind === 'page' && page.id !== 'glossary' && (LEARN.has(page.id) || TEACH.has(page.id));
}

/** True if the page is the first page of its place. The name of the place in the bar then says where the reader is. */
export function isFront(page: Page): boolean {
  if (page.kind !== 'page') return false;
  return page.id === 'postfix' ? !isIncident(page.hash) : ['lessons', 'gallery', 'teach'].includes(page.id);
}

interface BarWords {
  places: string;
  learn: string;
  explore: string;
  server: string;
  teach: string;
  /** Name of the third place on a phone. */
  serverShort: string;
  share: string;
  more: string;
  empty: string;
}

const ENGLISH: BarWords = {
  places: 'Places',
  learn: 'Learn',
  explore: 'Explore',
  server: 'Your mail server',
  serverShort: 'Mail server',
  teach: 'Teach',
  share: 'Share',
  more: 'More: theme, language, keys, help',
  empty: 'Start from nothing',
};

const GERMAN: BarWords = {
  places: 'Bereiche',
  learn: 'Lernen',
  explore: 'Erkunden',
  server: 'Ihr Mailserver',
  serverShort: 'Mailserver',
  teach: 'Unterrichten',
  share: 'Teilen',
  more: 'Mehr: Farben, Sprache, Tasten, Hilfe',
  empty: 'Leer beginnen',
};

/** Texts of the bar. They are not in the lessons' tables, which the first picture does without. */
export function barWords(language: string): BarWords {
  return language === 'de' ? GERMAN : ENGLISH;
}
