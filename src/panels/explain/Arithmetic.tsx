import type { Arithmetic as Sums } from '../../explain/explanation.ts';
import { Sentence } from '../kit/Sentence.tsx';
import css from './explain.module.css';

/** Shows the inequality behind a decision: its lines and the verdict. */
export function Arithmetic({ sums }: { sums: Sums }) {
  return (
    <div className={css.math} role="group" aria-label="The arithmetic of this decision">
      {sums.lines.map((line) => (
        <div className={css.mathLine} key={line.expression}>
          <span>
            <Sentence tokens={line.label} size="small" />
          </span>
          <span className="mono">{line.expression}</span>
        </div>
      ))}
      <p className={css.mathVerdict}>
        <Sentence tokens={sums.verdict} size="small" />
      </p>
    </div>
  );
}
