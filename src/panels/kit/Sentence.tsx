import { Fragment } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { withUnits } from './units.ts';
import type { Token } from '../../explain/tokens.ts';

interface SentenceProps {
  tokens: readonly Token[];
  size?: 'small' | 'normal' | 'large';
}

/**
 * Renders the tokens of a sentence, with chips between words. A token may contain foreign names, so it is only ever
 * rendered as text. The index is the key, because a sentence is always replaced as a whole.
 */
export function Sentence({ tokens, size = 'normal' }: SentenceProps) {
  return tokens.map((token, i) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={i}>
      {'text' in token ? (
        withUnits(token.text)
      ) : 'mono' in token ? (
        <code className="mono">{token.mono}</code>
      ) : (
        <Chip number={token.chip} size={size} />
      )}
    </Fragment>
  ));
}
