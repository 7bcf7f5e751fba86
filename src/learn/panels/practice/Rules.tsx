import type { Scenario } from '../../../protocol/scenario.ts';
import { rulesOf } from './rules.ts';
import { Termed } from '../../../panels/kit/Termed.tsx';
import '../lesson/lesson.css';

/** What is set in the run of a question: everything that decides is on the page. null = it is not there yet. */
export function Rules({ scenario }: { scenario: Scenario | null }) {
  if (scenario === null) return <div className="lesson-text" />;
  const { rows, of } = rulesOf(scenario);
  return (
    <dl className="practice-rules">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="mono">
            <Termed of={of} text={name.replace(/^default_/, '')} />
          </dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
