import { toApply } from '../../importers/model/apply.ts';
import { suggestedChanges } from '../../importers/model/suggested-changes.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { rank } from '../../worker/model/rank.ts';
import { answerTo, classToHelp, mailOf, type Subject } from '../../worker/model/study.ts';
import { print } from '../../../cli/terminal.ts';

/** Number of runs per suggested change, which is enough to rank the changes. */
const FEW = 4;
/** A difference in waiting of fewer seconds than this counts as no change. */
const NOTICED: Seconds = 0.05;

/** Tries likely changes and prints them, the best first for the class that needs help most. */
export function suggest(subject: Subject, seeds: number, json: boolean): number {
  const helped = classToHelp(subject);
  // Runs without and with a change must use the same random numbers, so both use the same number of runs.
  const few = Math.min(seeds, FEW);
  const place = helped === null ? -1 : subject.names.indexOf(helped);
  const tried = suggestedChanges(subject.model, subject.settings, helped).map((suggestion) => ({
    suggestion,
    answer: answerTo(subject, suggestion.changes, few),
  }));
  const ranked = rank(tried, answerTo(subject, [], few), place);
  const lines = ranked.map((one) => {
    const { title, because, changes, gain, cost, answer } = one;
    const { b, total, deferredFirst } = answer.classes[place] ?? answer.all;
    const apply = toApply(changes, subject.settings, mailOf(subject));
    return {
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
  });
  if (json) for (const line of lines) print(JSON.stringify(line));
  else print(text(helped ?? 'all mail', lines));
  return 0;
}

interface Suggestion {
  title: string;
  because: string;
  gain: Seconds;
  cost: Seconds;
  lines: string[];
}

function text(name: string, all: readonly Suggestion[]): string {
  const helps = all.filter(({ gain }) => gain >= NOTICED);
  const none = all.filter(({ gain }) => gain < NOTICED);
  return [
    helps.length === 0
      ? `\nNone of the changes tried helps ${name}.`
      : `\nThese changes help ${name}, best first:`,
    ...helps.map((one) => `${effectOf(one)}\n${one.lines.map((line) => `    ${line}\n`).join('')}`),
    ...(none.length === 0 ? [] : [`These changes do not help ${name}:`, ...none.map(effectOf)]),
  ].join('\n');
}

function effectOf({ title, because, gain, cost }: Suggestion): string {
  return `  ${title} (${because})\n    waits ${effectText(0 - gain)}; other mail, at worst: ${effectText(cost)}`;
}

function effectText(more: Seconds): string {
  if (Math.abs(more) < NOTICED) return 'as long as today';
  return `${Math.abs(more).toFixed(2)} s ${more > 0 ? 'more' : 'less'}`;
}
