import { JUDGED, type JudgedCell } from './judged.ts';
import { ScrollBox } from '../kit/ScrollBox.tsx';
import './exact.css';

/** Predictions of the model beside what a real Postfix then did: `npm run predict -- --judge`, as recorded in judged.ts. */
export function Judged() {
  const shares = [false, true].map((failures) => {
    const own = JUDGED.filter((cell) => cell.failures === failures);
    const answered = own.filter(({ verdict }) => verdict !== 'a range');
    return {
      failures,
      within: answered.filter(({ verdict }) => verdict === 'within').length,
      of: answered.length,
      left: own.length - answered.length,
    };
  });
  return (
    <section className="exact-differences" aria-labelledby="exact-judged">
      <h2 id="exact-judged">
        Model, judged{' '}
        <span className="dim">
          {shares
            .map(
              ({ failures, within, of, left }) =>
                `${within} of ${of} ${failures ? 'with' : 'without'} failures${left === 0 ? '' : `, ${left} ranges`}`,
            )
            .join('; ')}
        </span>
      </h2>
      <p className="side-note">
        A log of one run goes in; the change is named; the answer stands before what a real Postfix 3.7
        measured with it (seconds; b at the first try). Within: the median of b by 8 % or 0.15 s, its 0.9
        quantile by 12 % or 0.3 s; with failures b and total time by 15 % or 0.3 s and 25 % or 0.5 s, deferred
        by 2 points. ± is how far runs of the same settings lie apart in reality. A range: the log cannot
        tell, and the page says so; its middle stands here.
      </p>
      <ScrollBox label="Predictions beside what was measured" className="exact-judged">
        <table>
          <thead>
            <tr>
              <th scope="col">Run and change</th>
              <th scope="col">Mail</th>
              <th scope="col">b median</th>
              <th scope="col">b 0.9</th>
              <th scope="col">total 0.9</th>
              <th scope="col">deferred at first, %</th>
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            {JUDGED.map((cell) => (
              <tr key={`${cell.pair} ${cell.class}`}>
                <th scope="row" className="mono">
                  {cell.pair}
                </th>
                <td>{cell.class}</td>
                <Figure cell={cell} of="b50" />
                <Figure cell={cell} of="b90" />
                <Figure cell={cell} of="total90" />
                <Figure cell={cell} of="deferred" />
                <td>{cell.verdict}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

/** Predicted | measured ± spread. */
function Figure({ cell, of }: { cell: JudgedCell; of: keyof JudgedCell['predicted'] }) {
  if (of === 'deferred' && !cell.failures) return <td className="dim">none</td>;
  const [was, is, spread] = [cell.predicted[of], cell.measured[of], cell.spread[of]];
  const text = (value: number): string => value.toFixed(of === 'deferred' ? 1 : value < 10 ? 2 : 1);
  return (
    <td className="mono">
      {text(was)} | {text(is)} <span className="dim">± {text(spread)}</span>
    </td>
  );
}
