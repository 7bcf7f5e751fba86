import type { ThreadsRow } from '../../../protocol/threads-view.ts';
import ThreadsMiddle from '../../threads/ThreadsMiddle.tsx';
import { ThreadsWorld } from '../../threads/ThreadsWorld.tsx';

const side = (row: ThreadsRow) => <ThreadsWorld row={row} />;

export default function ThreadsAloneMiddle({ phone }: { phone: boolean }) {
  return <ThreadsMiddle phone={phone} side={side} none={null} />;
}
