import type { SharedClass, UnsharedClass } from '../protocol/share.ts';
/** Describes the log lines that a record does not use, each kind as a part of a sentence. `figure` formats a count. */
export function otherLines(
  { otherPrograms, repeated, junk }: { otherPrograms: number; repeated: number; junk: number },
  figure: (count: number) => string,
): string[] {
  return [
    ...(otherPrograms > 0 ? [`${figure(otherPrograms)} from other programs`] : []),
    ...(repeated > 0 ? [`${figure(repeated)} read before and not counted twice`] : []),
    ...(junk > 0 ? [`${figure(junk)} not in a log format`] : []),
  ];
}

export const NOTHING_WRONG = 'No problems found.';

const BECAUSE: Readonly<Record<UnsharedClass['because'], string>> = {
  'no-message': 'none of its messages is shared',
  'no-form': 'its predicate cannot be written briefly without real names',
};

/** A predicate with more characters is cut: a list of queue ids could fill a page. */
const MAX_PREDICATE_CHARS = 120;
const short = (text: string): string =>
  text.length > MAX_PREDICATE_CHARS ? `${text.slice(0, MAX_PREDICATE_CHARS)}…` : text;

export function classSentences({
  classes,
  classesLeft,
}: {
  classes: readonly SharedClass[];
  classesLeft: readonly UnsharedClass[];
}): string[] {
  return [
    ...classes.map(({ name, own, predicate }) =>
      name === own
        ? `The class ${own} is shared as ${short(predicate)}.`
        : `The class ${own} is shared as “${name}”, ${short(predicate)}, because its name may reveal whose mail it is.`,
    ),
    ...classesLeft.map(({ name, because }) => `The class ${name} is not shared: ${BECAUSE[because]}.`),
  ];
}
