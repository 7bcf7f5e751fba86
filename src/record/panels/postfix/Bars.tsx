import css from './postfix.module.css';

interface BarRow {
  name: string;
  figure: string;
  /** Length of the bar, from 0 to 1. A row with length 0 is pale. */
  share: number;
}

/** Lists names and figures, each with a bar below. */
export function Bars({ rows }: { rows: readonly BarRow[] }) {
  return (
    <ul className="stack gap-6 text-2">
      {rows.map(({ name, figure, share }) => (
        <li key={name} className={share === 0 ? 'dim' : undefined}>
          <span className="row between start">
            <span className="breaks">{name}</span>
            <span className="mono nowrap">{figure}</span>
          </span>
          {share > 0 && <span className={css.bar} style={{ inlineSize: `${share * 100}%` }} />}
        </li>
      ))}
    </ul>
  );
}
