import { type CSSProperties, useEffect, useRef } from 'react';
import type { RuleTrace, RuleVisit } from '../../explain/rules/rule.ts';
import { useActions } from '../../store/hooks.ts';
import { Sentence } from '../kit/Sentence.tsx';
import css from './rules.module.css';

interface RuleLinesProps {
  trace: RuleTrace;
  /** Current visit, from 0. */
  at: number;
  /** Scroll the current line into view, because the reader steps through the lines. */
  seek: boolean;
  onGo: (at: number) => void;
  /** Only these lines, from 1; absent = all. */
  only?: { from: number; to: number };
}

/** Lines of a rule, with execution state and figures. */
export function RuleLines({ trace, at, seek, onGo, only }: RuleLinesProps) {
  const places = placesOf(trace, at);
  return (
    <ol className={css.ruleLines}>
      {places.map((place, i) =>
        only !== undefined && (i + 1 < only.from || i + 1 > only.to) ? null : (
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={i} number={i + 1} trace={trace} place={place} seek={seek} onGo={onGo} />
        ),
      )}
    </ol>
  );
}

interface LineProps {
  number: number;
  trace: RuleTrace;
  place: LinePlace;
  seek: boolean;
  onGo: (at: number) => void;
}

function Line({ number, trace, place, seek, onGo }: LineProps) {
  const { hover } = useActions();
  const line = trace.lines[number - 1]!;
  const visit = trace.visits[place.visit];
  const now = place.state === 'now';
  const ref = useInView(now && seek, place.visit);
  const words = (
    <span className={css.ruleWords}>
      {line.keyword !== '' && <b>{line.keyword} </b>}
      {line.words}
    </span>
  );
  return (
    <li
      ref={ref}
      style={{ '--depth': line.depth } as CSSProperties}
      data-state={place.state}
      aria-current={now ? 'step' : undefined}
      onPointerEnter={() => hover(visit?.about ?? 0)}
      onPointerLeave={() => hover(0)}
    >
      <span className="dim" aria-hidden="true">
        {number}
      </span>
      {place.state === 'past' ? (
        <button type="button" className={css.ruleBack} tabIndex={-1} onClick={() => onGo(place.visit)}>
          {words}
        </button>
      ) : (
        words
      )}
      {visit !== undefined && <Operands visit={visit} />}
      {now && visit?.otherwise !== undefined && (
        <p className={`text-2 sub ${css.ruleOtherwise}`}>
          <span className="strong">{visit.branch === true ? 'And otherwise?' : 'Why not?'}</span>{' '}
          <Sentence tokens={visit.otherwise} size="small" />
        </p>
      )}
    </li>
  );
}

function Operands({ visit }: { visit: RuleVisit }) {
  return (
    <span className={`row baseline gap-6 mono ${css.ruleOperands}`}>
      <span>
        <Sentence tokens={visit.operands} size="small" />
      </span>
      {visit.branch !== undefined && (
        <span className={css.ruleBranch} data-branch={visit.branch ? 'yes' : 'no'}>
          {visit.branch ? 'yes ↓' : 'no'}
        </span>
      )}
    </span>
  );
}

function useInView(now: boolean, visit: number) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (now) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [now, visit]);
  return ref;
}

type LineState = 'now' | 'past' | 'ahead' | 'other';

/** The state of a line at a visit of a trace, and its latest visit so far, or −1. */
interface LinePlace {
  state: LineState;
  visit: number;
}

/** The state of every line at visit `at`, from 0. */
export function placesOf({ lines, visits }: RuleTrace, at: number): LinePlace[] {
  return lines.map((_, i) => {
    const number = i + 1;
    let visit = -1;
    let comes = false;
    visits.forEach((each, v) => {
      if (each.line !== number) return;
      if (v <= at) visit = v;
      else comes = true;
    });
    if (visit === at) return { state: 'now', visit };
    if (visit >= 0) return { state: 'past', visit };
    return { state: comes ? 'ahead' : 'other', visit };
  });
}
