import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import type { ThreadToken } from '../../protocol/threads-view.ts';
import { useSession } from '../../store/hooks.ts';
import { itemNumber } from './lanes-layout.ts';
import { useFocus } from './useThreads.ts';

interface ThreadTagProps {
  thread: Pick<ThreadToken, 'id' | 'name' | 'owner' | 'transport' | 'background'>;
  /** Top of the stack. */
  top?: boolean;
  /** It has just left. */
  gone?: boolean;
}

/** A thread, everywhere: its name in an outlined box. It has no hue of its own. */
export function ThreadTag({ thread, top = false, gone = false }: ThreadTagProps) {
  const focus = useFocus();
  const transport = useSession((session) => session.transports.get(thread.transport)?.name);
  const agent = thread.background ? 0 : thread.owner;
  const lit = focus.hovered === thread.id || focus.selected === thread.id;
  return (
    <button
      type="button"
      className="thread-tag mono"
      data-top={top || undefined}
      data-gone={gone || undefined}
      data-why={agent > 0 && transport !== undefined ? `thread:${transport}:${agent}` : undefined}
      data-lit={lit || undefined}
      aria-pressed={focus.selected === thread.id}
      onClick={() => focus.select(thread.id)}
      onPointerEnter={() => focus.hover(thread.id)}
      onPointerLeave={() => focus.hover(0)}
    >
      {thread.name}
    </button>
  );
}

/** What a thread works on: the message's chip, or the name of the event in its colour. */
export function ItemChip({ item, number }: { item: string; number: number }) {
  const identity = useIdentity(itemNumber(item));
  if (number > 0) return <Chip number={number} />;
  if (item === '') return null;
  return (
    <span className="item-chip mono" {...identity}>
      {item}
    </span>
  );
}

/** Thread and what it carries. */
export function Carrying({ thread, top = false }: { thread: ThreadToken; top?: boolean }) {
  return (
    <span className="carrying">
      <ThreadTag thread={thread} top={top} />
      <ItemChip item={thread.item} number={thread.number} />
    </span>
  );
}
