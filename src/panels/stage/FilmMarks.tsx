import { useContext } from 'react';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import type { FilmFrame, Told } from './film.ts';
import type { StageLayout } from './stage-marks.ts';
import css from './stage.module.css';

interface AboveProps {
  frame: FilmFrame | null;
  told: Told | null;
  layout: StageLayout;
}

/** Width and height reserved for a sentence, in design pixels. */
const LABEL = { width: 230, height: 44 };

/** Draws above the picture: the marks of a film, or the words about a preemption. */
export function Above({ frame, told, layout }: AboveProps) {
  if (frame !== null) return <FilmMarks frame={frame} layout={layout} />;
  if (told === null) return null;
  const { place, words } = told;
  const { width, height, metrics } = layout;
  const x = Math.max(0, Math.min(place?.x ?? 0, width - LABEL.width * metrics.text));
  const y = Math.max(0, Math.min(place?.y ?? 0, height - LABEL.height * metrics.text));
  const style = place === null ? {} : { transform: `translate(${x}px,${y}px)` };
  return (
    <p className={css.stageTold} data-floats data-corner={place === null || undefined} style={style}>
      <b>{words[0]}</b> <span>{words[1]}</span>
    </p>
  );
}

/** Draws the price of a preemption, the coins in flight, and a sentence. */
function FilmMarks({ frame, layout }: { frame: FilmFrame; layout: StageLayout }) {
  const coloured = useContext(ColouredNumbers);
  const { price, coins, label } = frame;
  const { cell, text } = layout.metrics;
  const [first] = price?.rings ?? [];
  const last = price?.rings.at(-1);
  return (
    <>
      <svg className={css.filmMarks} width={layout.width} height={layout.height} aria-hidden="true">
        {first !== undefined && last !== undefined && (
          <rect
            className={css.price}
            x={first.x - 0.8 * cell}
            y={first.y - 0.62 * cell}
            width={last.x - first.x + 1.6 * cell}
            height={1.24 * cell}
            rx={0.62 * cell}
          />
        )}
        {price?.rings.map(({ x, y, size, paid }) => (
          <circle
            key={x}
            className={paid ? css.paidCoin : css.priceRing}
            {...(paid ? identityAttributes(price.number, coloured) : {})}
            cx={x}
            cy={y}
            r={size / 2}
          />
        ))}
        {coins.map(({ number, x, y, size, paid }) => (
          <circle
            key={`${x} ${y}`}
            className={`${css.flying} ${paid ? css.paidCoin : css.freeCoin}`}
            {...identityAttributes(number, coloured)}
            cx={x}
            cy={y}
            r={size / 2}
          />
        ))}
      </svg>
      {label !== null && (
        <p
          className={css.filmLabel}
          aria-hidden="true"
          style={{
            transform: `translate(${Math.min(label.x, layout.width - LABEL.width * text)}px,${label.y}px)`,
          }}
        >
          {label.text}
        </p>
      )}
    </>
  );
}
