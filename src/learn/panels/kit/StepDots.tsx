import css from './kit.module.css';

interface StepDotsProps {
  /** Accessible name of each step. */
  names: readonly string[];
  /** The current step, from 0. */
  at: number;
  onGo: (step: number) => void;
}

export function StepDots({ names, at, onGo }: StepDotsProps) {
  return (
    <ol className={css.stepDots}>
      {names.map((name, i) => (
        <li key={name}>
          <button
            type="button"
            aria-label={name}
            aria-current={i === at ? 'step' : undefined}
            onClick={() => onGo(i)}
          />
        </li>
      ))}
    </ol>
  );
}
