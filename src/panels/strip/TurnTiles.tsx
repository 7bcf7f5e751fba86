import { Fragment, type RefObject, useMemo } from 'react';
import type { Size } from '../../charts/useSize.ts';
import type { strip } from '../../explain/strip.ts';
import type { DeliveryRow } from '../../protocol/rows.ts';
import { useSession, useView } from '../../store/hooks.ts';
import type { Lit } from './lanes-layout.ts';
import { LABEL_LANES, type StripLayout, stripLayout } from './strip-layout.ts';
import { Tiles } from './Tiles.tsx';
import { useStripPointer } from './useStripPointer.ts';
import { useTileMotion } from './useTileMotion.ts';
import css from './strip.module.css';

const LABEL_LINE = 10;
/** Height of a tile where only turns are shown, in design pixels. */
const LARGE = 29;
const NO_LANES = { current: null };

interface TurnTilesProps {
  deliveries: readonly DeliveryRow[];
  size: Size;
  box: RefObject<HTMLElement | null>;
  words: typeof strip;
}

/** The turns without lanes of agents. */
export function TurnTiles({ deliveries, size, box, words }: TurnTilesProps) {
  const hovered = useView((view) => view.hovered);
  const selected = useView((view) => view.selected);
  const unit = size.rem / 16;
  const layout = useTurnsLayout(deliveries, size, words);
  const { twin, pointer } = useStripPointer({ deliveries, pitch: layout.pitch, box, lanes: NO_LANES });
  useTileMotion(box, deliveries.at(-1)?.id ?? 0);
  const lit = useMemo(() => ({ hovered, selected, twin }), [hovered, selected, twin]);
  return (
    <div role="group" aria-label={words.turns} {...pointer}>
      <TileRow layout={layout} width={size.width} unit={unit} tile={LARGE} lit={lit} />
    </div>
  );
}

/** Layout of the shown turns. A run that is over has no next turn. */
export function useTurnsLayout(
  deliveries: readonly DeliveryRow[],
  size: Size,
  words: typeof strip,
): StripLayout {
  const over = useSession((session) => session.idle);
  return useMemo(
    () => stripLayout(deliveries, size.width, size.rem / 16, { preempts: words.preempts, over }),
    [deliveries, size, words, over],
  );
}

interface TileRowProps {
  layout: StripLayout;
  width: number;
  unit: number;
  /** Height of a tile, in design pixels. */
  tile: number;
  lit: Lit;
}

/** Tiles, with the preemptions above them. */
export function TileRow({ layout, width, unit, tile, lit }: TileRowProps) {
  return (
    <div>
      <Preemptions marks={layout.preemptions} unit={unit} tile={tile} />
      <Tiles layout={layout} width={width} height={tile * unit} lit={lit} />
    </div>
  );
}

interface PreemptionsProps extends Pick<TileRowProps, 'unit' | 'tile'> {
  marks: StripLayout['preemptions'];
}

/** Lines above the tiles at preemptions, with labels that do not overlap. */
function Preemptions({ marks, unit, tile }: PreemptionsProps) {
  return (
    <div className={css.tiles} style={{ height: LABEL_LANES * LABEL_LINE * unit }}>
      {marks.map(({ id, x, lane, text, textX }) => {
        const up = lane * LABEL_LINE * unit;
        const height = up + (LABEL_LINE + tile) * unit;
        return (
          <Fragment key={id}>
            <i className={css.preemption} style={{ left: x - 1.25, height, bottom: -tile * unit }} />
            {text !== '' && (
              <span className={css.preemption} style={{ left: textX, bottom: up }}>
                {text}
              </span>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
