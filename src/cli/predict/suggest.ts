import { toApply } from '../../importers/model/apply.ts';
import { likelyChanges } from '../../importers/model/likely.ts';
import type { Seconds } from '../../protocol/units.ts';
import { rank } from '../../worker/model/rank.ts';
import { answerTo, classToHelp, mailOf, type Subject } from '../../worker/model/study.ts';

/** Runs of each: enough to rank them. */
const FEW = 4;

/** Tries likely changes and prints them, the best for the class that is helped first. */
export function suggest(subject: Subject, seeds: number, json: boolean): number {
  const helped = classToHelp(subject);
  // The lucks of both sides of a comparison are the same.
  const few = Math.min(seeds, FEW);
  const place = helped === null ? -1 : subject.names.indexOf(helped);
  const tried = likelyChanges(subject.model, subject.settings, helped).map((likely) => ({
    likely,
    answer: answerTo(subject, likely.changes, few),
  }));
  const ranked = rank(tried, answerTo(subject, [], few), place);
  if (!json) console.log(`\nWhat helps ${helped ?? 'all mail'}, the best first:`);
  for (const { title, because, changes, gain, cost, answer } of ranked) {
    const apply = toApply(changes, subject.settings, mailOf(subject));
    const { b, total, deferredFirst } = answer.classes[place] ?? answer.all;
    const line = {
      kind: 'suggestion',
      title,
      because,
      class: helped,
      gain,
      cost,
      b,
      total,
      deferredFirst,
      changes,
      ...apply,
    };
    console.log(json ? JSON.stringify(line) : text(line));
  }
  return 0;
}

function text({
  title,
  because,
  gain,
  cost,
  lines,
}: {
  title: string;
  because: string;
  gain: Seconds;
  cost: Seconds;
  lines: string[];
}): string {
  const effect = `waits ${effectText(0 - gain)}; other mail, where it pays most, ${effectText(cost)}`;
  return `  ${title} (${because})\n    ${effect}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

function effectText(more: Seconds): string {
  if (Math.abs(more) < 0.05) return 'as long as today';
  return `${Math.abs(more).toFixed(2)} s ${more > 0 ? 'more' : 'less'}`;
}
