import { formatSeconds } from '../../../explain/format.ts';
import { Chip } from '../../../charts/Chip.tsx';
import { RuntimeProvider, useApp } from '../../../store/hooks.ts';
import { selectDeliveries } from '../../../store/selectors.ts';
import { useBranchRuntime } from '../../../store/branch-runtime.ts';
import { useWords } from '../kit/useWords.ts';
import { StripPanel } from '../../../panels/strip/StripPanel.tsx';
import css from './first.module.css';
import type { Micros } from '../../../protocol/units.ts';

/** The run with preemption over the same one without: order and agents of both. */
export function PricePicture({ other }: { other: number }) {
  const withIt = useLast();
  const { price, strip } = useWords().first;
  return (
    <div className={css.firstPrice}>
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

/** The whole axis, in microseconds. */
const AXIS = 8_000_000;

/** How much sooner or later the last person has each message: filled with preemption, hollow without. */
function Spans({ withIt }: { withIt: ReadonlyMap<number, number> }) {
  const without = useLast();
  const { price } = useWords().first;
  const x = (at: Micros): number => (100 * Math.min(at, AXIS)) / AXIS;
  if (without.size < 2 || withIt.size < 2) return null;
  return (
    <section aria-label={price.last} className={css.firstSpans}>
      <h2>
        {price.last}{' '}
        <span className="dim">
          <i className={css.firstDot} /> {price.filled} <i className={css.firstDot} data-hollow />{' '}
          {price.hollow}
        </span>
      </h2>
      {MESSAGES.map(({ number, name }) => {
        const a = withIt.get(number) ?? 0;
        const b = without.get(number) ?? 0;
        const middle = (x(a) + x(b)) / 2;
        return (
          <div key={number} className={css.firstSpan}>
            <span>
              <Chip number={number} size="small" /> {price.names[name]}
            </span>
            <div className={css.firstLine}>
              <i
                className={css.firstBar}
                style={{ left: `${Math.min(x(a), x(b))}%`, width: `${Math.abs(x(a) - x(b))}%` }}
              />
              <i className={css.firstDot} style={{ left: `${x(a)}%` }} />
              <i className={css.firstDot} data-hollow style={{ left: `${x(b)}%` }} />
              <b style={{ left: `${Math.min(88, Math.max(12, middle))}%` }}>
                {price[a < b ? 'sooner' : 'later'](formatSeconds(Math.abs(b - a)))}
              </b>
            </div>
          </div>
        );
      })}
    </section>
  );
}

/** When the last person has it, in both runs. The small message's gain is the newsletter's loss only in part. */
export function PriceTable({ other }: { other: number }) {
  const withIt = useLast();
  return other > 0 ? (
    <Beside other={other}>
      <Table withIt={withIt} />
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

function Table({ withIt }: { withIt: ReadonlyMap<number, number> }) {
  const without = useLast();
  const { price } = useWords().first;
  const by = (number: number): number => (without.get(number) ?? 0) - (withIt.get(number) ?? 0);
  if (without.size < 2 || withIt.size < 2) return null;
  return (
    <>
      <table className={css.firstTable}>
        <thead>
          <tr>
            {price.columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MESSAGES.map(({ number, name }) => (
            <tr key={number}>
              <th scope="row">
                <Chip number={number} size="small" /> {price.names[name]}
              </th>
              <td className="mono">{formatSeconds(without.get(number) ?? 0)}</td>
              <td className="mono">
                <b>{formatSeconds(withIt.get(number) ?? 0)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {price.gains} <b>{formatSeconds(by(2))}</b>
        {price.loses} <b>{formatSeconds(-by(1))}</b>
        {price.earnedBy}
      </p>
    </>
  );
}

/** What is told: hundredths of a second. Differences are taken of what is told, so that a reader can check them. */
const TOLD = 10_000;

/** When the last delivery of each message ends, in microseconds, by its number. */
function useLast(): ReadonlyMap<number, number> {
  const deliveries = useApp(selectDeliveries);
  const last = new Map<number, number>();
  for (const { number, end } of deliveries)
    last.set(number, Math.max(last.get(number) ?? 0, Math.round(end / TOLD) * TOLD));
  return last;
}
