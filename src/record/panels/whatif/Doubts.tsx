import type { ClassAnswer, PredictView, PredictedChange } from '../../protocol/predict.ts';
import { duration } from './words.ts';
import { ScrollBox } from '../../../panels/kit/ScrollBox.tsx';
import './whatif.css';

interface DoubtsProps {
  view: PredictView;
  tried: PredictedChange;
}

/** Why the log cannot tell what a change does, once for all classes with the same reasons, and between what each may lie. */
export function Doubts({ view, tried }: DoubtsProps) {
  const groups = new Map<string, { reasons: string[]; classes: { name: string; figures: ClassAnswer }[] }>();
  for (const [i, name] of view.names.entries()) {
    const figures = tried.answer.classes[i];
    if (figures === undefined || figures.doubt === null) continue;
    const { reasons } = figures.doubt;
    const group = groups.get(reasons.join(' ')) ?? { reasons, classes: [] };
    group.classes.push({ name, figures });
    groups.set(reasons.join(' '), group);
  }
  return [...groups].map(([key, { reasons, classes }]) => (
    <div key={key} className="whatif-doubt">
      <b>Why the log cannot tell</b>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <ScrollBox label="What may be" className="whatif-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">What may be</th>
              <th scope="col">b median</th>
              <th scope="col">total median</th>
              <th scope="col">its middle</th>
              <th scope="col">deferred</th>
            </tr>
          </thead>
          <tbody>
            {classes.map(({ name, figures }) => (
              <Row key={name} name={name} figures={figures} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="dim">
        If you know the servers better, correct them above, under “What was inferred”: then it is computed
        again.
      </p>
    </div>
  ));
}

function Row({ name, figures }: { name: string; figures: ClassAnswer }) {
  if (figures.doubt === null) return null;
  const { b, total, deferred } = figures.doubt.between;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {duration(b[0])} to {duration(b[1])}
      </td>
      <td>
        {duration(total[0])} to {duration(total[1])}
      </td>
      <td>{duration(figures.total.p50)}</td>
      <td>
        {deferred[0].toFixed(0)} to {deferred[1].toFixed(0)} %
      </td>
    </tr>
  );
}
