import type { Answer, PredictView, Tried } from '../../protocol/predict.ts';
import { arrow, counted, duration } from './words.ts';
import { SlopeBreaks } from './SlopeBreaks.tsx';
import './whatif.css';

interface RankingProps {
  view: PredictView;
  tried: readonly Tried[];
  selected: Tried | null;
}

/** Who wins, who loses: every change in one table, so that its price is seen. */
export function Ranking({ view, tried, selected }: RankingProps) {
  return (
    <section aria-label="Who wins, who loses">
      <h2>
        Who wins, who loses{' '}
        <span className="dim">
          medians of the runs; ▼ less, ▲ more than today; from … to: the log cannot tell; most a minute:
          recipients whose mail was there within one minute
        </span>
      </h2>
      <div className="whatif-scroll">
        <table className="whatif-ranking">
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Change
              </th>
              {view.names.map((name) => (
                <th key={name} scope="colgroup" colSpan={2}>
                  <SlopeBreaks text={name} />
                </th>
              ))}
              <th scope="col" rowSpan={2}>
                deferred
              </th>
              <th scope="col" rowSpan={2}>
                most a minute
              </th>
              <th scope="col" rowSpan={2}>
                nothing left
              </th>
            </tr>
            <tr>
              {view.names.flatMap((name) => [
                <th key={`${name} b`} scope="col">
                  b median
                </th>,
                <th key={`${name} total`} scope="col">
                  total 0.9
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            <Row name="Today" view={view} answer={view.today} />
            {tried.map((one) => (
              <Row
                key={one.title}
                name={one.title}
                view={view}
                answer={one.answer}
                current={one === selected}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({
  name,
  view,
  answer,
  current,
}: {
  name: string;
  view: PredictView;
  answer: Answer;
  current?: boolean;
}) {
  return (
    <tr aria-current={current === true ? 'true' : undefined}>
      <th scope="row">{name}</th>
      {answer.classes.map((one, i) => {
        const before = view.today.classes[i] ?? one;
        if (one.doubt !== null) {
          const { b, total } = one.doubt.between;
          return [
            <td key={`${view.names[i]} b`} className="dim" title={one.doubt.reasons.join(' ')}>
              <Reach reach={b} />
            </td>,
            <td key={`${view.names[i]} total`} className="dim" title="The log cannot tell">
              of half: <Reach reach={total} />
            </td>,
          ];
        }
        return [
          <td key={`${view.names[i]} b`}>
            {duration(one.b.p50)} {arrow(before.b.p50, one.b.p50)}
          </td>,
          <td key={`${view.names[i]} total`}>
            {duration(one.total.p90)} {arrow(before.total.p90, one.total.p90)}
          </td>,
        ];
      })}
      <td>
        {counted(answer.all.deferredFirst)} {arrow(view.today.all.deferredFirst, answer.all.deferredFirst)}
      </td>
      <td>{Math.round(answer.perMinute)}</td>
      <td>
        {duration(answer.empty)} {arrow(view.today.empty, answer.empty)}
      </td>
    </tr>
  );
}

/** Between what a figure may lie, in two lines; what reads alike is said once. */
function Reach({ reach: [low, high] }: { reach: readonly [number, number] }) {
  const [from, to] = [duration(low), duration(high)];
  if (from === to) return from;
  return (
    <>
      {from} to
      <br />
      {to}
    </>
  );
}
