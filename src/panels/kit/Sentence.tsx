import { Fragment } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { withUnits } from './units.ts';
import { drawn, type DrawnToken, type Token } from '../../explain/tokens.ts';

interface SentenceProps {
  tokens: readonly Token[];
  size?: 'small' | 'normal' | 'large';
}

/**
 * Renders the tokens of a sentence, with chips between words. A token may contain foreign names, so it is only ever
 * rendered as text. The index is the key, because a sentence is always replaced as a whole.
 */
export function Sentence({ tokens, size = 'normal' }: SentenceProps) {
  return drawn(tokens).map((token, i) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={i}>
      {'text' in token ? (
        withUnits(token.text)
      ) : 'mono' in token ? (
        <code className="mono">{token.mono}</code>
      ) : (
        <ChipInText token={token} size={size} />
      )}
    </Fragment>
  ));
}

/** A chip and the punctuation after it, on one line. */
export function ChipInText({
  token,
  size,
}: {
  token: DrawnToken & { chip: number };
  size: 'small' | 'normal' | 'large';
}) {
  const chip = <Chip number={token.chip} size={size} />;
  if (token.after === undefined || token.after === '') return chip;
  return (
    <span className="nowrap">
      {chip}
      {token.after}
    </span>
  );
}
