import './plot.css';

/** Shapes of a swatch as SVG path data, in a box of 14 by 12 units. */
const SHAPES = { area: 'M0 2h14v8h-14z', line: 'M0 6h14', tick: 'M7 1v10' } as const;

interface LegendItem {
  text: string;
  shape: keyof typeof SHAPES;
  className: string | undefined;
}

export function Legend({ label, items }: { label: string; items: readonly LegendItem[] }) {
  return (
    <ul className="plot-legend" aria-label={label}>
      {items.map(({ text, shape, className }) => (
        <li key={text}>
          <svg width="0.875rem" height="0.75rem" viewBox="0 0 14 12" aria-hidden="true">
            <path className={className} d={SHAPES[shape]} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
