import type { SharedClass, UnsharedClass } from '../protocol/share.ts';

const BECAUSE: Readonly<Record<UnsharedClass['because'], string>> = {
  'no-message': 'none of its messages is in what leaves',
  'no-form': 'what it asks for cannot be said in short without real names',
};

/** A list of queue ids would be a page of them. */
const LONGEST = 120;
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

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
