import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { say } from '../../../explain/tokens.ts';
import type * as en from '../en/ask-timers.ts';
import { thread } from './threads.ts';
import { timer } from './wheel.ts';

export const happened: typeof en.happened = { timer, thread };

export const bucket: typeof en.bucket = {
  text: (at, due) => say`Bei ${at} wird ein Timer für ${due} gestellt. In welchen Bucket kommt er?`,
  place: (level, index) => say`Ebene ${level + 1}, Bucket ${index}`,
  instant: 'Ein Bucket steht für einen Zeitpunkt, nicht für eine Frist von jetzt an.',
  tooFar: 'So weit reicht die erste Ebene nicht. Der Timer käme dort zu früh an die Reihe.',
  lowest: 'So weit reicht die erste Ebene, und die unterste, die reicht, wird genommen.',
  down: 'Fälligkeiten werden abgerundet: Der Bucket öffnet sich nicht später, als der Timer fällig ist.',
  earlier: 'Das ist ein Bucket zu früh.',
  later: 'Das sind zwei Buckets zu spät.',
};

export const wakeUp: typeof en.wakeUp = {
  text: (now) => say`Die Uhr steht bei ${now}. Wann wacht sie als Nächstes auf?`,
  at: (instant) => say`bei ${instant}`,
  empty: 'Er ist leer, aber ein scharf gestellter Bucket bleibt in der Queue der Uhr.',
  holds: (timers) => (timers === 1 ? 'In ihm ist 1 Timer.' : `In ihm sind ${timers} Timer.`),
  said: (place, at, held) =>
    say`Der erste scharf gestellte Bucket ist ${place}; er öffnet sich bei ${at}. ${held} Bis dahin schläft die Uhr: Dazwischen tickt nichts.`,
  noTicks: 'Die Uhr tickt nicht: Nur scharf gestellte Buckets wecken sie.',
  notTimers: 'Die Uhr wacht für Buckets auf, nicht für Timer.',
  before: 'Ein früherer Bucket ist scharf gestellt.',
  tickLate: 'Das ist um einen Tick zu spät.',
  ticksLate: 'Das ist um zwei Ticks zu spät.',
};

export const opens: typeof en.opens = {
  text: (level, index, at) =>
    say`Als Nächster öffnet sich Bucket ${index} der Ebene ${level + 1}, bei ${at}. Was geschieht mit seinen Timern?`,
  nothing: 'nichts: er ist leer',
  run: (ran) => formatCounted(ran, 'läuft ab', 'laufen ab'),
  fall: (moved) => `${formatCounted(moved, 'fällt', 'fallen')} auf eine tiefere Ebene`,
  both: (ran, moved) =>
    `${formatCounted(ran, 'läuft ab', 'laufen ab')}, ${formatCounted(moved, 'fällt', 'fallen')}`,
  notDue: 'Ein Timer, der innerhalb des Ticks nicht fällig ist, fällt stattdessen auf eine tiefere Ebene.',
  due: 'Ein Timer, der innerhalb des Ticks fällig ist, läuft sofort ab, auf welcher Ebene er auch steht.',
  otherWay: 'Es ist umgekehrt.',
  never: 'Ein Bucket, in dem Timer sind, öffnet sich nie umsonst.',
  still: 'Ein Timer läuft nur ab, wenn er noch da und fällig ist.',
  above: 'Ein Timer fällt nur von einer Ebene über der ersten.',
  noMore: 'Mehr als das ist nicht in ihm.',
};

export const timeOut: typeof en.timeOut = {
  text: (waits, destination, from) =>
    say`Seit ${from} s gilt: Ein Agent ${waits} ${destination}. Wann gibt er auf, wenn nichts kommt?`,
  phases: {
    connect: {
      waits: 'wartet auf eine Verbindung zu',
      wrong: 'So lange wartet er auf eine Verbindung.',
    },
    greeting: {
      waits: 'hat eine Verbindung und wartet auf die Begrüßung von',
      wrong: 'So lange wartet er auf eine Begrüßung.',
    },
    data: { waits: 'sendet Daten an', wrong: 'So lange wartet er, während er Daten sendet.' },
    'data-done': {
      waits: 'hat alles gesendet und wartet auf die Antwort von',
      wrong: 'So lange wartet er auf die Antwort auf das Ende der Daten.',
    },
  },
  at: (seconds) => say`bei ${seconds} s`,
  said: (time, from, rounded) =>
    say`Sein Timeout ist ${time} s: ${formatNumber(from)} + ${time} = ${formatNumber(from + time)} s${rounded ? '; eine Frist wird auf einen ganzen Tick des Wheels aufgerundet' : ''}.`,
};

export const nodes: typeof en.nodes = (n) => formatCounted(n, 'Knoten', 'Knoten');

export const watchList: typeof en.watchList = {
  text: (keys) =>
    say`Eine Anfrage wartet unter ${formatCounted(keys, 'Key')}, und die Prüfung eines dieser Keys schließt sie jetzt ab. Auf der Watch List jedes Keys hat sie einen Knoten. Wie viele davon bleiben im heutigen Entwurf?`,
  said: (keys, stays) =>
    say`Die Prüfung geht eine Liste durch und nimmt die Anfrage von ihr, und deren Timer wird aus dem Wheel ausgehängt. Auf ${keys === 2 ? 'der anderen Liste' : 'den anderen Listen'} bleibt sie: ${keys} − 1 = ${stays}.`,
  search:
    'Eine Prüfung geht nur die Liste ihres eigenen Keys durch. Die anderen Knoten zu finden würde eine Suche kosten.',
  leaves: 'Die Prüfung geht die Liste ihres Keys ohnehin durch, und die Anfrage verlässt sie.',
  wheelToo: 'Sie hat unter jedem Key einen Knoten und verlässt das Wheel sofort.',
  once: 'Unter jedem Key hat sie einen Knoten.',
};

export const purge: typeof en.purge = {
  text: (interval, visits, pending) =>
    say`Geschätzt stehen mehr als ${interval} abgeschlossene Anfragen auf den Watch Lists, also beginnt der heutige Entwurf jetzt einen Purge. Auf den Listen stehen ${visits} Knoten, einer für jede Anfrage und jeden Key, und ${pending} Anfragen stehen noch aus. Wie viele Knoten werden frei?`,
  said: (visits, kept, pending, freed) =>
    say`Alle ${visits} Knoten werden besucht. Die ${kept} Knoten der ${pending} ausstehenden Anfragen, je einer unter jedem Key, bleiben: ${visits} − ${kept} = ${freed}.`,
  all: 'Ein Purge geht alle Knoten durch, aber die von ausstehenden Anfragen müssen bleiben.',
  interval:
    'So viele abgeschlossene Anfragen lösen einen Purge aus. Jede kann unter mehreren Keys Knoten haben.',
  kept: 'Das sind die Knoten, die bleiben.',
  pending: 'Deren Anfragen warten noch, also bleiben sie.',
  something: 'Ein Purge beginnt nur, wenn es etwas freizugeben gibt.',
};

export const whoWakes: typeof en.whoWakes = {
  text: 'Welcher Thread wird als Nächster geweckt?',
  longest: 'Er wartet am längsten, und der neueste Waiter wird zuerst geweckt: Seine Caches sind noch warm.',
  notOnTop: 'Er wartet auch, aber nicht oben auf dem Stack.',
};

export const count: typeof en.count = {
  text: (happens, group, from, { byThen, limit }) =>
    say`${happens} ${group} zählt ${byThen ? 'bis dahin ' : ''}${from}, die runnable sind, und die Grenze ist ${limit}. Wie viele zählt die Group danach?`,
  happens: {
    unblock: 'kommt aus dem Warten in seinem Handler zurück.',
    block: 'blockiert in seinem Handler.',
    'page-fault': 'muss auf eine Seite des Speichers warten.',
    released: 'wird in seinem Fetch geweckt.',
    asks: 'fragt nach einem Event.',
    timeout: 'erreicht den Timeout seines Fetch.',
    signal: 'bekommt ein Signal.',
    'fault-done': 'hat seine Seite.',
    stop: 'wird angehalten.',
    continue: 'darf weiterlaufen.',
    herd: 'wird mit allen anderen geweckt.',
  },
  something: (of) => say`Etwas geschieht mit ${of}.`,
  goesOn: (next, group, atEnd) =>
    say` Im selben Augenblick folgt ${next}, also zählt ${group} im Bild ${atEnd}.`,
  counts: (of) =>
    `${of} ist dann auf einer CPU oder in der Run Queue und zählt also. Das ändert die Zahl sofort.`,
  needsNoCpu: (of) =>
    `${of} braucht keine CPU, solange er wartet, worauf auch immer, und zählt also nicht. Das ändert die Zahl sofort.`,
  inFetch: (of) =>
    `${of} wartet dann in seinem Fetch, und ein wartender Thread zählt nicht. Das ändert die Zahl sofort.`,
  noBound:
    'Der Concurrency Value ist keine feste Grenze: Ein Thread, der aus dem Warten zurückkommt, wird gezählt, nicht festgehalten.',
  otherWay: 'Es ist umgekehrt: Wer runnable wird, zählt dazu, wer wartet, zählt nicht mehr.',
  noReset: 'Nichts setzt die Zahl zurück.',
  once: 'Ein Thread zählt einmal.',
};
