import { useState } from 'react';
import { Cells } from '../../charts/Cells.tsx';
import type { CellBlock } from '../../charts/cells.ts';
import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import { BlockerSign } from '../../charts/Signs.tsx';
import { owedOf } from '../../charts/coins.ts';
import { useActions, useView } from '../../store/hooks.ts';
import { Icon } from '../../ui/Icon.tsx';
import { keyFits, type KeyLine, keyLines } from './key-lines.ts';
import type { StageLayout } from './stage-marks.ts';
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

/**
 * The key opens at the first visit, and when blocked entries or owed coins are on the stage for the first time, but
 * only where it covers nothing. Its button opens it at any time.
 */
export function KeyPlace({ input, layout }: { input: StageInput; layout: StageLayout }) {
  const actions = useActions();
  const hatched = input.jobs.some(({ counts }) => counts.x > 0);
  const owed = input.jobs.some((job) => owedOf(job) > 0);
  const wanted = useView(
    ({ annotations, keyDismissed, hatchSeen, debtSeen }) =>
      annotations && (!keyDismissed || (hatched && !hatchSeen) || (owed && !debtSeen)),
  );
  const [asked, setAsked] = useState(false);
  const open = asked || (wanted && keyFits(layout, input));
  const close = (): void => {
    setAsked(false);
    actions.look({
      keyDismissed: true,
      ...(hatched ? { hatchSeen: true } : {}),
      ...(owed ? { debtSeen: true } : {}),
    });
  };
  return (
    <>
      {open && <Key input={input} />}
      <button
        type="button"
        className={`${css.stageTool} ${css.keyButton}`}
        aria-expanded={open}
        onClick={() => (open ? close() : setAsked(true))}
      >
        <Icon name="queue" /> Key
      </button>
    </>
  );
}

/** Explains the marks that are on the stage, in the colours of their messages. */
function Key({ input }: { input: StageInput }) {
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
