import type { Scenario, MailScenario, ThreadScenario, TimerScenario } from '../../../protocol/scenario.ts';
import { Termed } from '../../../panels/kit/Termed.tsx';
import { type ByKind, ofKind } from '../../../scenario/kinds/by-kind.ts';
import lessonCss from '../lesson/lesson.module.css';

/** What is set in the run of a question: everything that decides is on the page. null = it is not there yet. */
export function Rules({ scenario }: { scenario: Scenario | null }) {
  if (scenario === null) return <div className={lessonCss.lessonText} />;
  const { rows, of } = ofKind(RULES, scenario);
  return (
    <dl className={lessonCss.practiceRules}>
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

/** The settings of a run, named as its document names them. */
interface KindRules {
  rows: readonly (readonly [name: string, value: string])[];
  /** The document whose terms the names are; undefined = that of the queue manager. */
  of?: 'timers';
}

const RULES: ByKind<KindRules> = {
  mail: mailRules,
  'timer-lab': timerRules,
  'threads-alone': threadRules,
};

function mailRules({ params, agents: { smtp } }: MailScenario): KindRules {
  return {
    rows: [
      ...Object.entries(params).map(([name, value]) => [name, String(value)] as const),
      ...(smtp === undefined ? [] : [['agents of smtp', String(smtp)] as const]),
    ],
  };
}

function threadRules({ cmgroup }: ThreadScenario): KindRules {
  return {
    rows:
      cmgroup.kind === 'story'
        ? []
        : [
            ['CPUs', String(cmgroup.cpus)],
            ['concurrency value', String(cmgroup.policy.cv ?? cmgroup.cpus)],
            ['workers', String(cmgroup.policy.workers)],
          ],
  };
}

function timerRules({ wheel }: TimerScenario): KindRules {
  return {
    rows: [
      ['tick', `${wheel.tickMs} ms`],
      ['buckets on a level', String(wheel.size)],
    ],
    of: 'timers',
  };
}
