/** A long name of a parameter: it may break behind each underscore, and nowhere else if that is enough. */
export function Breakable({ text }: { text: string }) {
  const parts = text.split('_');
  return parts.map((part, i) => (
    // The parts have no name of their own, and never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={i}>
      {part}
      {i < parts.length - 1 && (
        <>
          _<wbr />
        </>
      )}
    </span>
  ));
}
