import { asksSomething } from '../../lessons/lesson.ts';
import { type Plan, PLANS } from '../../teacher/plans.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { type Teach, useTeach } from './useTeach.ts';
import css from './teacher.module.css';

/** Minutes that the whole width of a bar stands for. */
const LONGEST = Math.max(...PLANS.map(({ minutes }) => minutes));

/** A plan as one line: its minutes, its title and a bar with a part for each step. */
export function PlanSummary({ plan }: { plan: Plan }) {
  const { teach } = useTeach();
  const said = teach.plans[plan.id];
  return (
    <summary>
      <span className="mono sub">{teach.minutes(plan.minutes)}</span>
      <span>
        <h3 id={`teach-${plan.id}`} tabIndex={-1}>
          {said?.title}
        </h3>
        <span className="sub">{said?.course}</span>
      </span>
      <PlanBar plan={plan} />
      <Icon name="right" />
    </summary>
  );
}

/** One part for each step, as wide as its minutes; dark where the class is asked. */
export function PlanBar({ plan, longest = LONGEST }: { plan: Plan; longest?: number }) {
  const teach = useTeach();
  return (
    <span className={css.planBar} aria-hidden="true">
      {plan.steps.map((step, i) => (
        // Steps never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <i
          key={i}
          style={{ width: `${(100 * step.minutes) / longest}%` }}
          data-asks={asks(step, teach) || undefined}
        />
      ))}
    </span>
  );
}

export function PlanLegend() {
  const { teach } = useTeach();
  return (
    <p className={`row sub ${css.planLegend}`}>
      <i />
      {teach.shows}
      <i data-asks />
      {teach.asks}
    </p>
  );
}

/** True if a stop of the step asks the class something. */
function asks({ refs }: Plan['steps'][number], { lessonOf }: Teach): boolean {
  return refs.some(
    (ref) =>
      ref.kind === 'stops' &&
      (lessonOf(ref.lesson)
        ?.stops.slice(ref.from - 1, ref.to)
        .some(asksSomething) ??
        false),
  );
}
