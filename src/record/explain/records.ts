import type { SharedClass, UnsharedClass } from '../protocol/share.ts';
/** What a log holds besides Postfix's own new lines, each as one part of a sentence; `figure` writes a count. */
export function otherLines(
  { otherPrograms, repeated, junk }: { otherPrograms: number; repeated: number; junk: number },
  figure: (count: number) => string,
): string[] {
  return [
    ...(otherPrograms > 0 ? [`${figure(otherPrograms)} of other programs`] : []),
    ...(repeated > 0 ? [`${figure(repeated)} read before: not counted twice`] : []),
    ...(junk > 0 ? [`${figure(junk)} not of a log`] : []),
  ];
}

/** What is said of a check of settings that finds nothing wrong. */
export const NOTHING_WRONG = 'Nothing contradicts itself.';

const BECAUSE: Readonly<Record<UnsharedClass['because'], string>> = {
  'no-message': 'none of its messages is in what leaves',
  'no-form': 'what it asks for cannot be said in short without real names',
};

/** Longer predicates are cut: a list of queue ids could fill a page. */
const MAX_PREDICATE_CHARS = 120;
const short = (text: string): string =>
  text.length > MAX_PREDICATE_CHARS ? `${text.slice(0, MAX_PREDICATE_CHARS)}…` : text;

/** What becomes of the classes of a record that is shared, a sentence each. */
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
        ? `The class ${own} goes along as ${short(predicate)}.`
        : `The class ${own} goes along as “${name}”, ${short(predicate)}: its name may tell whose mail it is.`,
    ),
    ...classesLeft.map(({ name, because }) => `The class ${name} stays here: ${BECAUSE[because]}.`),
  ];
}
