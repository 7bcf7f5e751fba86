import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { say } from '../../../explain/tokens.ts';
import type * as en from '../en/ask.ts';
import { decision } from './decision.ts';
import { orders } from './lesson.ts';
import { why } from './why-job.ts';

export * from './ask-mail.ts';
export * from './ask-timers.ts';

export const engine: typeof en.engine = {
  decision,
  why,
  thenEarned: (job) => say` Mit dieser Entry verdient ${job} noch einen (schon eingezeichnet).`,
};

export const nextJob: typeof en.nextJob = {
  text: 'Ein Agent ist frei. Welcher Job gibt die nächste Entry ab?',
  wouldKeep: (job) => say`${job} bliebe nur an der Reihe, wenn er keinen Candidate bezahlen könnte.`,
  askedFirst: (job) => say`${job} wird zuerst gefragt, hat aber nichts abzugeben.`,
  letIn: (job) => say`${job} kommt nach vorn, hat aber nichts abzugeben.`,
  current: 'er ist der aktuelle Job',
  candidate: 'er ist der beste Candidate',
  fewest: 'er hat die wenigsten Entries',
  oldest: 'er ist der älteste',
  last: 'er kam zuletzt',
  most: 'er hat die meisten Entries',
  left: (n) => `noch ${formatCounted(n, 'Entry', 'Entries')}`,
};

export const preempted: typeof en.preempted = {
  text: (job) => say`Ein Agent ist frei. Wird Job ${job} verdrängt?`,
  yesBy: (candidate) => say`ja, von ${candidate}`,
  outcomes: {
    preempted: 'ja',
    'slots-short': 'nein, es sind zu wenige Delivery Slots zur Hand',
    'no-candidate': 'nein, es gibt keinen Candidate',
    'too-small': 'nein, der Job ist zu klein',
    'nothing-earned': 'nein, er hat noch nichts verdient',
    'preemption-off': 'nein, er hat noch nichts verdient',
  },
  notLookedAt: 'Bis zu seiner Größe kommt der Test nicht.',
  largeEnough: (job, { maxEntries, minimumDeliverySlots: least, cost }) =>
    say`${job} hat ${formatCounted(maxEntries, 'Entry', 'Entries')}, und ${formatNumber(least)} × ${formatNumber(cost)} = ${formatNumber(least * cost)} genügen.`,
  hasEarned: (job, { deliverySlotsAvailable, cost }) =>
    say`${job} hat ${formatCounted(deliverySlotsAvailable, 'Einheit', 'Einheiten')} auf seinem Konto (${formatNumber(cost)} machen einen Delivery Slot), also sucht Postfix einen Candidate.`,
  notLookedFor: 'Postfix sucht keinen Candidate.',
  thereIsOne:
    'Es gibt einen: Der Job mit dem Stern ist der beste von denen, die warten. Ob sein Preis gedeckt ist, ist eine andere Frage.',
  enough: ({ onHand: have, price }) =>
    `${formatNumber(have)} sind zur Hand, und ${formatNumber(price)} werden gebraucht.`,
  noPrice: 'Es wird kein Preis verlangt.',
  tooFew: ({ onHand: have, price }) =>
    `${formatNumber(price)} Delivery Slots werden gebraucht, und ${formatNumber(have)} sind zur Hand.`,
  endsBefore: 'Der Test endet, bevor ein Preis verglichen wird.',
};

export const onHand: typeof en.onHand = {
  text: (job) => say`Wie viele Delivery Slots hat ${job} jetzt zur Hand?`,
  said: (job, { selected, cost, spent, account }) =>
    say`${job} hat ${formatCounted(selected, 'Entry', 'Entries')} abgegeben; ${formatNumber(cost)} verdienen einen Delivery Slot${spent === 0 ? '' : `, und ${formatCounted(spent, 'Delivery Slot ist', 'Delivery Slots sind')} ausgegeben`}. ${account}`,
  owes: (units) =>
    `Sein Konto steht ${formatCounted(units, 'Einheit', 'Einheiten')} unter null, also ist keiner zur Hand, bis die Schuld bezahlt ist.`,
  holds: (units, cost, slots) =>
    `Auf seinem Konto ${units === 1 ? 'ist 1 Einheit' : `sind ${formatNumber(units)} Einheiten`}: ⌊${formatNumber(units)} ÷ ${formatNumber(cost)}⌋ = ${formatNumber(slots)}.`,
  entries: 'Das ist die Zahl der Entries, nicht die der Delivery Slots.',
  inAll: 'So viele wurden insgesamt verdient; ausgegebene sind weg.',
  units: 'Das sind Einheiten, noch nicht durch Cost geteilt.',
  whole: 'Nur ganze Delivery Slots zählen.',
  tooMany: 'So viele wurden nicht verdient. Zählen Sie die ganzen Delivery Slots, die nicht ausgegeben sind.',
  oneMissing: 'Ein Delivery Slot fehlt in Ihrer Zählung.',
};

export const finishes: typeof en.finishes = {
  names: {
    fifo: 'Wer zuerst kommt',
    shortest: 'Die kürzeste zuerst',
    robin: 'Reihum',
    loans: orders.titles.loans,
  },
  rules: {
    fifo: 'So ist es in der Reihenfolge, in der jede auf die vor ihr wartet.',
    shortest:
      'So ist es in der Reihenfolge, in der die Nachricht mit den wenigsten übrigen Zustellungen vorgeht.',
    robin: 'So ist es in der Reihenfolge, in der reihum jede eine Zustellung abgibt.',
    loans: 'So ist es in der Reihenfolge des Queue-Managers von Postfix, die keine von diesen ist.',
  },
  text: (order, message) => say`${order}: Wann hat ${message} alles abgegeben?`,
  at: (seconds) => `bei ${seconds} s`,
  thenThrough: (message) => say`Dann ist ${message} fertig.`,
  turns: 'An der Reihe sind ',
  ends: (cut, last, seconds) => `${cut ? '… ' : ''}und die ${last}. Zustellung endet bei ${seconds} s.`,
};

export const own: typeof en.own = {
  smaller: 'eine kleinere Zahl',
  isMore: 'Es ist mehr als das.',
  larger: 'eine größere Zahl',
  isLess: 'Es ist weniger als das.',
  same: 'Meine sagt dasselbe',
  missing: 'In meiner fehlt etwas',
  sayAgain: 'Sagen Sie es noch einmal in eigenen Worten.',
};
