import { type KeyboardEvent, useState } from 'react';
import {
  askedTrace,
  lastEffect,
  type RuleAsked,
  type RuleTrace,
  RULE_LINES,
} from '../../../explain/rules/rule.ts';
import { RuleLines } from '../../../panels/rules/RuleLines.tsx';
import { spoken } from '../../../panels/rules/RulePane.tsx';
import { useTraces } from '../../../panels/rules/useTraces.ts';
import rulesCss from '../../../panels/rules/rules.module.css';
import { Button } from '../../../ui/Button.tsx';

interface RuleCardProps {
  asked: RuleAsked;
  /** First line of the rule to show, from 1; 0 = all lines. */
  from: number;
  to: number;
}

/** Shows the lines of the rule that the author chose, as executed at this instant. A button shows all lines. */
export default function RuleCard({ asked, from, to }: RuleCardProps) {
  const { traces, key } = useTraces();
  const trace = askedTrace(traces, asked);
  if (trace === undefined) return null;
  return <Card key={key} trace={trace} from={from} to={to} />;
}

interface CardProps {
  trace: RuleTrace;
  from: number;
  to: number;
}

function Card({ trace, from, to }: CardProps) {
  const [all, setAll] = useState(from === 0);
  const lines = trace.lines.length;
  const only = all ? { from: 1, to: lines } : { from, to };
  // Visits of the shown lines in order of execution. The last visit with an effect is selected first, because the
  // picture shows its result.
  const shown = trace.visits.flatMap(({ line }, i) => (line >= only.from && line <= only.to ? [i] : []));
  const [stepped, setStepped] = useState<number | null>(null);
  const at = Math.min(stepped ?? lastEffect(shown.map((i) => trace.visits[i]!)), shown.length - 1);
  const go = (to: number): void => setStepped(Math.max(0, Math.min(shown.length - 1, to)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    go(at + (event.key === 'ArrowDown' ? 1 : -1));
  };
  return (
    <section className={rulesCss.ruleCard} aria-label={RULE_LINES} onKeyDown={onKeyDown}>
      <header>
        <span>
          The rule: {trace.title}
          {!all && `, ${from === to ? `line ${from}` : `lines ${from} to ${to}`}`}
        </span>
        {from > 0 && (
          <button
            type="button"
            className="link"
            aria-expanded={all}
            onClick={() => {
              setStepped(null);
              setAll(!all);
            }}
          >
            {all ? 'Fewer' : `All ${lines} lines`}
          </button>
        )}
      </header>
      <RuleLines
        trace={trace}
        at={shown[at] ?? trace.visits.length - 1}
        seek={stepped !== null}
        onGo={(visit) => go(shown.indexOf(visit))}
        only={only}
      />
      {shown.length > 1 && (
        <footer>
          <Button disabled={at <= 0} onClick={() => go(at - 1)}>
            Line <kbd>↑</kbd>
          </Button>
          <Button disabled={at >= shown.length - 1} onClick={() => go(at + 1)}>
            Line <kbd>↓</kbd>
          </Button>
          <span className="dim" role="status">
            <span className="sr-only">{spoken(trace, shown[at] ?? 0)}</span>
            {at + 1} of {shown.length}
          </span>
        </footer>
      )}
    </section>
  );
}
