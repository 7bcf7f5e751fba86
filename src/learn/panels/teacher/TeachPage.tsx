import { useEffect } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { lessonIn } from '../../lessons/lesson.ts';
import { lessonHash } from '../../lessons/lesson-link.ts';
import { pageAddress } from '../../../ui/copy-text.ts';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { COURSE_TOPICS } from '../../teacher/topics.ts';
import { exerciseHash } from '../practice/exercise.ts';
import { type Plan, PLANS } from '../../teacher/plans.ts';
import { Homeworks } from './Homeworks.tsx';
import { useTeach } from './useTeach.ts';
import { Linked, RefLinks } from './TeachLinks.tsx';
import '../kit/paper.module.css';
import kitCss from '../kit/kit.module.css';
import lessonCss from '../lesson/lesson.module.css';
import css from './teacher.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { PlanLegend, PlanSummary } from './PlanBars.tsx';
import { Tiles } from './Tiles.tsx';

/** Folded parts below the plans. */
const PARTS = [
  ['homework', Homeworks],
  ['outcomes', Outcomes],
  ['topics', TopicIndex],
  ['room', Room],
] as const;

/**
 * The page Teach: four ways to begin, the plans, and folded material. `#teach=homework` opens a folded part. A
 * printout contains all parts.
 */
export default function TeachPage({ hash }: { hash: string }) {
  useForPaper();
  const { words, teach } = useTeach();
  useNamesPage(teach.title);
  useEffect(() => {
    const part = /=([a-z0-9-]+)/.exec(hash)?.[1];
    const target = part === undefined ? null : document.getElementById(`teach-${part}`);
    target?.closest('details')?.setAttribute('open', '');
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <main className="page" id="stage" tabIndex={-1} lang={words.language}>
      <div className={`${kitCss.pageColumn} ${css.teach}`}>
        <header className="stack">
          <h1>{teach.title}</h1>
          <p className="lead">{teach.lead}</p>
          <p className={`${css.teachAddress} mono`}>{pageAddress('#teach')}</p>
        </header>
        <Tiles />
        <section aria-labelledby="teach-plans">
          <header className="row wrap baseline">
            <h2 id="teach-plans" tabIndex={-1}>
              {teach.parts.plans}
            </h2>
            <p className="sub">{teach.aboutPlans}</p>
            <span className="grow" />
            <PlanLegend />
          </header>
          {PLANS.map((plan) => (
            <details key={plan.id} className={css.teachPlan}>
              <PlanSummary plan={plan} />
              <PlanView plan={plan} />
            </details>
          ))}
        </section>
        <div>
          {PARTS.map(([id, Part]) => (
            <details key={id} className={css.teachPart}>
              <summary>
                <Icon name="right" />
                <h2 id={`teach-${id}`} tabIndex={-1}>
                  {teach.parts[id]}
                </h2>
              </summary>
              <div className="stack gap-16">
                <Part />
              </div>
            </details>
          ))}
        </div>
        <footer className="row wrap">
          <Button look="outlined" onClick={() => print()}>
            {teach.print}
          </Button>
          <span className="grow" />
          <LanguagePick />
        </footer>
      </div>
    </main>
  );
}

/** Prints in the light theme, because paper is white, and with every fold open. */
function useForPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let before: string | undefined;
    let opened: HTMLDetailsElement[] = [];
    const toPaper = (): void => {
      before = dataset['theme'];
      dataset['theme'] = 'light';
      opened = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')];
      for (const fold of opened) fold.open = true;
    };
    const back = (): void => {
      if (before !== undefined) dataset['theme'] = before;
      for (const fold of opened) fold.open = false;
    };
    addEventListener('beforeprint', toPaper);
    addEventListener('afterprint', back);
    return () => {
      removeEventListener('beforeprint', toPaper);
      removeEventListener('afterprint', back);
    };
  }, []);
}

function Outcomes() {
  const { words, teach } = useTeach();
  return (
    <ol className={kitCss.cardGrid}>
      {LESSONS.map((one) => lessonIn(one, words.language)).map((lesson, i) => (
        <li key={lesson.id} className={css.teachItem}>
          <h3>
            <span className="dim">{i}</span>{' '}
            <a className="link" href={lessonHash({ id: lesson.id, packed: '', stop: 1 })}>
              {lesson.title}
            </a>
          </h3>
          <p className="dim">{teach.alone(lesson.minutes, lesson.assumes)}</p>
          <ul className={lessonCss.lessonAble}>
            {lesson.able.map((clause) => (
              <li key={clause}>{clause}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** Lists what a teacher checks before the class comes in. */
function Room() {
  const { teach } = useTeach();
  return (
    <dl>
      {teach.room.map(({ title, text }) => (
        <div key={title} className={css.teachRow}>
          <dt className="strong">{title}</dt>
          <dd>
            <p>
              <Linked text={text} />
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists where each topic of a course is covered. */
function TopicIndex() {
  const { words, teach } = useTeach();
  return (
    <dl>
      {COURSE_TOPICS.map(({ id, stops, scenes, practice }) => (
        <div key={id} className={css.teachRow}>
          <dt className="strong">{teach.topics[id]?.title}</dt>
          <dd className="stack gap-6">
            <p>{teach.topics[id]?.here}</p>
            <RefLinks refs={[...stops, ...scenes]} />
            {practice !== undefined && (
              <p>
                <span className="sub">{teach.practice}</span>{' '}
                <a className="link" href={exerciseHash({ topic: practice, level: 1, seed: 1 })}>
                  {words.practice.topics[practice]}
                </a>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The instructions and links of each step of a plan, and what the class can do afterwards. */
function PlanView({ plan }: { plan: Plan }) {
  const { teach, lessonOf } = useTeach();
  const said = teach.plans[plan.id];
  return (
    <div className={`stack gap-12 ${css.teachPlanBody}`}>
      <ol className={css.teachSteps}>
        {plan.steps.map((step, i) => {
          const from = plan.steps.slice(0, i).reduce((sum, { minutes }) => sum + minutes, 0);
          return (
            <li key={from} className={css.teachRow}>
              <span className="sub">
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
      <div className="stack gap-4">
        <h4>{teach.canThen}</h4>
        <ul className={`${lessonCss.lessonAble} ${css.teachColumns}`}>
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
    </div>
  );
}
