import { memo } from 'react';
import { useIdentity } from '../../charts/colours.ts';
import type { TimerToken } from '../../protocol/wheel.ts';
import { Chip } from '../../charts/Chip.tsx';
import { TOKEN } from './geometry.ts';
import css from './wheel.module.css';

interface TokenMarkProps {
  token: TimerToken;
  /** True if the timer fell in the last wake-up. */
  ringed: boolean;
  followed: boolean;
}

const { width: W, height: H } = TOKEN;

/** A token in the picture, centred on its origin: filled = message, pill = agent, outlined square = anything else. */
export const TokenMark = memo(function TokenMark({ token, ringed, followed }: TokenMarkProps) {
  const identity = useIdentity(token.number);
  const round = token.form === 'agent' ? H / 2 : 3.5;
  const owned = token.number > 0 ? identity : {};
  return (
    <g className={css.tokenMark} data-look={token.form} {...owned}>
      <title>{token.label}</title>
      <rect className={css.tokenGround} x={-W / 2} y={-H / 2} width={W} height={H} rx={round} />
      <text y="3.3">{token.mark}</text>
      {(ringed || followed) && (
        <rect
          className={css.line}
          strokeWidth={followed ? 2.25 : 1.5}
          x={-W / 2 - 2.25}
          y={-H / 2 - 2.25}
          width={W + 4.5}
          height={H + 4.5}
          rx={round + 2}
        />
      )}
    </g>
  );
});

/** A token in a line of text. */
export function TokenChip({ token }: { token: Pick<TimerToken, 'form' | 'mark' | 'number' | 'label'> }) {
  const identity = useIdentity(token.number);
  if (token.form === 'message') return <Chip number={token.number} size="small" label={token.label} />;
  const owned = token.number > 0 ? identity : {};
  return (
    <span className={css.tokenChip} data-look={token.form} role="img" aria-label={token.label} {...owned}>
      {token.mark}
    </span>
  );
}
