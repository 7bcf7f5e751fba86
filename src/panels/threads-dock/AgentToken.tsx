import type { Micros } from '../../protocol/units.ts';
import { Chip } from '../../charts/Chip.tsx';
import type { ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { formatSpan } from '../../explain/figures.ts';
import './threads-dock.css';

interface AgentTokenProps {
  token: ThreadToken;
  row: ThreadsRow;
  /** On top of the stack: the next to be woken. */
  top?: boolean;
  detailed?: boolean;
}

/** An agent as a thread: an outlined box without a hue, and the message that it carries. Opens its inspector. */
export function AgentToken({ token, row, top = false, detailed = false }: AgentTokenProps) {
  const actions = useActions();
  const now = useSession((session) => session.cursor.at);
  const inspected = useView((view) => view.agent);
  // Agents of other transports wait for the same CPUs; only those of this group are looked at here.
  const own = token.owner > 0 && token.transport === row.source.transport;
  const wait = detailed ? waitText(token, now) : '';
  const label = [
    `thread ${token.name}`,
    token.owner > 0 ? `agent ${token.owner}` : '',
    token.background ? 'background' : '',
    token.number > 0 ? `message ${token.number}` : '',
    wait,
  ].filter(Boolean);
  return (
    <button
      type="button"
      className="agent-token"
      data-top={top || undefined}
      data-why={own && !token.background ? `thread:${row.name}:${token.owner}` : undefined}
      data-hit={(own && token.owner === inspected) || undefined}
      disabled={!own}
      aria-label={label.join(', ')}
      title={label.join(', ')}
      onClick={() => actions.inspectAgent(token.owner)}
    >
      <span className="mono">{token.name}</span>
      <Chip number={token.number} size="small" />
      {wait !== '' && <span className="agent-wait">{wait}</span>}
    </button>
  );
}

/** `connect, 28 s`: what it waits for, and for how long at most. */
function waitText({ waitsFor, phase, until }: ThreadToken, now: Micros): string {
  const what = waitsFor || phase;
  return until < 0 ? what : `${what}, ${formatSpan(Math.max(0, until - now))}`;
}
