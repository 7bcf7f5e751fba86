import { Cells } from '../../charts/Cells.tsx';
import type { CellBlock } from '../../charts/cells.ts';
import { BlockerSign } from '../../charts/Signs.tsx';
import css from './stage.module.css';
import { IconButton } from '../../ui/Button.tsx';

const CELL = 9;
const HUE = 6;

function sample(part: Partial<Pick<CellBlock, 'cells' | 'unread' | 'coins'>>): CellBlock {
  const none = { d: [], f: [], b: [], s: [], x: [] };
  const block = { width: CELL, height: CELL, cell: CELL, per: 1, bar: null, coinBar: null };
  return { ...block, cells: none, unread: [], coins: [], ...part };
}

const AT = [{ x: 0, y: 0 }];
const cell = (state: 'd' | 'b' | 's' | 'x'): CellBlock =>
  sample({ cells: { d: [], f: [], b: [], s: [], x: [], [state]: AT } });
const coin = (kind: 'free' | 'spent' | 'owed' | 'future'): CellBlock =>
  sample({ coins: [{ kind, number: HUE, x: 0, y: 0 }] });

const ENTRIES: readonly [CellBlock, string][] = [
  [cell('d'), 'delivered, or failed (×)'],
  [cell('b'), 'being delivered'],
  [cell('s'), 'selectable'],
  [cell('x'), 'blocked: destination full'],
  [sample({ unread: AT }), 'unread, in the queue file'],
];
const COINS: readonly [CellBlock, string][] = [
  [coin('free'), 'earned, free to spend'],
  [coin('spent'), 'spent on that job'],
  [coin('owed'), 'spent in advance, still owed'],
  [coin('future'), 'can still be earned'],
];

interface KeyProps {
  /** Entries per delivery slot; below 2 no slots are earned and the second half is omitted. */
  cost: number;
  /** Opened by its button above the picture, not part of it. */
  floating: boolean;
  onDismiss: () => void;
}

/** The legend, visible until dismissed. */
export function Key({ cost, floating, onDismiss }: KeyProps) {
  return (
    <aside
      className={css.key}
      data-floating={floating || undefined}
      aria-label="Key to the picture"
      data-hue={HUE}
      data-gen={1}
    >
      <div>
        <h2 className="text-1 strong">Recipient entries</h2>
        <Lines of={ENTRIES} />
      </div>
      {cost >= 2 && (
        <div>
          <h2 className="text-1 strong">Delivery slots, one for {cost} entries</h2>
          <Lines of={COINS} />
          <p className="row gap-6">
            <BlockerSign label="" />
            blocker job, skipped
          </p>
        </div>
      )}
      <IconButton name="Hide the key" icon="close" className={css.keyClose} onClick={onDismiss} />
    </aside>
  );
}

function Lines({ of }: { of: typeof ENTRIES }) {
  return of.map(([block, text]) => (
    <p key={text} className="row gap-6">
      <Cells block={block} />
      {text}
    </p>
  ));
}
