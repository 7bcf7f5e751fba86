/** A decision in German: a report, or one walk of the job list, sentence by sentence as `explain/selection.ts` says it. */
import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { type Names, say, type Token } from '../../../explain/tokens.ts';
import type { DecisionRecord, PreemptionTest, SelectionDecision } from '../../../protocol/decisions.ts';
import { feedback } from './feedback.ts';

/** What a decision came to. */
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

/** There was no turn to lose yet. */
function begins({ outcome }: PreemptionTest): boolean {
  return outcome === 'preemption-off' || outcome === 'nothing-earned';
}

/** One comes *an die* and stays *an der Reihe*. */
function first(token: Token): Token {
  return 'text' in token ? { text: token.text.replace('kommt an der Reihe', 'kommt an die Reihe') } : token;
}

/** Counts that are words in the English sentence too: figures beside it are those of the sums. */
const SMALL = ['kein', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'];

/** Why the current job was not preempted. */
function reason(test: PreemptionTest, candidate: Token): Token[] {
  const { cost } = test;
  switch (test.outcome) {
    case 'preemption-off':
      return say`er ist der aktuelle Job, und bei einer Cost von ${formatNumber(cost)} ist Preemption abgeschaltet`;
    case 'nothing-earned':
      if (test.deliverySlotsAvailable < 0) {
        const owed = Math.ceil(-test.deliverySlotsAvailable / Math.max(1, cost));
        return say`er schuldet noch ${formatCounted(owed, 'Delivery Slot')} und kann nicht verdrängt werden`;
      }
      return say`er ist der aktuelle Job und hat keinen Delivery Slot zur Hand, den ein anderer nutzen könnte`;
    case 'too-small':
      return say`mit ${formatCounted(test.maxEntries, 'Entry', 'Entries')} ist er zu klein, um verdrängt zu werden, das braucht ${formatNumber(test.minimumDeliverySlots)} × ${formatNumber(cost)}`;
    case 'no-candidate':
      return say`kein anderer Job passt in die Delivery Slots, die er hat oder noch verdienen kann`;
    case 'slots-short': {
      const short = Math.ceil(test.price - test.onHand);
      return say`${candidate} ist der beste Candidate, aber ${short === 1 ? 'ein Delivery Slot fehlt' : `${SMALL[short] ?? short} Delivery Slots fehlen`}`;
    }
    case 'preempted':
      return [];
  }
}

/** What the preemption cost: what has to be on hand, and what was. */
function bought({ need, price, onHand, loan }: PreemptionTest, current: Token): Token[] {
  const credit = loan > 0 ? ` (${formatNumber(loan)} davon auf Kredit)` : '';
  const needs = formatCounted(need, 'Delivery Slot');
  return price === need
    ? say`er braucht ${needs} zur Hand, und ${current} hat ${formatNumber(onHand)}${credit}`
    : say`er braucht ${needs}, von denen ${price === 0 ? 'keiner' : formatNumber(price)} zur Hand sein muss, und ${current} hat ${formatNumber(onHand)}${credit}`;
}

/** Why the walk did not stop at the job where it began. */
function passed({ becameBlockers, stalled }: SelectionDecision, msg: number): string {
  if (becameBlockers.includes(msg)) return 'seine Destinations haben keinen Platz, er wird ein Blocker';
  if (stalled.includes(msg)) return 'nichts von ihm ist mehr im Speicher, er verlässt die Liste';
  return 'er ist ein Blocker, seine Destinations haben keinen Platz';
}
