import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import type { ThreadToken } from '../../protocol/threads-view.ts';
import { useSession } from '../../store/hooks.ts';
import { useGroup } from '../kinds/groups.ts';
import { heldKey, threadKey, transportOf } from './flow-tokens.ts';
import { itemNumber } from './lanes-layout.ts';
import { useFocus } from './useThreads.ts';
import css from './threads.module.css';

interface ThreadTagProps {
  thread: Pick<ThreadToken, 'id' | 'name' | 'owner' | 'transport' | 'background'>;
  /** True for the thread on top of the stack of waiters. */
  top?: boolean;
}

/** A thread: its name in an outlined box. It has no hue. */
export function ThreadTag({ thread, top = false }: ThreadTagProps) {
  const focus = useFocus();
  const transport = useSession((session) => transportOf(session.threads, thread));
  const group = useSession((session) => session.threads?.name);
  const whyKey = useGroup().whyKey(thread, { group, transport });
  const lit = focus.hovered === thread.id || focus.selected === thread.id;
  return (
    <button
      type="button"
      className={`${css.threadTag} mono`}
      data-flow={threadKey(thread.id)}
      data-top={top || undefined}
      data-why={whyKey}
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

interface ItemChipProps {
  item: string;
  number: number;
  /** Key of the item's token in the flow, by which the animation finds it. */
  flow?: string;
}

/** The thing that a thread works on: the chip of a message, or the name of an event in the event's colour. */
export function ItemChip({ item, number, flow }: ItemChipProps) {
  const identity = useIdentity(itemNumber(item));
  if (number > 0)
    return (
      <span className="row" data-flow={flow}>
        <Chip number={number} />
      </span>
    );
  if (item === '') return null;
  return (
    <span className={`${css.itemChip} mono`} data-flow={flow} {...identity}>
      {item}
    </span>
  );
}

export function Carrying({ thread, top = false }: { thread: ThreadToken; top?: boolean }) {
  return (
    <span className="row wrap gap-6 text-1">
      <ThreadTag thread={thread} top={top} />
      <ItemChip item={thread.item} number={thread.number} flow={heldKey(thread)} />
    </span>
  );
}
