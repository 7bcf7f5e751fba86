import { Fragment } from 'react';
import { Cells } from '../../../charts/Cells.tsx';
import type { CellBlock } from '../../../charts/cells.ts';
import { Chip } from '../../../charts/Chip.tsx';
import { type Inline, type MarkName, parseMarkup } from '../../lessons/markup.ts';
import { useWords } from '../kit/useWords.ts';
import { withUnits } from '../../../panels/kit/units.ts';
import css from './lesson.module.css';

const SIZE = 14;
/** Draws marks of no particular message in grey, because a hue identifies a message. */
const HUE = 0;

function sample(part: Partial<Pick<CellBlock, 'cells' | 'coins'>>): CellBlock {
  const none = { d: [], f: [], b: [], s: [], x: [] };
  const block = { width: SIZE, height: SIZE, cell: SIZE, per: 1, bar: null, coinBar: null };
  return { ...block, cells: none, unread: [], coins: [], ...part };
}

const AT = [{ x: 0, y: 0 }];
const cell = (state: 'd' | 'f' | 'b' | 's' | 'x'): CellBlock =>
  sample({ cells: { d: [], f: [], b: [], s: [], x: [], [state]: AT } });
const coin = (kind: 'free' | 'spent' | 'owed' | 'future'): CellBlock =>
  sample({ coins: [{ kind, number: HUE, x: 0, y: 0 }] });

const BLOCKS: Record<MarkName, CellBlock> = {
  coin: coin('free'),
  paid: coin('spent'),
  owed: coin('owed'),
  pip: coin('future'),
  waiting: cell('s'),
  busy: cell('b'),
  done: cell('d'),
  blocked: cell('x'),
  failed: cell('f'),
};

/** Shows a paragraph of a lesson: words, messages and marks of the stage. Text of a file only becomes text nodes. */
export function Markup({ text }: { text: string }) {
  const { marks } = useWords();
  return parseMarkup(text).map((piece, i) => (
    // React may use the index as key, because a paragraph is only replaced as a whole.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={i}>{drawn(piece, marks)}</Fragment>
  ));
}

function drawn(piece: Inline, names: Record<MarkName, string>): React.ReactNode {
  if ('text' in piece) return withUnits(piece.text);
  if ('strong' in piece) return <strong>{withUnits(piece.strong)}</strong>;
  if ('mono' in piece) return <code className="mono">{breakable(piece.mono)}</code>;
  if ('chip' in piece) return <Chip number={piece.chip} size="large" />;
  return (
    <span className={css.lessonMark} role="img" aria-label={names[piece.mark]} data-hue={HUE} data-gen={1}>
      <Cells block={BLOCKS[piece.mark]} />
    </span>
  );
}

/** Allows a line break in a parameter name only after an underscore. */
function breakable(text: string): React.ReactNode {
  return text.split(/(?<=_)/).map((part, i) => (
    // React may use the index as key, because the parts of a name never change.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
