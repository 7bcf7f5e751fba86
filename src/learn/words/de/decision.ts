/** Explains decisions in German, sentence by sentence like `explain/selection.ts`. */
import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { type Names, say, type Token } from '../../../explain/tokens.ts';
import type { DecisionRecord, PreemptionTest, SelectionDecision } from '../../../protocol/decisions.ts';
import { feedback } from './feedback.ts';

export function decision(record: DecisionRecord, names: Names): Token[] {
  if (record.decision.rule === 'feedback') return feedback(record.decision, names).sentence;
  return record.decision.chosen === undefined
    ? say`Ein Agent ist frei, aber nichts kann gewählt werden.`
    : chosen(record.decision, names);
}

function chosen(of: SelectionDecision, names: Names): Token[] {
  const test = of.preemption;
  const winner = { chip: names.numberOf(of.chosen?.msg ?? 0) };
  if (test === undefined) return say`Ein Agent ist frei. ${winner} kommt an die Reihe.`;
  const current = { chip: names.numberOf(test.current) };
  const candidate = { chip: names.numberOf(test.candidate) };
  if (test.outcome === 'preempted') {
    return candidate.chip === winner.chip
      ? say`Ein Agent ist frei. ${candidate} verdrängt ${current}: ${bought(test, current)}.`
      : say`Ein Agent ist frei. ${candidate} verdrängt ${current}, aber ${passed(of, test.candidate)}. ${winner} kommt an die Reihe.`;
  }
  return current.chip === winner.chip
    ? say`Ein Agent ist frei. ${current} ${begins(test) ? 'kommt' : 'bleibt'} an der Reihe: ${reason(test, candidate)}.`.map(
        begins(test) ? first : (token) => token,
      )
    : say`Ein Agent ist frei. ${current} wird übergangen: ${passed(of, test.current)}. ${winner} kommt an die Reihe.`;
}

/** True if preemption was off or the current job had earned nothing, so that the job lost no turn. */
function begins({ outcome }: PreemptionTest): boolean {
  return outcome === 'preemption-off' || outcome === 'nothing-earned';
}

/** German grammar: one comes *an die Reihe* but stays *an der Reihe*. */
function first(token: Token): Token {
  return 'text' in token ? { text: token.text.replace('kommt an der Reihe', 'kommt an die Reihe') } : token;
}

/** Counts written as words, as in the English sentence, so that its figures are only those of the arithmetic. */
const SMALL = ['kein', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'];

function reason(test: PreemptionTest, candidate: Token): Token[] {
  const { cost } = test;
  switch (test.outcome) {
    case 'preemption-off':
      return say`er ist der aktuelle Job, und eine Cost von ${formatNumber(cost)} schaltet Preemption ab`;
    case 'nothing-earned':
      if (test.deliverySlotsAvailable < 0) {
        const owed = Math.ceil(-test.deliverySlotsAvailable / Math.max(1, cost));
        return say`er schuldet noch ${formatCounted(owed, 'Delivery Slot')} und kann nicht verdrängt werden`;
      }
      return say`er ist der aktuelle Job und hat keinen Delivery Slot, den ein anderer Job nutzen könnte`;
    case 'too-small':
      return say`mit ${formatCounted(test.maxEntries, 'Entry', 'Entries')} ist er zu klein, um verdrängt zu werden (mindestens ${formatNumber(test.minimumDeliverySlots)} × ${formatNumber(cost)} = ${formatNumber(test.minimumDeliverySlots * cost)} Entries)`;
    case 'no-candidate':
      return say`kein anderer Job ist klein genug für die Delivery Slots, die er hat oder verdienen kann`;
    case 'slots-short': {
      const short = Math.ceil(test.price - test.onHand);
      return say`${candidate} ist der beste Candidate, aber ${short === 1 ? 'ein Delivery Slot fehlt' : `${SMALL[short] ?? short} Delivery Slots fehlen`}`;
    }
    case 'preempted':
      return [];
  }
}

/** Says what the preemption cost, and how many delivery slots the current job had. */
function bought({ need, price, onHand, loan }: PreemptionTest, current: Token): Token[] {
  const credit = loan > 0 ? ` (${formatNumber(loan)} davon auf Kredit)` : '';
  const needs = formatCounted(need, 'Delivery Slot');
  const has = say`und ${current} hat ${formatNumber(onHand)}${credit}`;
  if (price === need) return say`er braucht ${needs} zur Hand, ${has}`;
  return price === 0
    ? say`er braucht ${needs}, der Discount erlässt sie alle, ${has}`
    : say`er braucht ${needs}, ${formatNumber(price)} nach dem Discount, ${has}`;
}

/** Says why the scheduler went past the job at which its walk started. */
function passed({ becameBlockers, stalled }: SelectionDecision, msg: number): string {
  if (becameBlockers.includes(msg)) return 'seine Destinations haben keinen Platz, also wird er ein Blocker';
  if (stalled.includes(msg)) return 'er hat nichts mehr im Speicher, also verlässt er die Liste';
  return 'er ist ein Blocker, weil seine Destinations keinen Platz haben';
}
