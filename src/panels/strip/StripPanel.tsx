import { type RefObject, useMemo, useRef } from 'react';
import { type Size, useSize } from '../../charts/useSize.ts';
import type { DeliveryRow } from '../../protocol/rows.ts';
import { useApp, useView } from '../../store/hooks.ts';
import { selectDeliveries, selectJobsInOrder, selectTransport } from '../../store/selectors.ts';
import { formatCount } from '../../explain/format.ts';
import { strip } from '../../explain/strip.ts';
import { Term } from '../kit/Term.tsx';
import { AXIS_LEFT, LanesAtNow } from './Lanes.tsx';
import type { LanesLayout } from './lanes-layout.ts';
import css from './strip.module.css';
import { stripText } from './strip-layout.ts';
import { TileRow, useTurnsLayout } from './TurnTiles.tsx';
import { useStripPointer } from './useStripPointer.ts';
import { useTileMotion } from './useTileMotion.ts';
import { waitingOf, waitingWords } from './waited-turns.ts';

/** Height of a tile above the lanes, in design pixels. */
const TILE = 22;

interface StripPanelProps {
  lanesOnly?: boolean;
  of?: string;
  plain?: boolean;
  words?: StripWords;
}

type StripWords = typeof strip;

/**
 * Shows the order of turns by job, and the lanes of the delivering agents. Takes the height it needs. `lanesOnly`:
 * without tiles, as in a comparison; `of`: label of the side. `plain`: without counts of jobs, for readers who do not
 * know jobs yet. `words`: texts in the reader's language.
 */
export function StripPanel({ lanesOnly = false, of = '', plain = false, words = strip }: StripPanelProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const size = useSize(boxRef);
  const deliveries = useApp(selectDeliveries);
  const transport = useApp(selectTransport);
  const total = transport?.selections ?? 0;
  const hidden = Math.max(0, total - deliveries.length);
  return (
    <section
      className={css.stripPanel}
      translate="no"
      aria-label={`${lanesOnly ? words.agents : words.turns}${of}`}
    >
      {!lanesOnly && (
        <div className="row wrap baseline between gap-2">
          <h2 className="nowrap">
            <Term name="turn">{words.turns}</Term>{' '}
            <span className="dim">{words.soFar(formatCount(total))}</span>
            {hidden > 0 && <span className="dim">{words.lastShown(formatCount(deliveries.length))}</span>}
          </h2>
          {!plain && <WaitingLine deliveries={deliveries} truncated={hidden > 0} />}
        </div>
      )}
      <p className="sr-only">
        {words.byJob}: {stripText(deliveries)}
      </p>
      <div ref={boxRef} className={css.stripBox}>
        {size !== null && (
          <Strip
            deliveries={deliveries}
            size={size}
            truncated={hidden > 0}
            agentLimit={transport?.agentLimit ?? 0}
            box={boxRef}
            lanesOnly={lanesOnly}
            words={words}
          />
        )}
      </div>
    </section>
  );
}

function WaitingLine({ deliveries, truncated }: { deliveries: readonly DeliveryRow[]; truncated: boolean }) {
  const jobs = useApp(selectJobsInOrder);
  const selected = useView((view) => view.selected);
  const waiting = useMemo(
    () => waitingOf(deliveries, jobs, selected, truncated),
    [deliveries, jobs, selected, truncated],
  );
  return waiting !== null && <span className="text-1 sub">{waitingWords(waiting)}</span>;
}

interface StripProps {
  deliveries: readonly DeliveryRow[];
  size: Size;
  truncated: boolean;
  agentLimit: number;
  box: RefObject<HTMLElement | null>;
  lanesOnly: boolean;
  words: StripWords;
}

function Strip({ deliveries, size, truncated, agentLimit, box, lanesOnly, words }: StripProps) {
  const hovered = useView((view) => view.hovered);
  const selected = useView((view) => view.selected);
  const unit = size.rem / 16;
  const layout = useTurnsLayout(deliveries, size, words);
  const lanes = useRef<LanesLayout | null>(null);
  const { twin, pointer } = useStripPointer({ deliveries, pitch: layout.pitch, box, lanes });
  useTileMotion(box, deliveries.at(-1)?.id ?? 0);
  const lit = useMemo(() => ({ hovered, selected, twin }), [hovered, selected, twin]);
  return (
    <div className="stack gap-6" role="group" aria-label={words.group} {...pointer}>
      {!lanesOnly && <TileRow layout={layout} width={size.width} unit={unit} tile={TILE} lit={lit} />}
      <LanesAtNow
        input={{ deliveries, truncated, agentLimit, width: size.width - AXIS_LEFT * unit, unit }}
        layoutRef={lanes}
        lit={lit}
      />
    </div>
  );
}
