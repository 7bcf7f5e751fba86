import { useState } from 'react';
import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectJobsInOrder } from '../../store/selectors.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useWhy } from './useWhy.ts';

/** Jobs that are offered by name; a list of thousands is asked by selecting a job on the stage. */
const OFFERED = 200;

/**
 * One job asked about: why does it not get the next delivery slot? The selected one, or the one chosen here; the first
 * rule that keeps it back, with its figures. A selected message that has left the list is asked about as a message.
 */
export function WhyNot() {
  const jobs = useApp(selectJobsInOrder);
  const transport = useView((view) => view.transport);
  const selected = useView((view) => view.selected);
  const paused = useSession((session) => !session.playing);
  const [asked, setAsked] = useState(0);
  const listed = (number: number): boolean => jobs.some((job) => job.number === number);
  const number = asked !== 0 && listed(asked) ? asked : selected;
  const sentences = useWhy(
    number === 0 ? null : listed(number) ? { about: 'job', transport, number } : { about: 'message', number },
  );
  if (jobs.length === 0 && selected === 0) return null;
  return (
    <div className="why-not">
      <label className="ask">
        <span>{number === 0 || listed(number) ? 'Why not job … next' : 'Where is message'}</span>
        <select
          id="why-not"
          className="pick mono"
          value={number === 0 ? '' : number}
          onChange={(event) => setAsked(Number(event.target.value))}
        >
          <option value="">choose</option>
          {number !== 0 && !listed(number) && <option value={number}>{number}</option>}
          {jobs.slice(0, OFFERED).map((job) => (
            <option key={job.id} value={job.number}>
              {job.number}
            </option>
          ))}
        </select>
      </label>
      {paused &&
        sentences?.map((tokens, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <p className="side-note" key={i}>
            <Sentence tokens={tokens} size="small" />
          </p>
        ))}
    </div>
  );
}
