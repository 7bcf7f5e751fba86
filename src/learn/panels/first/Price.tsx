import { formatSeconds } from '../../../explain/format.ts';
import { Chip } from '../../../charts/Chip.tsx';
import { Frame } from '../../../plot/Frame.tsx';
import { timeScale } from '../../../plot/scales.ts';
import { RuntimeProvider, useApp } from '../../../store/hooks.ts';
import { selectDeliveries } from '../../../store/selectors.ts';
import { useBranchRuntime } from '../../../store/branch-runtime.ts';
import { Table } from '../../../ui/Table.tsx';
import { useWords } from '../kit/useWords.ts';
import { StripPanel } from '../../../panels/strip/StripPanel.tsx';
import css from './first.module.css';
import type { Micros } from '../../../protocol/units.ts';

/** Instant at which each message was delivered, by message number. */
type EndTimes = ReadonlyMap<number, Micros>;

/**
 * Shows the run with preemption above the same run without preemption: the order of the messages and their agents in
 * both.
 */
export function PricePicture({ other }: { other: number }) {
  const withIt = useEnds();
  const { price, strip } = useWords().first;
  return (
    <div className={`stack gap-24 ${css.firstPrice}`}>
      <section aria-label={price.withLabel}>
        <h2>{price.withLabel}</h2>
        <StripPanel of={price.ofWith} plain words={strip} />
      </section>
      {other > 0 && (
        <Beside other={other}>
          <section aria-label={price.withoutLabel}>
            <h2>{price.without}</h2>
            <StripPanel of={price.ofWithout} plain words={strip} />
          </section>
          <Spans withIt={withIt} />
        </Beside>
      )}
    </div>
  );
}

const AXIS = { from: 0, to: 8_000_000 };
/** Height of a line of text over the axis, in units of 1/16 rem. */
const HEIGHT = 44;
const RADIUS = 6;
const MARGINS = { left: RADIUS + 1, right: RADIUS + 1, top: 0, bottom: RADIUS + 1 };
/** Half the width of the text "0.68 s sooner", in units of 1/16 rem. */
const WORDS = 44;

/** Draws how much sooner or later the last recipient gets each message. Filled = with preemption, hollow = without. */
function Spans({ withIt }: { withIt: EndTimes }) {
  const without = useEnds();
  const { price } = useWords().first;
  if (without.size < 2 || withIt.size < 2) return null;
  return (
    <section aria-label={price.last} className="stack gap-24">
      <h2>
        {price.last}{' '}
        <span className="dim text-2">
          <Dot /> {price.filled} <Dot hollow /> {price.hollow}
        </span>
      </h2>
      {MESSAGES.map(({ number, name }) => {
        const a = withIt.get(number) ?? 0;
        const b = without.get(number) ?? 0;
        const words = price[a < b ? 'sooner' : 'later'](formatSeconds(Math.abs(b - a)));
        return (
          <div key={number} className={css.firstSpan}>
            <span>
              <Chip number={number} size="small" /> {price.names[name]}
            </span>
            <Frame label={words} height={HEIGHT} margins={MARGINS}>
              {(plot) => {
                const x = timeScale(plot, AXIS);
                const middle = (x(a) + x(b)) / 2;
                return (
                  <>
                    <path className="plot-grid" d={`M${plot.left} ${plot.bottom}H${plot.right}`} />
                    <path className="plot-line" strokeWidth={4} d={`M${x(a)} ${plot.bottom}H${x(b)}`} />
                    <circle className={css.firstDot} cx={x(a)} cy={plot.bottom} r={RADIUS} />
                    <circle className={css.firstDot} data-hollow cx={x(b)} cy={plot.bottom} r={RADIUS} />
                    <text
                      x={Math.min(plot.right - WORDS, Math.max(plot.left + WORDS, middle))}
                      y={plot.bottom - 2 * RADIUS - 2}
                      textAnchor="middle"
                      fill="currentColor"
                      fontSize={13}
                      fontWeight={700}
                    >
                      {words}
                    </text>
                  </>
                );
              }}
            </Frame>
          </div>
        );
      })}
    </section>
  );
}

function Dot({ hollow = false }: { hollow?: boolean }) {
  return (
    <svg width="0.875rem" height="0.75rem" viewBox="0 0 14 12" aria-hidden="true">
      <circle className={css.firstDot} data-hollow={hollow || undefined} cx="7" cy="6" r="5" />
    </svg>
  );
}

/** Lists when the last recipient gets each message in both runs, and the difference for each message. */
export function PriceTable({ other }: { other: number }) {
  const withIt = useEnds();
  return other > 0 ? (
    <Beside other={other}>
      <Ends withIt={withIt} />
    </Beside>
  ) : null;
}

function Beside({ other, children }: { other: number; children: React.ReactNode }) {
  return <RuntimeProvider runtime={useBranchRuntime(other)}>{children}</RuntimeProvider>;
}

const MESSAGES = [
  { number: 2, name: 'small' },
  { number: 1, name: 'newsletter' },
] as const;

function Ends({ withIt }: { withIt: EndTimes }) {
  const without = useEnds();
  const { price } = useWords().first;
  const by = (number: number): number => (without.get(number) ?? 0) - (withIt.get(number) ?? 0);
  const [message = '', ...runs] = price.columns;
  if (without.size < 2 || withIt.size < 2) return null;
  return (
    <>
      <Table
        label={price.last}
        columns={[
          {
            name: message,
            cell: ({ number, name }) => (
              <>
                <Chip number={number} size="small" /> {price.names[name]}
              </>
            ),
          },
          ...[without, withIt].map((ends, i) => ({
            name: runs[i] ?? '',
            numeric: true,
            className: 'mono',
            cell: ({ number }: { number: number }) => {
              const seconds = formatSeconds(ends.get(number) ?? 0);
              return i === 0 ? seconds : <b>{seconds}</b>;
            },
          })),
        ]}
        rows={MESSAGES}
        rowKey={({ number }) => number}
      />
      <p>
        {price.gains} <b>{formatSeconds(by(2))}</b>
        {price.loses} <b>{formatSeconds(-by(1))}</b>
        {price.earnedBy}
      </p>
    </>
  );
}

/** Rounds instants to hundredths of a second, as shown, so that a reader can check the differences. */
const ROUNDED_TO: Micros = 10_000;

function useEnds(): EndTimes {
  const deliveries = useApp(selectDeliveries);
  const last = new Map<number, Micros>();
  for (const { number, end } of deliveries)
    last.set(number, Math.max(last.get(number) ?? 0, Math.round(end / ROUNDED_TO) * ROUNDED_TO));
  return last;
}
