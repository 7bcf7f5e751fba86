/**
 * Announcements of notable events: a destination dies or is revived, mail is deferred, a herd of threads wakes, watch lists
 * are purged, the active queue is full. Used by the page, the first minute, lessons and the command line.
 */
import type { Micros } from '../protocol/units.ts';
import type { Drama, DramaFacts, DramaKind } from '../protocol/dramas.ts';
import { DESIGN_NAMES, visitedWords } from './lab-names.ts';
import { formatNumber, formatWait } from './figures.ts';
import { formatCounted } from './format.ts';
import { say, type Names, type Token, toText } from './tokens.ts';

/** What the announcement points at; a click opens it. */
export type Place =
  | { kind: 'destination'; transport: string; name: string }
  | { kind: 'transport'; name: string }
  | { kind: 'message'; number: number }
  | { kind: 'mail' }
  | { kind: 'threads' }
  | { kind: 'wheel' };

/** One announcement. `sign` and `title` repeat what the colour of `tone` says. */
export interface Announcement {
  key: string;
  kind: DramaKind;
  facts: DramaFacts;
  at: Micros;
  step: number;
  sign: string;
  tone: 'bad' | 'good' | 'warn' | 'neutral';
  title: Token[];
  text: Token[];
  place: Place;
  /** True when the announcement interrupts a screen reader. */
  urgent: boolean;
}

const LOOKS: Record<DramaKind, Pick<Announcement, 'sign' | 'tone' | 'urgent'>> = {
  dead: { sign: '✕', tone: 'bad', urgent: true },
  alive: { sign: '○', tone: 'good', urgent: false },
  deferred: { sign: '↺', tone: 'warn', urgent: false },
  herd: { sign: '⇉', tone: 'neutral', urgent: false },
  purge: { sign: '⌫', tone: 'neutral', urgent: false },
  full: { sign: '■', tone: 'warn', urgent: true },
};

/** Order of the headlines of one instant: the first kind has the highest priority. */
const ORDER: readonly DramaKind[] = ['dead', 'full', 'herd', 'deferred', 'purge', 'alive'];

/** Sorts dramas: newest first, those of one instant by priority. */
export function byNews(a: Drama, b: Drama): number {
  return b.at - a.at || ORDER.indexOf(a.facts.kind) - ORDER.indexOf(b.facts.kind) || b.step - a.step;
}

export function announce(drama: Drama, names: Names): Announcement {
  const { facts, count } = drama;
  const words = count > 1 ? manyWords(facts, count, names) : wordsOf(facts, names);
  return {
    key: `${facts.kind} ${drama.step}`,
    kind: facts.kind,
    facts,
    at: drama.at,
    step: drama.step,
    ...LOOKS[facts.kind],
    ...words,
    place: placeOf(facts, names),
  };
}

/** Joins title and sentence to one line, for the command line and screen readers. */
export function announcementText({ title, text }: Announcement): string {
  const said = toText(text);
  return said === '' ? `${toText(title)}.` : `${toText(title)}: ${said}`;
}

type Words = Pick<Announcement, 'title' | 'text'>;

function wordsOf(facts: DramaFacts, names: Names): Words {
  switch (facts.kind) {
    case 'dead':
      return { title: say`${thing(facts)} is dead`, text: deadText(facts) };
    case 'alive':
      return {
        title: say`${thing(facts)} is alive again`,
        text: facts.destination ? say`${REVIVED[facts.cause]}` : say`It requests agents again.`,
      };
    case 'deferred':
      return {
        title: say`Message ${{ chip: names.numberOf(facts.msg) }} is deferred`,
        text: say`${deferredText(facts)}`,
      };
    case 'herd':
      return {
        title: say`A herd of ${formatNumber(facts.woken)} threads wakes for one item`,
        text: say`One of them takes it. The other ${formatNumber(facts.woken - 1)} are woken for nothing.`,
      };
    case 'purge':
      return {
        title: say`${facts.design === '' ? 'The watch lists are purged' : `${DESIGN_NAMES[facts.design]} purges its watch lists`}`,
        text: say`${visitedWords(facts.design, facts.visited)}, ${formatNumber(facts.removed)} of them completed and removed.`,
      };
    case 'full':
      return {
        title: say`The active queue is full`,
        text: say`${facts.active === null ? '' : `It holds ${formatCounted(facts.active, 'message')}. `}Message ${{ chip: names.numberOf(facts.msg) }} stays in incoming until a message leaves.`,
      };
    default:
      return facts satisfies never;
  }
}

const REVIVED = {
  success: 'A delivery that was still in flight has succeeded.',
  time: 'Its timer has expired. The next delivery will show whether its server answers.',
  flush: 'A flush revives it. The next delivery will show whether its server answers.',
} as const;

function thing({ name, destination }: { name: string; destination: boolean }): Token[] {
  return destination ? [{ mono: name }] : say`Transport ${{ mono: name }}`;
}

function deadText({ refused, putOff, until, destination }: Extract<DramaFacts, { kind: 'dead' }>): Token[] {
  if (!destination) return say`No agent can be reached. Next attempt at ${formatWait(until)}.`;
  const tried = refused === null ? '' : `${formatCounted(refused, 'recipient')} refused`;
  const untried = tried === '' ? formatCounted(putOff, 'recipient') : String(putOff);
  const all = [tried, putOff === 0 ? '' : `${untried} postponed untried`]
    .filter((part) => part !== '')
    .join(', ');
  const next = until === 0 ? 'It is revived in the same instant.' : `Next attempt at ${formatWait(until)}.`;
  return say`${all === '' ? '' : `${all}. `}${next}`;
}

function deferredText({ waiting, delivered, retryAt }: Extract<DramaFacts, { kind: 'deferred' }>): string {
  const next = retryAt === null ? '' : ` Next attempt at ${formatWait(retryAt)}.`;
  if (waiting === null || delivered === null) return `It leaves the active queue.${next}`;
  const have = delivered === 0 ? '' : `, ${delivered} delivered`;
  return `${formatCounted(waiting, 'recipient')} waiting${have}.${next}`;
}

/** Describes several events of one kind within a second: their number and the most recent one. */
function manyWords(facts: DramaFacts, count: number, names: Names): Words {
  const last = wordsOf(facts, names);
  const text = say`${[...last.title]} (the latest).`;
  switch (facts.kind) {
    case 'dead':
      return { title: say`${count} ${facts.destination ? 'destinations' : 'transports'} are dead`, text };
    case 'alive':
      return {
        title: say`${count} ${facts.destination ? 'destinations' : 'transports'} are alive again`,
        text,
      };
    case 'deferred':
      return { title: say`${count} messages are deferred`, text };
    case 'herd':
      return { title: say`A herd wakes ${count} times`, text };
    case 'purge':
      return {
        title: say`Watch lists are purged ${count} times in a second`,
        text: say`Most recently ${[...last.text]}`,
      };
    case 'full':
      return { title: say`The active queue is full ${count} times in a second`, text };
    default:
      return facts satisfies never;
  }
}

function placeOf(facts: DramaFacts, names: Names): Place {
  switch (facts.kind) {
    case 'dead':
    case 'alive':
      if (!facts.destination) return { kind: 'transport', name: facts.name };
      return {
        kind: 'destination',
        transport: names.transportName?.(facts.transport) ?? '',
        name: facts.name,
      };
    case 'deferred':
      return { kind: 'message', number: names.numberOf(facts.msg) };
    case 'herd':
      return { kind: 'threads' };
    case 'purge':
      return { kind: 'wheel' };
    case 'full':
      return { kind: 'mail' };
    default:
      return facts satisfies never;
  }
}
