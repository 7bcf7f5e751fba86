import { type CSSProperties, useCallback, useContext, useMemo, useRef } from 'react';
import { Canvas, useTheme } from '../../../charts/Canvas.tsx';
import { ColouredNumbers, identityAttributes, paintOf, shownIdentity } from '../../../charts/colours.ts';
import { useSize } from '../../../charts/useSize.ts';
import type { ReplayTurns } from '../../protocol/replay.ts';
import { useActions, useApp, useView } from '../../../store/hooks.ts';
import { useReplay } from '../../store/replay.ts';
import { selectDeliveries } from '../../../store/selectors.ts';
import { formatCount, formatSeconds } from '../../../explain/format.ts';
import { useLatest } from '../../../panels/kit/useLatest.ts';
import { nextDifference, type TurnsOf, turnsBefore, turnsOf, windowOf } from './turns-layout.ts';
import css from './replay.module.css';
import { Button } from '../../../ui/Button.tsx';

/** Width of a tile with its gap, in units, by the number of digits of the largest message number. */
const PITCHES = [22, 22, 22, 27, 33, 40, 46];
const LABEL = 72;
const OVERVIEW = 14;

/** Shows turns in two rows: the message delivered next in the log, and the one that the run's queue manager chose. */
export function ReplayStrip() {
  const { view, result } = useReplay();
  const transport = useView(({ transport: name }) => name);
  const turns = result?.turns ?? null;
  const shown = useMemo(
    () => (turns === null || view === null ? null : turnsOf(turns, transport, view.selectedBy)),
    [turns, view, transport],
  );
  const place = useLatest('record', (actions) => actions.ask('record'));
  if (view === null || turns === null || shown === null || shown.rows.length === 0) return null;
  if (place?.servers !== undefined)
    return (
      <section className={css.replayStrip} aria-label="Recorded and predicted">
        <p className="dim">This branch is a model of the record and is not compared with the log.</p>
      </section>
    );
  return <Strip turns={turns} shown={shown} transport={transport} />;
}

function Strip({ turns, shown, transport }: { turns: ReplayTurns; shown: TurnsOf; transport: string }) {
  const actions = useActions();
  const boxRef = useRef<HTMLDivElement>(null);
  const size = useSize(boxRef);
  const latest = useApp((state) => selectDeliveries(state).at(-1)?.id ?? 0);
  const { rows, differ, stated } = shown;
  const done = turnsBefore(shown, latest);
  const next = nextDifference(shown, done);
  const said =
    differ.length === 0
      ? 'no difference'
      : `${formatCount(differ.length)} ${stated ? 'differ' : 'differ from the guess'}`;
  return (
    <section className={`stack gap-2 ${css.replayStrip}`} aria-label="Recorded and predicted">
      <div className="row wrap baseline">
        <h2 className="grow">
          Recorded and predicted{' '}
          <span className="dim">
            {stated
              ? 'one tile for each delivery handed over, with the number of its message'
              : 'The log does not state the order. It is guessed from line time − d − c, and neighbours may be swapped.'}
          </span>
        </h2>
        <span className="text-1 sub">
          {said} in {formatCount(rows.length)} of {transport}
        </span>
        {next >= 0 && (
          <Button onClick={() => void actions.seek({ at: turns.at[rows[next] as number] ?? 0 })}>
            Next difference
          </Button>
        )}
      </div>
      <div ref={boxRef}>
        {size !== null && (
          <Rows turns={turns} shown={shown} done={done} width={size.width} unit={size.rem / 16} />
        )}
      </div>
    </section>
  );
}

interface RowsProps {
  turns: ReplayTurns;
  shown: TurnsOf;
  done: number;
  width: number;
  unit: number;
}

function Rows({ turns, shown, done, width, unit }: RowsProps) {
  const { rows } = shown;
  const left = LABEL * unit;
  const wide = Math.max(1, width - left);
  const most = useMemo(() => largest(turns, shown), [turns, shown]);
  const pitch = PITCHES[String(most).length] ?? 52;
  const count = Math.max(4, Math.floor(wide / (pitch * unit)));
  const part = windowOf(rows.length, done, count);
  const many = rows.length > count;
  return (
    <div style={{ '--pitch': `${pitch / 16}rem` } as CSSProperties}>
      {many && (
        <div className={css.replayRow}>
          <span className="dim">all {formatCount(rows.length)}</span>
          <Overview
            turns={turns}
            shown={shown}
            part={part}
            done={done}
            width={wide}
            height={OVERVIEW * unit}
          />
        </div>
      )}
      <TileRow
        name={shown.stated ? 'recorded' : 'guessed'}
        numbers={turns.recorded}
        {...{ turns, shown, done, part }}
      />
      <TileRow name="predicted" numbers={turns.predicted} marked {...{ turns, shown, done, part }} />
    </div>
  );
}

function largest({ recorded, predicted }: ReplayTurns, { rows }: TurnsOf): number {
  return rows.reduce((most, row) => Math.max(most, recorded[row] ?? 0, predicted[row] ?? 0), 0);
}

interface TileRowProps {
  name: string;
  numbers: Uint32Array;
  turns: ReplayTurns;
  shown: TurnsOf;
  done: number;
  part: { from: number; to: number };
  /** Puts `≠` below tiles that differ. */
  marked?: boolean;
}

function TileRow({ name, numbers, turns, shown, done, part, marked = false }: TileRowProps) {
  const actions = useActions();
  const coloured = useContext(ColouredNumbers);
  const tiles = Array.from(shown.rows.subarray(part.from, part.to));
  return (
    <div className={css.replayRow}>
      <span className="dim">{name}</span>
      <ol className={css.replayTiles} aria-label={`Turns, ${name}`}>
        {tiles.map((row, i) => {
          const number = numbers[row] ?? 0;
          const differs = turns.recorded[row] !== turns.predicted[row];
          const place = part.from + i;
          return (
            <li key={row} data-future={place >= done || undefined} data-differs={differs || undefined}>
              <button
                type="button"
                tabIndex={-1}
                className={`${css.replayTile} collar`}
                {...identityAttributes(number, coloured)}
                data-here={place === done - 1 || undefined}
                aria-label={tileWords(turns, row, number, differs)}
                data-tip={differs ? differenceWords(turns, row) : undefined}
                onClick={() => void actions.seek({ at: turns.at[row] ?? 0 })}
              >
                {number === 0 ? '–' : number}
              </button>
              {marked && differs && <span aria-hidden="true">≠</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function tileWords(turns: ReplayTurns, row: number, number: number, differs: boolean): string {
  const who = number === 0 ? 'no message' : `message ${number}`;
  return `${who} at ${formatSeconds(turns.at[row] ?? 0)}${differs ? `; ${differenceWords(turns, row)}` : ''}`;
}

function differenceWords(turns: ReplayTurns, row: number): string {
  const name = (number: number | undefined): string => (number === 0 ? 'no message' : `message ${number}`);
  const line = turns.line[row] ?? 0;
  return `recorded ${name(turns.recorded[row])}, predicted ${name(turns.predicted[row])}${line > 0 ? `, line ${line}` : ''}`;
}

interface OverviewProps extends Omit<RowsProps, 'unit'> {
  part: { from: number; to: number };
  height: number;
}

/** Draws all turns as two bands, differences as notches between the bands, and a frame around the turns shown as tiles. */
function Overview({ turns, shown, part, done, width, height }: OverviewProps) {
  const theme = useTheme();
  const coloured = useContext(ColouredNumbers);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      const { rows, differ } = shown;
      const each = width / rows.length;
      const band = (numbers: Uint32Array, top: number): void => {
        for (let i = 0; i < rows.length; ) {
          const number = numbers[rows[i] as number] ?? 0;
          let end = i + 1;
          // Bands narrower than a pixel are merged with the previous one.
          while (
            end < rows.length &&
            ((numbers[rows[end] as number] ?? 0) === number || (end - i) * each < 1)
          )
            end++;
          context.fillStyle = paintOf(shownIdentity(number, coloured), theme).fill;
          context.fillRect(i * each, top, Math.max(1, (end - i) * each), height / 2 - 1);
          i = end;
        }
      };
      band(turns.recorded, 0);
      band(turns.predicted, height / 2 + 1);
      context.fillStyle = theme === 'dark' ? '#ffffff' : '#16181d';
      for (const place of differ) context.fillRect(place * each, height / 2 - 2, Math.max(1, each), 4);
    },
    [turns, shown, width, height, theme, coloured],
  );
  const { rows } = shown;
  const share = (place: number): string => `${(place / rows.length) * 100}%`;
  return (
    <div className={css.replayOverview} style={{ height }}>
      <Canvas width={width} height={height} draw={draw} />
      <i className={css.replayPart} style={{ left: share(part.from), width: share(part.to - part.from) }} />
      <i className={css.replayNow} style={{ left: share(done) }} />
    </div>
  );
}
