/** Explains feedback decisions in German, sentence by sentence like `explain/feedback.ts`. */
import type { Arithmetic, Explanation } from '../../../explain/explanation.ts';
import { successSum } from '../../../explain/feedback.ts';
import { formatNumber } from '../../../explain/figures.ts';
import { type Names, say, type Token } from '../../../explain/tokens.ts';
import type { FeedbackDecision } from '../../../protocol/decisions.ts';

export function feedback(
  decision: FeedbackDecision,
  names: Names,
): Pick<Explanation, 'sentence' | 'arithmetic'> {
  const said = { sentence: sentence(decision, names) };
  return decision.sign === 'revival' ? said : { ...said, arithmetic: arithmetic(decision) };
}

function sentence(d: FeedbackDecision, names: Names): Token[] {
  const name = { mono: d.queueName };
  const moved = d.windowAfter - d.windowBefore;
  switch (d.sign) {
    case 'revival':
      return say`${name} wird wieder versucht: Das Window beginnt bei ${d.windowAfter}.`;
    case 'positive':
      if (!d.applied) return say`${answered(d, names)}. Nichts kommt hinzu, denn ${guard(d)}.`;
      if (moved > 0)
        return say`${answered(d, names)}: Das Window wächst von ${d.windowBefore} auf ${d.windowAfter}.`;
      return say`${answered(d, names)}: ${formatNumber(d.amount)} für ein größeres Window; die Summe der Erfolge ist ${formatNumber(d.success)}.`;
    case 'negative':
      if (d.died)
        return say`Ein Fehlschlag bei ${name}. Die Failed Cohorts erreichten ${formatNumber(d.failCohorts)} (Limit ${formatNumber(d.cohortLimit)}), also ist die Destination tot.`;
      if (moved < 0)
        return say`Ein Fehlschlag bei ${name}: Das Window schrumpft von ${d.windowBefore} auf ${d.windowAfter}.`;
      return say`Ein Fehlschlag bei ${name}: Das Window bleibt bei ${d.windowAfter}, bis zum nächsten Schritt nach unten ist noch ${formatNumber(d.failure)} für Fehlschläge übrig.`;
    default:
      return d.sign satisfies never;
  }
}

/** Says what answered the delivery. A delivery to `retry` has no server that could answer. */
function answered({ queueName, transport }: FeedbackDecision, names: Names): Token[] {
  return names.transportName?.(transport) === 'retry'
    ? say`${{ mono: 'retry' }} hat unter ${{ mono: queueName }} vermerkt, dass Mail zurückgestellt ist`
    : say`${{ mono: queueName }} hat geantwortet`;
}

/** Says why the feedback amount was not added. */
function guard(d: FeedbackDecision): string {
  return d.concurrencyLimit > 0 && d.windowBefore >= d.concurrencyLimit
    ? `das Window von ${d.windowBefore} ist am Limit`
    : `das Window ist nicht ausgenutzt: ${d.windowBefore} ≥ ${d.busy} busy + ${d.initialConcurrency} zu Beginn`;
}

function arithmetic(d: FeedbackDecision): Arithmetic {
  const never = d.cohortLimit === 0;
  const cohorts = {
    label: say`Failed Cohorts, ${never ? 'nie tot' : `tot bei ${formatNumber(d.cohortLimit)}`}`,
    expression:
      d.sign === 'positive' ? '0' : `+ 1 ÷ ${formatNumber(d.windowBefore)} = ${formatNumber(d.failCohorts)}`,
  };
  if (d.died) {
    const verdict = say`${formatNumber(d.failCohorts)} ≥ ${formatNumber(d.cohortLimit)}, also ist die Destination tot`;
    return { lines: [cohorts], verdict };
  }
  const sum =
    d.sign === 'positive'
      ? {
          label:
            d.windowAfter > d.windowBefore
              ? say`Summe der Erfolge, abzüglich der Vergrößerung des Windows`
              : say`Summe der Erfolge`,
          expression: successSum(d),
        }
      : {
          label: say`Summe der Fehlschläge nach dieser Zustellung`,
          expression: `− ${formatNumber(d.amount)}, jetzt ${formatNumber(d.failure)}`,
        };
  return { lines: [sum, cohorts], verdict: say`Window ${d.windowBefore} → ${d.windowAfter}` };
}
