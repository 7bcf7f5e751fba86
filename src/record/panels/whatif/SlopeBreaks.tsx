/** A text that may be broken behind `_`, `/`, `=` and before `@`, and nowhere within a word; what is copied has nothing in it. */
export function SlopeBreaks({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which are never moved
  return text.split(/(?<=[_/=])|(?=@)/).flatMap((part, i) => (i === 0 ? [part] : [<wbr key={i} />, part]));
}
