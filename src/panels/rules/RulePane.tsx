import { type KeyboardEvent, useEffect, useState } from 'react';
import {
  askedTrace,
  lastEffect,
  RULE_LINES,
  type RuleAsked,
  type RuleName,
  type RuleTrace,
} from '../../explain/rules/rule.ts';
import { toText } from '../../explain/tokens.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { RuleLines } from './RuleLines.tsx';
import { useTraces } from './useTraces.ts';
import css from './rules.module.css';
import { Button, IconButton } from '../../ui/Button.tsx';

interface RulePaneProps {
  /** Rule to show first, if it was executed at this instant. */
  first?: RuleAsked | null;
  /** Label of the button that closes it. */
  leave?: string;
}

/**
 * The rule executed at this instant, line by line with its figures. Stepping past its ends steps the run. Replaces the
 * figures of the Explain panel.
 */
export default function RulePane({ first = null, leave = 'back to the figures' }: RulePaneProps) {
  const actions = useActions();
  const playing = useSession((session) => session.playing);
  const { traces, key } = useTraces();
  const [chosen, choose] = useState<RuleName | null>(null);
  const trace =
    traces.find((each) => each.rule === chosen) ??
    (first === null ? undefined : askedTrace(traces, first)) ??
    traces[0];
  const { at, last, stepped, go, enter } = usePlace(trace, key, playing);
  const unit = trace?.rule === 'selection' ? 'decision' : 'event';
  const leap = (direction: 1 | -1, entrance: 'first' | 'last'): void => {
    enter(entrance);
    void actions.step(direction, unit);
  };
  const forward = (): void => (at < last ? go(at + 1) : leap(1, 'first'));
  const back = (): void => (at > 0 ? go(at - 1) : leap(-1, 'last'));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (event.key === 'ArrowDown') forward();
    else back();
  };
  return (
    <section className={`stack gap-10 ${css.rules}`} aria-label={RULE_LINES} onKeyDown={onKeyDown}>
      <header className="row">
        <h3 className={traces.length > 1 ? 'sr-only' : 'text-2 strong'}>The rule</h3>
        <Tabs traces={traces} trace={trace} onChoose={choose} />
        <IconButton
          name={leave[0]?.toUpperCase() + leave.slice(1)}
          icon="close"
          tip={leave}
          tipAt="end"
          onClick={() => actions.setRules(false)}
        />
      </header>
      {trace === undefined ? (
        <p className="side-note dim">None of these rules ran at this instant.</p>
      ) : (
        <RuleLines trace={trace} at={at} seek={stepped} onGo={go} />
      )}
      {trace !== undefined && <p className="side-note dim">{trace.source}</p>}
      <footer className={`row wrap gap-6 ${css.rulesFoot}`}>
        <Button look="outlined" onClick={back}>
          Line <kbd>↑</kbd>
        </Button>
        <Button look="primary" onClick={forward}>
          Line <kbd>↓</kbd>
        </Button>
        <Button look="outlined" onClick={() => leap(1, 'last')}>
          Next {unit}
        </Button>
        <span className="grow" />
        {trace !== undefined && (
          <span className="dim" role="status">
            <span className="sr-only">{spoken(trace, at)}</span>
            {at + 1} of {last + 1}
          </span>
        )}
      </footer>
      <Pointed number={trace?.visits[at]?.about ?? 0} on={!playing && at < last} />
    </section>
  );
}

interface TabsProps {
  traces: readonly RuleTrace[];
  trace: RuleTrace | undefined;
  onChoose: (rule: RuleName) => void;
}

function Tabs({ traces, trace, onChoose }: TabsProps) {
  if (trace === undefined || traces.length < 2) return <span className="sub grow">{trace?.title}</span>;
  return (
    <div className="grow">
      <Segmented
        label="Rules of this instant"
        value={trace.rule}
        options={traces.map(({ rule, title }) => ({ value: rule, text: title }))}
        onChange={onChoose}
      />
    </div>
  );
}

/** Hovers the job that the current line is about, so that the other panels mark it. */
function Pointed({ number, on }: { number: number; on: boolean }) {
  const { hover } = useActions();
  const pointed = on ? number : 0;
  useEffect(() => {
    hover(pointed);
    return () => hover(0);
  }, [hover, pointed]);
  return null;
}

/** Text of the current line for screen readers. */
export function spoken(trace: RuleTrace, at: number): string {
  const visit = trace.visits[at]!;
  const { keyword, words } = trace.lines[visit.line - 1]!;
  const answer = visit.branch === undefined ? '' : visit.branch ? ', yes' : ', no';
  return `Line ${visit.line}: ${keyword} ${words} ${toText(visit.operands)}${answer}. `;
}

interface Place {
  key: string;
  at: number;
}

/**
 * The current visit of a trace. A new instant starts at the last line that did something, because the picture shows the
 * state after it; or at its first, when the reader stepped from the previous instant.
 */
function usePlace(trace: RuleTrace | undefined, key: string, playing: boolean) {
  const [place, setPlace] = useState<Place>({ key: '', at: 0 });
  const [entrance, setEntrance] = useState<'first' | 'last'>('last');
  const last = Math.max(0, (trace?.visits.length ?? 1) - 1);
  const own = `${key}:${trace?.rule ?? ''}`;
  const arrived = entrance === 'first' && !playing ? 0 : lastEffect(trace?.visits ?? []);
  const at = Math.max(0, Math.min(last, place.key === own && !playing ? place.at : arrived));
  return {
    at,
    /** True when the reader stepped to this line, not only to this instant. */
    stepped: !playing && (place.key === own || entrance === 'first'),
    last,
    go: (to: number) => setPlace({ key: own, at: Math.max(0, Math.min(last, to)) }),
    /** Sets whether the next instant starts at its first or its last line. */
    enter: setEntrance,
  };
}
