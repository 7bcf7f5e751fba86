import { type Column, Table } from '../../../ui/Table.tsx';
import type { Answer, ClassAnswer, Doubt, PredictView, PredictedChange } from '../../protocol/predict.ts';
import { withChange } from './prediction-sentences.ts';
import { arrow, formatMeanCount, formatPredictedTime } from './prediction-words.ts';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { Breakable } from '../kit/parts.tsx';
import kit from '../kit/kit.module.css';
import css from './whatif.module.css';

interface RankingProps {
  view: PredictView;
  tried: readonly PredictedChange[];
  selected: PredictedChange | null;
}

/** Lists all changes with their effect on every class. It is not the kit's Table, because its head has two rows. */
export function Ranking({ view, tried, selected }: RankingProps) {
  return (
    <section className="stack" aria-label="Who wins, who loses">
      <h2>Who wins, who loses</h2>
      <p className="dim text-2">
        Time to delivery: median, 90th percentile, maximum. ▼ less, ▲ more than today. A range shows where the
        runs differ. Grey: the log cannot tell. Deferred: recipients at the first attempt. Per minute: most
        recipients delivered in one minute. Empty: time from the first arrival until the queue is empty.
      </p>
      <ScrollBox label="Every change, class by class" className={css.whatifScroll}>
        <table className={`table ${css.whatifRanking}`}>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Change
              </th>
              {view.names.map((name) => (
                <th key={name} className="strong" scope="colgroup" colSpan={3}>
                  <Breakable text={name} />
                </th>
              ))}
              {['deferred', 'per minute', 'empty'].map((name) => (
                <th key={name} className="numeric" scope="col" rowSpan={2}>
                  {name}
                </th>
              ))}
            </tr>
            <tr>
              {view.names.flatMap((name) =>
                ['median', '90 %', 'maximum'].map((head) => (
                  <th key={`${name} ${head}`} className="numeric" scope="col">
                    {head}
                  </th>
                )),
              )}
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

interface RowProps {
  name: string;
  view: PredictView;
  answer: Answer;
  current?: boolean;
}

function Row({ name, view: { names, today, verdict }, answer, current = false }: RowProps) {
  const { all, perMinute, empty } = answer;
  return (
    <tr aria-current={current || undefined} data-selected={current || undefined}>
      <th scope="row">
        <Breakable text={name} />
      </th>
      {answer.classes.map((one, i) => (
        <ClassCells
          key={names[i]}
          today={today.classes[i] ?? one}
          one={one}
          isToday={answer === today}
          level={verdict.classes[i]}
        />
      ))}
      <td className="numeric">
        {formatMeanCount(all.deferredFirst)} {arrow(today.all.deferredFirst, all.deferredFirst)}
      </td>
      <td className="numeric">{Math.round(perMinute)}</td>
      <td className="numeric">
        {formatPredictedTime(empty)} {arrow(today.empty, empty)}
      </td>
    </tr>
  );
}

interface ClassCellsProps {
  today: ClassAnswer;
  one: ClassAnswer;
  isToday: boolean;
  level: PredictView['verdict']['classes'][number] | undefined;
}

function ClassCells({ today, one, isToday, level }: ClassCellsProps) {
  if (level === 'small' || level === 'locked')
    return (
      <td className="dim" colSpan={3}>
        {level === 'small' ? 'too few recipients' : 'not explained by the model'}
      </td>
    );
  if (one.doubt !== null)
    return (
      <>
        <td className="numeric dim" title={one.doubt.reasons.join(' ')}>
          <Reach reach={one.doubt.between.total} />
        </td>
        {['90 %', 'maximum'].map((column) => (
          <td key={column} className="numeric dim" title="The log cannot tell">
            ?
          </td>
        ))}
      </>
    );
  return (['p50', 'p90', 'max'] as const).map((figure) => (
    <td key={figure} className="numeric">
      {isToday ? formatPredictedTime(one.total[figure]) : withChange(today, one, figure)}{' '}
      {arrow(today.total[figure], one.total[figure])}
    </td>
  ));
}

/** Shows a range in two lines, or one figure when both ends round to the same text. */
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

/** Says why the log cannot tell what a change does, and gives the possible range of each figure. */
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
    <div key={key} className={`stack gap-4 ${kit.sunk}`}>
      <b>Why the log cannot tell</b>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Table
        label="Possible ranges"
        scrolls
        columns={RANGE_COLUMNS}
        rows={classes}
        rowKey={({ name }) => name}
      />
      <p className="dim">
        If you know the servers better, correct them above under “Inferred from the log”. The model then
        computes again.
      </p>
    </div>
  ));
}

const RANGE_COLUMNS: readonly Column<DoubtRow>[] = [
  { name: 'Possible range', cell: ({ name }) => name },
  range('b median', ({ between: { b } }) => b.map(formatPredictedTime).join(' to ')),
  range('total median', ({ between: { total } }) => total.map(formatPredictedTime).join(' to ')),
  range('middle of its range', (_, { total }) => formatPredictedTime(total.p50)),
  range('deferred', ({ between: { deferred } }) => `${deferred.map((n) => n.toFixed(0)).join(' to ')} %`),
];

function range(name: string, text: (doubt: Doubt, figures: ClassAnswer) => string): Column<DoubtRow> {
  return { name, numeric: true, cell: ({ doubt, figures }) => text(doubt, figures) };
}
