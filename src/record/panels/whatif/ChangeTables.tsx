import { type Column, Table } from '../../../ui/Table.tsx';
import type { Answer, ClassAnswer, Doubt, PredictView, PredictedChange } from '../../protocol/predict.ts';
import { withChange } from './prediction-sentences.ts';
import { arrow, formatMeanCount, formatPredictedTime } from './prediction-words.ts';
import { SlopeBreaks } from './SlopeBreaks.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import css from './whatif.module.css';

interface RankingProps {
  view: PredictView;
  tried: readonly PredictedChange[];
  selected: PredictedChange | null;
}

/** Who wins, who loses: every change in one table, so that its price is seen. */
export function Ranking({ view, tried, selected }: RankingProps) {
  return (
    <section aria-label="Who wins, who loses">
      <h2>
        Who wins, who loses{' '}
        <span className="dim">
          until mail is there: half is there after the first figure, a tenth takes longer than the second, the
          last is there after the third. ▼ less, ▲ more than today. Medians of the runs, or lowest to highest
          where these differ much; grey: the log cannot tell. Deferred: at the first try. Most a minute:
          recipients whose mail was there within one minute. Nothing left: after how long, from the first
          arrival, no mail was in the queue any more.
        </span>
      </h2>
      <ScrollBox label="Every change, class by class" className={css.whatifScroll}>
        <table className={css.whatifRanking}>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Change
              </th>
              {view.names.map((name) => (
                <th key={name} scope="colgroup" colSpan={3}>
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
                <th key={`${name} half`} scope="col">
                  half
                </th>,
                <th key={`${name} tenth`} scope="col">
                  a tenth over
                </th>,
                <th key={`${name} last`} scope="col">
                  last
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
      </ScrollBox>
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
      <th scope="row">
        <SlopeBreaks text={name} />
      </th>
      {answer.classes.map((one, i) => {
        const before = view.today.classes[i] ?? one;
        if (one.doubt !== null)
          return [
            <td key={`${view.names[i]} half`} className="dim" title={one.doubt.reasons.join(' ')}>
              <Reach reach={one.doubt.between.total} />
            </td>,
            ...['tenth', 'last'].map((column) => (
              <td key={`${view.names[i]} ${column}`} className="dim" title="The log cannot tell">
                ?
              </td>
            )),
          ];
        return (['p50', 'p90', 'max'] as const).map((figure) => (
          <td key={`${view.names[i]} ${figure}`}>
            {answer === view.today ? formatPredictedTime(one.total[figure]) : withChange(before, one, figure)}{' '}
            {arrow(before.total[figure], one.total[figure])}
          </td>
        ));
      })}
      <td>
        {formatMeanCount(answer.all.deferredFirst)}{' '}
        {arrow(view.today.all.deferredFirst, answer.all.deferredFirst)}
      </td>
      <td>{Math.round(answer.perMinute)}</td>
      <td>
        {formatPredictedTime(answer.empty)} {arrow(view.today.empty, answer.empty)}
      </td>
    </tr>
  );
}

/** Between what a figure may lie, in two lines; what reads alike is said once. */
function Reach({ reach: [low, high] }: { reach: readonly [number, number] }) {
  const [from, to] = [formatPredictedTime(low), formatPredictedTime(high)];
  if (from === to) return from;
  return (
    <>
      {from} to
      <br />
      {to}
    </>
  );
}

interface DoubtsProps {
  view: PredictView;
  tried: PredictedChange;
}

interface DoubtRow {
  name: string;
  figures: ClassAnswer;
  doubt: Doubt;
}

/** Why the log cannot tell what a change does: the reasons, each with its classes and the ranges of their figures. */
export function Doubts({ view, tried }: DoubtsProps) {
  const groups = new Map<string, { reasons: string[]; classes: DoubtRow[] }>();
  for (const [i, name] of view.names.entries()) {
    const figures = tried.answer.classes[i];
    if (figures === undefined || figures.doubt === null) continue;
    const { reasons } = figures.doubt;
    const group = groups.get(reasons.join(' ')) ?? { reasons, classes: [] };
    group.classes.push({ name, figures, doubt: figures.doubt });
    groups.set(reasons.join(' '), group);
  }
  return [...groups].map(([key, { reasons, classes }]) => (
    <div key={key} className={css.whatifDoubt}>
      <b>Why the log cannot tell</b>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Table
        label="What may be"
        scrolls={css.whatifScroll}
        columns={RANGE_COLUMNS}
        rows={classes}
        rowKey={({ name }) => name}
      />
      <p className="dim">
        If you know the servers better, correct them above, under “What was inferred”: then it is computed
        again.
      </p>
    </div>
  ));
}

/** Between what the figures of a class may lie. */
const RANGE_COLUMNS: readonly Column<DoubtRow>[] = [
  { name: 'What may be', cell: ({ name }) => name },
  range('b median', ({ between: { b } }) => b.map(formatPredictedTime).join(' to ')),
  range('total median', ({ between: { total } }) => total.map(formatPredictedTime).join(' to ')),
  range('its middle', (_, { total }) => formatPredictedTime(total.p50)),
  range('deferred', ({ between: { deferred } }) => `${deferred.map((n) => n.toFixed(0)).join(' to ')} %`),
];

function range(name: string, text: (doubt: Doubt, figures: ClassAnswer) => string): Column<DoubtRow> {
  return { name, numeric: true, cell: ({ doubt, figures }) => text(doubt, figures) };
}
