/**
 * What is announced, and how: a destination dies or lives again, mail is deferred, a herd of threads wakes, watch lists are
 * purged, the active queue is full. The page, the first minute, lessons and the command line all have it from here.
 */
import type { Micros } from '../protocol/units.ts';
import type { Drama, DramaFacts, DramaKind } from '../protocol/dramas.ts';
import { DESIGN_NAMES, visitedWords } from './lab-names.ts';
import { formatNumber } from './figures.ts';
import { formatCounted } from './format.ts';
import { say, type Names, type Token, toText } from './tokens.ts';

/** Where the eye is led; a click opens the picture of it. */
export type Place =
  | { kind: 'destination'; transport: string; name: string }
  | { kind: 'transport'; name: string }
  | { kind: 'message'; number: number }
  | { kind: 'mail' }
  | { kind: 'threads' }
  | { kind: 'wheel' };

/** One announcement. Signs and words say what the tone says. */
export interface Announcement {
  /** Equal keys = the same one. */
  key: string;
  kind: DramaKind;
  /** The figures that its words have. */
  facts: DramaFacts;
  at: Micros;
  step: number;
  sign: string;
  tone: 'bad' | 'good' | 'warn' | 'neutral';
  title: Token[];
  text: Token[];
  place: Place;
  /** Interrupts those who hear the page. */
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

/** Of those that come at one instant, the first of these is the headline. */
const ORDER: readonly DramaKind[] = ['dead', 'full', 'herd', 'deferred', 'purge', 'alive'];

/** The order in which two are told: the newer first, at one instant by what they mean. */
export function byNews(a: Drama, b: Drama): number {
  return b.at - a.at || ORDER.indexOf(a.facts.kind) - ORDER.indexOf(b.facts.kind) || b.step - a.step;
}

/** What is said of a drama. */
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

/** Title and sentence in one line: for the command line and those who hear the page. */
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
        text: facts.destination ? say`${REVIVED[facts.cause]}` : say`Its agents are asked for again.`,
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
        text: say`${facts.active === null ? '' : `It holds ${formatCounted(facts.active, 'message')}. `}Message ${{ chip: names.numberOf(facts.msg) }} stays in incoming until one of them has left.`,
      };
    default:
      return facts satisfies never;
  }
}

const REVIVED = {
  success: 'A delivery that was still under way has succeeded.',
  time: 'Its timer has ended. The next delivery will show whether its server answers.',
  flush: 'A flush revives it. The next delivery will show whether its server answers.',
} as const;

function thing({ name, destination }: { name: string; destination: boolean }): Token[] {
  return destination ? [{ mono: name }] : say`Transport ${{ mono: name }}`;
}

function deadText({ refused, putOff, until, destination }: Extract<DramaFacts, { kind: 'dead' }>): Token[] {
  if (!destination) return say`No agent can be reached. It is tried again from ${until} s on.`;
  const tried =
    refused === null ? '' : `${formatCounted(refused, 'recipient was', 'recipients were')} refused`;
  const rest = putOff === 0 ? '' : `${putOff} ${tried === '' ? 'recipients' : 'more'} are put off by retry`;
  const all = [tried, putOff === 1 ? rest.replace('are', 'is').replace('recipients', 'recipient') : rest]
    .filter((part) => part !== '')
    .join(', ');
  const next =
    until === 0 ? 'It lives again in the same instant.' : `It may be tried again from ${until} s on.`;
  return say`${all === '' ? '' : `${all}. `}${next}`;
}

function deferredText({ waiting, delivered, retryAt }: Extract<DramaFacts, { kind: 'deferred' }>): string {
  const next = retryAt === null ? '' : ` It may be tried again from ${retryAt} s on.`;
  if (waiting === null || delivered === null) return `It leaves the active queue.${next}`;
  const have = delivered === 0 ? '' : `, ${formatCounted(delivered, 'has', 'have')} it`;
  return `${formatCounted(waiting, 'recipient waits', 'recipients wait')}${have}.${next}`;
}

/** Several of a kind within a second: their number, and the last one. */
function manyWords(facts: DramaFacts, count: number, names: Names): Words {
  const last = wordsOf(facts, names);
  const text = say`The last: ${[...last.title]}.`;
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
        text: say`The last: ${[...last.text]}`,
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
