import { memo, useContext } from 'react';
import type { CellBlock, CoinPlace } from './cells.ts';
import { ColouredNumbers, identityAttributes } from './colours.ts';
import { crosses, discs, hatch, slashes, squares } from './textures.ts';

/** Entries and coins of one job. The colour of the entries comes from the nearest ancestor with identity attributes. */
export const Cells = memo(function Cells({ block }: { block: CellBlock }) {
  return (
    <svg
      className="cells"
      width={block.width}
      height={block.height}
      viewBox={`0 0 ${block.width} ${block.height}`}
      aria-hidden="true"
    >
      {block.coinBar === null ? <Coins coins={block.coins} size={block.cell} /> : <CoinBar block={block} />}
      {block.bar === null ? <Entries block={block} /> : <EntryBar block={block} />}
    </svg>
  );
});

function Entries({ block: { cells, cell, unread } }: { block: CellBlock }) {
  const radius = Math.min(2.5, cell / 4);
  const dot = Math.max(2, cell * 0.36);
  const open = cell < 7 ? 1.25 : 1.5;
  return (
    <>
      {cells.d.length > 0 && <path className="cell-done" d={squares(cells.d, cell, 0.5, radius)} />}
      {cells.f.length > 0 && (
        <>
          <path className="cell-done" d={squares(cells.f, cell, 0.5, radius)} />
          <path className="cell-cross" d={crosses(cells.f, cell, cell * 0.3)} />
        </>
      )}
      {cells.b.length > 0 && (
        <>
          <path className="cell-busy" d={squares(cells.b, cell, 0.5, radius)} />
          <path className="cell-busy-dot" d={discs(cells.b, cell, dot)} />
        </>
      )}
      {cells.s.length > 0 && (
        <path className="cell-open" strokeWidth={open} d={squares(cells.s, cell, open / 2, radius)} />
      )}
      {cells.x.length > 0 && (
        <>
          <path className="cell-blocked" d={squares(cells.x, cell, 0.5, radius)} />
          <path
            className="cell-hatch"
            d={hatch(
              cells.x.map(({ x, y }) => ({ x: x + 1, y: y + 1, width: cell - 2, height: cell - 2 })),
              Math.max(2.6, cell * 0.38),
            )}
          />
        </>
      )}
      {unread.length > 0 && (
        <path className="cell-unread" d={discs(unread, cell, Math.max(2, cell * 0.31))} />
      )}
    </>
  );
}

function Coins({ coins, size }: { coins: readonly CoinPlace[]; size: number }) {
  const coloured = useContext(ColouredNumbers);
  const groups = new Map<string, CoinPlace[]>();
  for (const coin of coins) {
    const key = `${coin.kind}${coin.number}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [coin]);
    else group.push(coin);
  }
  const ring = size < 7 ? 1.1 : 1.4;
  return [...groups].map(([key, group]) => {
    const { kind, number } = group[0] as CoinPlace;
    if (kind === 'free') return <path key={key} className="coin-free" d={discs(group, size, size)} />;
    if (kind === 'future')
      return <path key={key} className="coin-future" d={discs(group, size, Math.max(2.5, size * 0.34))} />;
    const identity = identityAttributes(number, coloured);
    if (kind === 'spent')
      return <path key={key} className="coin-spent" {...identity} d={discs(group, size, size - 1)} />;
    return (
      <path
        key={key}
        className="coin-owed"
        strokeWidth={ring}
        {...identity}
        d={discs(group, size, size - ring) + slashes(group, size, ring)}
      />
    );
  });
}

const BAR_CLASS = {
  d: 'cell-done',
  f: 'cell-done',
  b: 'cell-busy',
  s: 'cell-open',
  x: 'cell-blocked',
} as const;

function EntryBar({ block }: { block: CellBlock }) {
  const bar = block.bar;
  if (bar === null) return null;
  return bar.parts.map(({ state, x, width }) => {
    const rect = { x: x + 0.5, y: bar.y + 0.5, width: Math.max(1, width - 1.5), height: bar.height - 1 };
    return (
      <g key={state}>
        <rect className={BAR_CLASS[state]} {...rect} rx={1.5} />
        {state === 'x' && <path className="cell-hatch" d={hatch([rect], 4)} />}
        {state === 'f' && width > bar.height && (
          <path
            className="cell-cross"
            d={crosses([{ x: x + (width - bar.height) / 2, y: bar.y }], bar.height, bar.height / 3)}
          />
        )}
      </g>
    );
  });
}

function CoinBar({ block }: { block: CellBlock }) {
  const coloured = useContext(ColouredNumbers);
  const bar = block.coinBar;
  if (bar === null) return null;
  return bar.parts.map((part) => {
    const rect = {
      x: part.x,
      y: bar.y,
      width: Math.max(1, part.width - 1),
      height: bar.height,
      rx: bar.height / 2,
    };
    const key = `${part.kind}${part.number}-${part.x}`;
    if (part.kind === 'free') return <rect key={key} className="coin-free" {...rect} />;
    if (part.kind === 'future')
      return (
        <rect
          key={key}
          className="coin-future"
          {...rect}
          y={bar.y + bar.height / 2 - 0.75}
          height={1.5}
          rx={0.75}
        />
      );
    const identity = identityAttributes(part.number, coloured);
    if (part.kind === 'spent') return <rect key={key} className="coin-spent" {...identity} {...rect} />;
    return (
      <g key={key} {...identity}>
        <rect
          className="coin-owed"
          strokeWidth={1}
          {...rect}
          x={rect.x + 0.5}
          width={Math.max(0.5, rect.width - 1)}
        />
        <path className="coin-owed" strokeWidth={1} d={hatch([rect], 4)} />
      </g>
    );
  });
}
