import { DESIGN_NAMES } from '../../../panels/lab/metrics.ts';
import '../../../panels/lab/lab.module.css';
import { Chains, HeapPicture, SmallWheel } from '../../../panels/lab/Structures.tsx';
import { useLatest } from '../../../panels/kit/useLatest.ts';
import css from './lesson.module.css';

/** Shows the timers and watch lists of the three purgatory designs side by side, without their counters. */
export default function LessonDesigns({ phone }: { phone: boolean }) {
  const report = useLatest('lab', (actions) => actions.ask('lab'));
  return (
    <div className={css.lessonDesigns}>
      {report?.designs.map((row) => {
        const { name, since, about } = DESIGN_NAMES[row.design];
        return (
          <section key={row.design} className={css.lessonDesign} aria-label={name}>
            <div>
              <h2>
                {name} <span className="dim">{since}</span>
              </h2>
              <p className="dim">{about}</p>
            </div>
            {row.design === 'old' ? (
              <HeapPicture letters={row.heap} length={row.heapLength} />
            ) : (
              <SmallWheel row={row} />
            )}
            <h3 className="text-2 strong">Watch lists</h3>
            <Chains row={row} most={phone ? 4 : 6} />
          </section>
        );
      })}
      {report !== null && (
        <p className={`sub ${css.lessonDesignsKey}`} aria-hidden="true">
          <b>●</b> pending, <b>○</b> completed, still held
        </p>
      )}
    </div>
  );
}
