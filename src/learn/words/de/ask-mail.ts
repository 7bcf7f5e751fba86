import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { say } from '../../../explain/tokens.ts';
import type * as en from '../en/ask-mail.ts';
import { feedback } from './feedback.ts';

export const report: typeof en.report = {
  explained: feedback,
  text: (failed, queue, was) =>
    say`Eine Zustellung an ${queue} ${failed ? 'scheitert' : 'gelingt'}, und das Window dort ist ${was}. Wie groß ist das Window dann?`,
  dead: 'die Destination ist tot',
  window: (size) => `Window ${size}`,
  stays: 'Es bleibt nur, solange vom vorigen Schritt noch etwas für Fehlschläge übrig ist.',
  stepDown: (amount) =>
    `Eine Meldung zählt ${formatNumber(amount)}, und der Schritt nach unten kommt am Anfang einer Folge.`,
  notDead: (limit) =>
    `Tot ist die Destination erst bei ${limit === 1 ? 'einer Failed Cohort' : `${formatNumber(limit)} Failed Cohorts`}. Jeder Fehlschlag zählt eins geteilt durch das Window.`,
  notHalved: 'Nichts wird halbiert. Ein Schritt ist nur 1.',
  neverGrows: 'Ein Fehlschlag lässt ein Window nie wachsen.',
  stepUp: (amount) =>
    `Eine Meldung zählt ${formatNumber(amount)}, und ein Schritt nach oben braucht eine Summe von 1.`,
  notCounted: 'Nicht jeder Erfolg wird gezählt.',
  addUp: 'Zählen Sie diesen Erfolg zur Summe. Erreicht sie 1?',
  neverShrinks: 'Ein Erfolg lässt ein Window nie schrumpfen.',
  notDoubled:
    'Eine Meldung verdoppelt ein Window nie, denn ein Schritt ist nur 1. Erst eine ganze Runde von Meldungen verdoppelt es.',
};

export const deferral: typeof en.deferral = {
  text: (message, age) =>
    say`${message} ist ${formatCounted(age, 'Sekunde', 'Sekunden')} alt, und ihre übrigen Empfänger werden gleich zurückgestellt. Wie lange wartet sie mindestens?`,
  below: (age, least) =>
    `Der Backoff ist ihr Alter: ${age} s liegen unter minimal_backoff_time, also wartet sie ${least} s.`,
  above: (age, most) =>
    `Der Backoff ist ihr Alter: ${age} s liegen über maximal_backoff_time, also wartet sie ${most} s.`,
  between: (age) =>
    `Der Backoff ist ihr Alter: ${age} s liegen zwischen den beiden Backoff-Zeiten, und genau so lange wartet sie.`,
  tooShort: 'So kurz wartet sie nicht: Es gibt einen kleinsten Backoff.',
  notDoubled: 'Nichts wird verdoppelt. Nur das Alter zählt, nicht die Zahl der Versuche.',
  least: 'Das ist der kleinste Backoff. Eine ältere Nachricht wartet länger.',
  most: 'Das ist der größte Backoff: So lange wartet nur eine Nachricht, die so alt ist.',
  atOnce: 'Sie würde sofort noch einmal versucht und wieder scheitern.',
};

export const retry: typeof en.retry = {
  text: (message, now, until) =>
    say`Bei ${now} s wird ${message} gleich zurückgestellt, mit einem Backoff bis ${until} s. Wann wird sie wieder versucht?`,
  at: (seconds) => `bei ${seconds} s`,
  said: (every, scan) =>
    `Die Deferred Queue wird alle ${every} s durchsucht, und der erste Scan nach dem Backoff kommt bei ${formatNumber(scan)} s.`,
  noTimer: 'Eine einzelne Nachricht hat keinen Timer. Sie wartet auf einen Scan der Deferred Queue.',
  tooEarly: 'Dieser Scan kommt zu früh: Der Backoff ist dann noch nicht vorbei.',
  tooLate: 'Schon bei einem Scan davor ist der Backoff vorbei.',
  notFromHere: 'Scans haben ihre eigenen Zeiten. Sie werden nicht von einem Fehlschlag an gezählt.',
  atOnce: 'Sie würde sofort wieder scheitern.',
};

export const adoption: typeof en.adoption = {
  text: (gone, child) =>
    say`${gone} gibt seine letzte Entry ab und verlässt die Liste. Wessen Kind ist ${child} dann?`,
  of: (job) => say`das von ${job}`,
  ofNone: 'das von keinem Job',
  atFoot: (gone, child) =>
    say`${gone} stand ganz unten in seinem Stapel. ${child} bleibt auf der Liste, ohne einen Job unter sich.`,
  adopts: (gone, heir, child) =>
    say`${gone} ist fort, und ${heir}, den ${gone} verdrängt hatte, adoptiert ${child}. ${child} behält seine Ebene, also bekommt ${heir} nichts dafür zurück.`,
  noPlace: (gone) =>
    say`Von ${gone} ist nichts mehr zu wählen. Er verlässt die Liste und behält keinen Platz im Baum.`,
  beside: (sibling, child) => say`${sibling} kam neben ${child} hinzu: Keiner hat den anderen verdrängt.`,
  stackStays: (gone) =>
    say`Der Stapel unter ${gone} ist noch da: In ihm warten verdrängte Jobs auf die über ihnen.`,
};

export const refill: typeof en.refill = {
  text: (message, { inCore, unread, slots }) =>
    say`Von ${message} ${inCore === 1 ? 'ist' : 'sind'} ${inCore} Empfänger im Speicher und ${unread} in der Queue-Datei; ihre Jobs halten ${formatCounted(slots, 'Recipient Slot')}. Wie viele Empfänger werden jetzt gelesen?`,
  said: ({ minimum, slots, may, inCore, unread }) =>
    `Das Minimum von ${minimum} und ${formatCounted(slots, 'Recipient Slot')} ihrer Jobs erlauben ${may} im Speicher; ${inCore} sind da${unread < may - inCore ? `, und nur ${unread} sind noch in der Datei` : ''}: ${may} − ${inCore} = ${may - inCore}.`,
  besides: 'Jede Nachricht darf neben den Recipient Slots ihrer Jobs ein Minimum im Speicher haben.',
  batchEnds: 'Ein Schub endet, wenn die Recipient Slots verbraucht sind, auch wenn die Datei weitergeht.',
  inCore: 'Empfänger im Speicher belegen schon Recipient Slots.',
  onTop: 'Das Minimum kommt zu den Recipient Slots ihrer Jobs hinzu.',
  room: 'Es ist Platz: Im Speicher dürfen mehr Empfänger sein.',
};

export const sponsor: typeof en.sponsor = {
  text: (message, jobs) =>
    say`Wie viele Empfänger von ${message} dürfen zugleich im Speicher sein, bei ihren ${jobs} Jobs zusammen?`,
  said: (sum, minimum, may) =>
    `Empfänger werden für die Nachricht gelesen, also zählen die Recipient Slots ihrer Jobs zusammen, gleich zu welchem Job die Empfänger kommen: ${sum} + das Minimum von ${minimum} = ${may}.`,
  oneAlone: 'Das ist ein Job allein. Was er nicht nutzt, darf ein anderer Job der Nachricht nutzen.',
  all: 'Das ist alles, was von ihr übrig ist, im Speicher und in der Datei.',
  once: 'Das Minimum zählt einmal für eine Nachricht, nicht für jeden Job.',
};

export const extra: typeof en.extra = {
  text: (job, { unread, extra: slots, lent }) =>
    say`${job} verdrängt gleich einen anderen Job und hat ${unread} ungelesene Empfänger. Der Transport hat ${slots} Extra Slots${lent > 0 ? `, von denen ${lent} schon verliehen sind` : ''}. Wie viele bekommt ${job}?`,
  said: (sum) => `Die Hälfte von dem, was übrig ist, aufgerundet: ${sum}.`,
  lends:
    'Ein Job, der verdrängt und ungelesene Empfänger hat, bekommt welche, damit er nicht in kleinen Schüben gelesen wird.',
  nextToo: 'Für den nächsten Job, der verdrängt, müssen welche übrig bleiben.',
  needs: 'Wie viele er braucht, spielt keine Rolle.',
  roundedUp: 'Die Hälfte wird aufgerundet.',
  quarter: 'Das ist ein Viertel, nicht die Hälfte.',
};
