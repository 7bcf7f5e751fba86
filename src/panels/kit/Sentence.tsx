import { Fragment } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { withUnits } from './units.ts';
import type { Token } from '../../explain/tokens.ts';

interface SentenceProps {
  tokens: readonly Token[];
  size?: 'small' | 'normal' | 'large';
}

/**
 * Tokens as elements: chips inside the words. Text may hold names from outside, so it is only ever a text node.
 * Keyed by place: a sentence is replaced whole, its words have no identity.
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
