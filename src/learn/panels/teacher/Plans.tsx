import { type Plan, PLANS } from '../../teacher/plans.ts';
import { RefLinks } from './RefLinks.tsx';
import { useTeach } from './useTeach.ts';
import './teacher.css';

/** Which stops and scenes in which minutes, and what the class does. */
export function Plans() {
  return PLANS.map((plan) => <PlanView key={plan.id} plan={plan} />);
}

function PlanView({ plan }: { plan: Plan }) {
  const { teach, lessonOf } = useTeach();
  const said = teach.plans[plan.id];
  return (
    <article className="teach-plan" aria-labelledby={`teach-${plan.id}`}>
      <header>
        <h3 id={`teach-${plan.id}`} tabIndex={-1}>
          {said?.title} <span className="teach-length">{teach.minutes(plan.minutes)}</span>
        </h3>
        <p className="dim">{said?.course}</p>
      </header>
      <ol className="teach-steps">
        {plan.steps.map((step, i) => {
          const from = plan.steps.slice(0, i).reduce((sum, { minutes }) => sum + minutes, 0);
          return (
            <li key={from}>
              <span className="teach-minutes">
                {teach.fromTo(from, from + step.minutes)}
                <span className="sr-only">{teach.minutesWord}</span>
              </span>
              <div>
                <p>{said?.steps[i]}</p>
                <RefLinks refs={step.refs} />
              </div>
            </li>
          );
        })}
      </ol>
      <div className="teach-after">
        <h4>{teach.canThen}</h4>
        <ul className="teach-list">
          {plan.outcomes.flatMap(({ lesson, clauses }) =>
            clauses.map((n) => <li key={`${lesson} ${n}`}>{lessonOf(lesson)?.able[n - 1]}</li>),
          )}
        </ul>
        <p>
          {teach.homeworkIs}{' '}
          <a className="link" href={`#teach=${plan.homework}-homework`}>
            {teach.homework[plan.homework]}
          </a>
        </p>
      </div>
    </article>
  );
}
