import { Suspense } from 'react';
import { fetched } from '../../../panels/kit/fetched.tsx';
import type { StopRule } from '../../lessons/lesson.ts';
import { Loading } from './Loading.tsx';
import './lesson.css';

/** Comes with the first stop that shows a rule. */
const RuleCard = fetched(() => import('./RuleCard.tsx'));

/** The lines of a rule that the author of a stop has chosen, with the figures of its instant. */
export function LessonRule({ rule: { asked, from, to } }: { rule: StopRule }) {
  return (
    <div className="rule-place">
      <Suspense fallback={<Loading />}>
        <RuleCard asked={asked} from={from} to={to} />
      </Suspense>
    </div>
  );
}
