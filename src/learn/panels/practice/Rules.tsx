import type { Scenario, MailScenario, ThreadScenario, TimerScenario } from '../../../protocol/scenario.ts';
import { Termed } from '../../../panels/kit/Termed.tsx';
import { type ByKind, ofKind } from '../../../scenario/kinds/by-kind.ts';
import lessonCss from '../lesson/lesson.module.css';

/** Lists the settings of a question's run that the answer depends on. null = the run is not open yet. */
export function Rules({ scenario }: { scenario: Scenario | null }) {
  if (scenario === null) return <div className={lessonCss.lessonText} />;
  const { rows, of } = ofKind(RULES, scenario);
  return (
    <dl className={`stack gap-2 grow ${lessonCss.practiceRules}`}>
      {rows.map(([name, value]) => (
        <div key={name} className="row between gap-16 text-2">
          <dt className="mono sub breaks">
            <Termed of={of} text={name.replace(/^default_/, '')} />
          </dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface KindRules {
  rows: readonly (readonly [name: string, value: string])[];
  /** The document that defines the names of the settings; undefined = the queue manager's. */
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
