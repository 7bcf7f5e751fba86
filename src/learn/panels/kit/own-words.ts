import type { OwnWords, Words } from '../../words/en/index.ts';

/** Words that few pages need, in the language of `words`; `english` is their file, which those pages fetch themselves. */
export function ownWords<Part extends keyof OwnWords>(
  words: Words & Partial<OwnWords>,
  part: Part,
  english: OwnWords[Part],
): OwnWords[Part] {
  const own: { [One in Part]?: OwnWords[Part] } = words;
  return own[part] ?? english;
}
