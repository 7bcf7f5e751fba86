import { Frame, type Plot } from '../../../plot/Frame.tsx';
import { type Box, boxesPath, strokesPath } from '../../../plot/paths.ts';
import { type FindingPicture, PICTURE_BINS } from '../../protocol/record-questions.ts';
import css from './findings.module.css';

/** Size in units of 1/16 rem. */
const [WIDTH, HEIGHT] = [132, 78];
const MARGINS = { left: 5, right: 5, top: 6, bottom: 6 };
/** Share of the height that lies above the base line, if there are bars below the line. */
const ABOVE = 0.62;

/** A finding in a small picture, drawn from the figures of its record. It has no text. */
export function CardPicture({ picture }: { picture: FindingPicture }) {
  return (
    <Frame hidden width={WIDTH} height={HEIGHT} margins={MARGINS}>
      {(plot) => <Parts picture={picture} plot={plot} />}
    </Frame>
  );
}

interface PartsProps {
  picture: FindingPicture;
  plot: Plot;
}

function Parts({ picture, plot }: PartsProps) {
  const { pairs, dots, up, down } = picture;
  // Where nothing is delivered, there is nothing above the line: refusals are crosses on it.
  const isDown = up.length > 0 && up.every((count) => count === 0) && down.some((count) => count > 0);
  return (
    <>
      {isDown ? (
        <Crosses picture={picture} plot={plot} />
      ) : (
        up.length > 0 && <Bars picture={picture} plot={plot} />
      )}
      {pairs.length > 0 && <Pairs pairs={pairs} plot={plot} />}
      {dots.length > 0 && (
        <>
          <path className={css.pictureBase} d={`M${plot.left} ${plot.bottom}H${plot.right}`} />
          {dots.map(({ at, height }) => (
            <circle
              key={`${at} ${height}`}
              className={css.pictureDot}
              cx={plot.left + at * plot.width}
              cy={plot.bottom - 2 - height * (plot.height - 4)}
              r={1.8}
            />
          ))}
        </>
      )}
    </>
  );
}

function Bars({ picture: { up, down, shaded, limit, marks }, plot }: PartsProps) {
  const each = plot.width / PICTURE_BINS;
  const below = down.some((count) => count > 0);
  const base = below ? plot.top + plot.height * ABOVE : plot.bottom;
  const top = Math.max(1, limit, ...up);
  const room = base - plot.top;
  const boxes = (counts: readonly number[], highest: number, height: number, downwards: boolean): Box[] =>
    counts.flatMap((count, bin) => {
      const tall = (count / highest) * height;
      const y = downwards ? base + 1 : base - tall;
      return count === 0 ? [] : [{ x: plot.left + bin * each + 0.25, y, width: each - 0.5, height: tall }];
    });
  return (
    <>
      <path
        className={css.pictureShade}
        d={boxesPath(
          shaded.map((bin) => ({
            x: plot.left + bin * each,
            y: plot.top,
            width: each,
            height: plot.height,
          })),
        )}
      />
      <path className={css.pictureUp} d={boxesPath(boxes(up, top, room, false))} />
      <path
        className={css.pictureDown}
        d={boxesPath(boxes(down, Math.max(1, ...down), plot.bottom - base - 1, true))}
      />
      <path className={css.pictureBase} d={`M${plot.left} ${base}H${plot.right}`} />
      {limit > 0 && limit <= top && (
        <path className={css.pictureLimit} d={`M${plot.left} ${base - (limit / top) * room}H${plot.right}`} />
      )}
      <path
        className={css.pictureMark}
        d={strokesPath(
          marks.map((at) => ({ x: plot.left + at * plot.width, y: plot.top, length: plot.height })),
        )}
      />
    </>
  );
}

const CROSS = 3.5;

/** A cross for each time with refusals. */
function Crosses({ picture: { down }, plot }: PartsProps) {
  const each = plot.width / PICTURE_BINS;
  const y = plot.top + plot.height / 2;
  const path = down
    .map((count, bin) => {
      const x = plot.left + (bin + 0.5) * each;
      return count === 0
        ? ''
        : `M${x - CROSS} ${y - CROSS}L${x + CROSS} ${y + CROSS}M${x - CROSS} ${y + CROSS}L${x + CROSS} ${y - CROSS}`;
    })
    .join('');
  return (
    <>
      <path className={css.pictureBase} d={`M${plot.left} ${y}H${plot.right}`} />
      <path className={css.pictureMark} d={path} />
    </>
  );
}

/** A row for each recipient: a ring at its deferral and a dot at its next attempt. */
function Pairs({ pairs, plot }: { pairs: FindingPicture['pairs']; plot: Plot }) {
  const step = plot.height / Math.max(1, pairs.length);
  const r = Math.max(1.1, Math.min(2.4, step * 0.8));
  const x = (at: number): number => plot.left + r + at * (plot.width - 2 * r);
  return pairs.map(({ from, to }, i) => {
    const y = plot.top + (i + 0.5) * step;
    return (
      // Pairs are in order of time and never move.
      // oxlint-disable-next-line react/no-array-index-key
      <g key={i}>
        <path className={css.pictureBase} d={`M${x(from)} ${y}H${x(to)}`} />
        <circle className={css.pictureRing} cx={x(from)} cy={y} r={r} />
        <circle className={css.pictureDot} cx={x(to)} cy={y} r={r} />
      </g>
    );
  });
}
