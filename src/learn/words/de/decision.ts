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
      ? say`Ein Agent ist frei. ${candidate} verdrängt ${current}: er braucht ${compared(test, current)}.`
      : say`Ein Agent ist frei. ${candidate} verdrängt ${current}, aber ${passed(of, test.candidate)}. ${winner} kommt an die Reihe.`;
  }
  return current.chip === winner.chip
    ? say`Ein Agent ist frei. ${current} ${begins(test) ? 'kommt' : 'bleibt'} an der Reihe: ${reason(test, current, candidate)}.`.map(
        begins(test) ? first : (token) => token,
      )
    : say`Ein Agent ist frei. ${current} wird übergangen: ${passed(of, test.current)}. ${winner} kommt an die Reihe.`;
}

/**
 * True if preemption was off or the current job had earned nothing. Another job that gets the turn then takes none
 * away from the current job.
 */
function begins({ outcome }: PreemptionTest): boolean {
  return outcome === 'preemption-off' || outcome === 'nothing-earned';
}

/** German grammar: one comes *an die Reihe* but stays *an der Reihe*. */
function first(token: Token): Token {
  return 'text' in token ? { text: token.text.replace('kommt an der Reihe', 'kommt an die Reihe') } : token;
}

function reason(test: PreemptionTest, current: Token, candidate: Token): Token[] {
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
      return say`kein anderer Job passt in die Delivery Slots, die er hat oder verdienen kann`;
    case 'slots-short':
      return say`${candidate} braucht ${compared(test, current)}`;
    case 'preempted':
      return [];
  }
}

/** Both sides of the test: "3 Delivery Slots, und 1 hat 4". */
function compared({ need, price, onHand, loan }: PreemptionTest, current: Token): Token[] {
  const credit = loan > 0 ? ` (${formatNumber(loan)} davon auf Kredit)` : '';
  const needs = formatCounted(need, 'Delivery Slot');
  const has = say`${current} hat ${formatNumber(onHand)}${credit}`;
  if (price === need) return say`${needs}, und ${has}`;
  return price === 0
    ? say`${needs}, alle vom Discount erlassen, und ${has}`
    : say`${needs}, ${formatNumber(price)} nach dem Discount, und ${has}`;
}

/** Says why the scheduler went past the job at which its walk started. */
function passed({ becameBlockers, stalled }: SelectionDecision, msg: number): string {
  if (becameBlockers.includes(msg)) return 'seine Destinations haben keinen Platz, also wird er ein Blocker';
  if (stalled.includes(msg)) return 'er hat nichts mehr im Speicher, also verlässt er die Liste';
  return 'er ist ein Blocker, weil seine Destinations keinen Platz haben';
}
