import { type CSSProperties, useEffect, useRef } from 'react';
import type { RuleTrace, RuleVisit } from '../../explain/rules/rule.ts';
import { useActions } from '../../store/hooks.ts';
import { Sentence } from '../kit/Sentence.tsx';
import css from './rules.module.css';

interface RuleLinesProps {
  trace: RuleTrace;
  /** Visit that is looked at, from 0. */
  at: number;
  /** The reader goes through the lines: the one of now is kept in view. Who has only come here keeps the place of the page. */
  seek: boolean;
  /** Goes to a visit. */
  onGo: (at: number) => void;
  /** Only the lines from the one to the other, from 1; absent = all. */
  only?: { from: number; to: number };
}

/** The lines of a rule: which have been executed, with what figures, and which is now. */
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
  /** The line of now is brought into view. */
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
    <span className={css.ruleWords} style={{ paddingInlineStart: `${line.depth}rem` }}>
      {line.keyword !== '' && <b>{line.keyword} </b>}
      {line.words}
    </span>
  );
  return (
    <li
      ref={ref}
      data-state={place.state}
      aria-current={now ? 'step' : undefined}
      onPointerEnter={() => hover(visit?.about ?? 0)}
      onPointerLeave={() => hover(0)}
    >
      <span className={`${css.ruleNumber} mono`} aria-hidden="true">
        {number}
      </span>
      {place.state === 'past' ? (
        <button type="button" className={css.ruleBack} tabIndex={-1} onClick={() => onGo(place.visit)}>
          {words}
        </button>
      ) : (
        words
      )}
      {visit !== undefined && <Operands visit={visit} depth={line.depth} />}
      {now && visit?.otherwise !== undefined && (
        <p className={css.ruleOtherwise}>
          <b>{visit.branch === true ? 'And otherwise?' : 'Why not?'}</b>{' '}
          <Sentence tokens={visit.otherwise} size="small" />
        </p>
      )}
    </li>
  );
}

function Operands({ visit, depth }: { visit: RuleVisit; depth: number }) {
  return (
    <span className={`${css.ruleOperands} mono`} style={{ '--depth': depth } as CSSProperties}>
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

/** Keeps the line of now in the part of the pane that is seen. */
function useInView(now: boolean, visit: number) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (now) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [now, visit]);
  return ref;
}

/** How a line stands to the one that is looked at. */
type LineState = 'now' | 'past' | 'ahead' | 'other';

/** What is shown of one line when the reader is at visit `at` of a trace: its state and its latest visit so far, or −1. */
interface LinePlace {
  state: LineState;
  visit: number;
}

/** Every line's place, in the order of the lines. `at` counts visits from 0. */
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
