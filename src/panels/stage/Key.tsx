import { Cells } from '../../charts/Cells.tsx';
import type { CellBlock } from '../../charts/cells.ts';
import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import { BlockerSign } from '../../charts/Signs.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { type KeyLine, keyLines } from './key-lines.ts';
import type { StageInput } from './input.ts';
import css from './stage.module.css';

const CELL = 14;

function sample(part: Partial<Pick<CellBlock, 'cells' | 'unread' | 'coins'>>): CellBlock {
  const none = { d: [], f: [], b: [], s: [], x: [] };
  const block = { width: CELL, height: CELL, cell: CELL, per: 1, bar: null, coinBar: null };
  return { ...block, cells: none, unread: [], coins: [], ...part };
}

const AT = [{ x: 0, y: 0 }];

function markOf({ mark, paidFor = 0 }: KeyLine): CellBlock {
  switch (mark) {
    case 'unread':
      return sample({ unread: AT });
    case 'free':
    case 'spent':
    case 'owed':
    case 'future':
      return sample({ coins: [{ kind: mark, number: paidFor, x: 0, y: 0 }] });
    default:
      return sample({ cells: { d: [], f: [], b: [], s: [], x: [], [mark]: AT } });
  }
}

/** Explains the marks that are on the stage, in the colours of their messages. */
export function Key({ input, onDismiss }: { input: StageInput; onDismiss: () => void }) {
  const { job, entries, coins, blockers } = keyLines(input);
  return (
    <aside className={css.key} aria-label="Key to the picture">
      <div>
        <h2 className="row gap-6 text-2 strong">
          Entries of <Chip number={job.number} size="small" />
        </h2>
        <Lines of={entries} />
        {blockers && (
          <p className="row gap-10">
            <BlockerSign label="" />
            skipped: its destinations are full
          </p>
        )}
      </div>
      {coins.length > 0 && (
        <div>
          <h2 className="row gap-6 text-2 strong">
            Coins of <Chip number={job.number} size="small" />
            <span className="dim">one for {job.cost} entries</span>
          </h2>
          <Lines of={coins} />
        </div>
      )}
      <IconButton name="Hide the key" icon="close" className={css.keyClose} onClick={onDismiss} />
    </aside>
  );
}

function Lines({ of }: { of: readonly KeyLine[] }) {
  return of.map((line) => <Line key={`${line.mark}${line.paidFor}`} line={line} />);
}

function Line({ line }: { line: KeyLine }) {
  return (
    <p className="row gap-10" {...useIdentity(line.number)}>
      <Cells block={markOf(line)} />
      {line.text}
      {line.paidFor !== undefined && <Chip number={line.paidFor} size="small" />}
    </p>
  );
}
