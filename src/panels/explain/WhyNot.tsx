import { useEffect, useRef } from 'react';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { selectJobsInOrder } from '../../store/selectors.ts';
import { useWhy } from './useWhy.ts';
import { WhyAnswer } from './WhyAnswer.tsx';
import { questionOf } from './why-key.ts';
import { questionsOf } from './why-questions.ts';
import './explain.css';

/**
 * Anything asked about: why does a job not get the next delivery slot, an entry not go, a destination take nothing, a timer
 * not run? The selected message, or what is chosen here; the first rule that keeps it back, with its figures.
 */
export function WhyNot() {
  const jobs = useApp(selectJobsInOrder);
  const transport = useView((view) => view.transport);
  const selected = useView((view) => view.selected);
  const groups = useQuestions();
  const actions = useActions();
  const asked = useView((view) => view.asked);
  const listed = (number: number): boolean => jobs.some((job) => job.number === number);
  const known = groups.some(({ options }) => options.some(({ key }) => key === asked));
  const standing =
    selected === 0 ? '' : listed(selected) ? `job:${transport}:${selected}` : `message:${selected}`;
  const chosen = known ? asked : standing;
  const answer = useWhy(questionOf(chosen));
  const answered = answer !== null;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Asked from a mark elsewhere, the answer comes below the select that has the focus: often below the fold.
    const asking = answered && ref.current?.contains(document.activeElement);
    if (asking) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [answered, chosen]);
  if (groups.every(({ options }) => options.length === 0)) return null;
  return (
    <div className="why-not" ref={ref}>
      <label className="ask">
        <span>{chosen.startsWith('message:') ? 'Where is message' : 'Why not now'}</span>
        <select
          id="why-not"
          className="pick mono"
          value={chosen}
          onFocus={() => ref.current?.scrollIntoView({ block: 'nearest' })}
          onChange={(event) => actions.askAbout(event.target.value, '')}
        >
          <option value="">choose</option>
          {standing.startsWith('message:') && <option value={standing}>message {selected}</option>}
          {groups.map(
            ({ text, options }) =>
              options.length > 0 && (
                <optgroup key={text} label={text}>
                  {options.map((option) => (
                    <option key={option.key} value={option.key}>
                      {option.text}
                    </option>
                  ))}
                </optgroup>
              ),
          )}
        </select>
      </label>
      {answer !== null && <WhyAnswer answer={answer} />}
    </div>
  );
}

function useQuestions(): ReturnType<typeof questionsOf> {
  const jobs = useApp(selectJobsInOrder);
  const transports = useSession((session) => session.transports);
  const queues = useSession((session) => session.queues);
  const wheel = useSession((session) => session.wheel);
  const threads = useMail((scenario) => scenario?.threads !== undefined);
  const transport = useView((view) => view.transport);
  const selected = useView((view) => view.selected);
  const asked = useView((view) => view.asked);
  return questionsOf({ jobs, transports, queues, wheel, threads, transport, selected, asked });
}
