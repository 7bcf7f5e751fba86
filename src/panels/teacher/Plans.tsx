import { HOMEWORK } from '../../lessons/teacher/homework.ts';
import { type Plan, PLANS } from '../../lessons/teacher/plans.ts';
import { lessonOf } from './names.ts';
import { RefLinks } from './RefLinks.tsx';
import './teacher.css';

/** Which stops and scenes in which minutes, and what the class does. */
export function Plans() {
  return PLANS.map((plan) => <PlanView key={plan.id} plan={plan} />);
}

function PlanView({ plan }: { plan: Plan }) {
  const homework = HOMEWORK.find(({ id }) => id === plan.homework);
  return (
    <article className="teach-plan" aria-labelledby={`teach-${plan.id}`}>
      <header>
        <h3 id={`teach-${plan.id}`} tabIndex={-1}>
          {plan.title} <span className="teach-length">{plan.minutes} min</span>
        </h3>
        <p className="dim">{plan.course}</p>
      </header>
      <ol className="teach-steps">
        {plan.steps.map((step, i) => {
          const from = plan.steps.slice(0, i).reduce((sum, { minutes }) => sum + minutes, 0);
          return (
            <li key={from}>
              <span className="teach-minutes">
                {from} to {from + step.minutes}
                <span className="sr-only"> minutes</span>
              </span>
              <div>
                <p>{step.does}</p>
                <RefLinks refs={step.refs} />
              </div>
            </li>
          );
        })}
      </ol>
      <div className="teach-after">
        <h4>The class can then</h4>
        <ul className="teach-list">
          {plan.outcomes.flatMap(({ lesson, clauses }) =>
            clauses.map((n) => <li key={`${lesson} ${n}`}>{lessonOf(lesson)?.able[n - 1]}</li>),
          )}
        </ul>
        <p>
          Homework:{' '}
          <a className="link" href={`#teach=${plan.homework}-homework`}>
            {homework?.title}
          </a>
        </p>
      </div>
    </article>
  );
}
