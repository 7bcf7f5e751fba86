import { DESIGN_NAMES } from '../lab/metrics.ts';
import '../lab/lab.css';
import { Chains, HeapPicture, SmallWheel } from '../lab/Structures.tsx';
import { useLatest } from '../kit/useLatest.ts';
import './lesson.css';

/** The three designs of the purgatory: their timers and their watch lists, without the counters. */
export default function LessonDesigns({ phone }: { phone: boolean }) {
  const report = useLatest('lab', (actions) => actions.ask('lab'));
  return (
    <div className="lesson-designs">
      {report?.designs.map((row) => (
        <section key={row.design} className="design" aria-label={DESIGN_NAMES[row.design].name}>
          <h2>
            {DESIGN_NAMES[row.design].name} <span className="dim">{DESIGN_NAMES[row.design].since}</span>
          </h2>
          <div className="design-structure">
            {row.design === 'old' ? (
              <HeapPicture letters={row.heap} length={row.heapLength} />
            ) : (
              <SmallWheel row={row} />
            )}
            <Chains row={row} most={phone ? 4 : 6} />
          </div>
        </section>
      ))}
    </div>
  );
}
