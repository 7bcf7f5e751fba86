/**
 * A rule of the software as numbered lines, and one run through it with its operands: what a reader steps through beside
 * the picture. The words are ours; the facts are the paragraphs that each rule's file names.
 */
import type { CandidateRow } from '../../protocol/answers.ts';
import type { DecisionRecord } from '../../protocol/decisions.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { FeedbackRuleName } from '../../protocol/inspect.ts';
import type { Names, Token } from '../tokens.ts';

/** What is shown of a rule. */
export const RULE_LINES = 'The rule, line by line';

const RULE_NAMES = ['selection', 'success', 'failure', 'refill', 'wheel', 'purgatory', 'gate'] as const;
export type RuleName = (typeof RULE_NAMES)[number];

/** How an author or an address asks for a rule: by its name, or `feedback` for whichever of the two a report set off. */
export const RULES_ASKED = [...RULE_NAMES, 'feedback'] as const;
export type RuleAsked = (typeof RULES_ASKED)[number];

/** The trace that is asked for among those of an instant; undefined = it was not executed. */
export function askedTrace(traces: readonly RuleTrace[], asked: RuleAsked): RuleTrace | undefined {
  const feedback = asked === 'feedback';
  return traces.find(
    ({ rule }) => rule === asked || (feedback && (rule === 'success' || rule === 'failure')),
  );
}

/** One line: how far it stands to the right, its opening word in bold ("if", "for each"), and the rest. */
export interface RuleLine {
  depth: 0 | 1 | 2 | 3;
  keyword: string;
  words: string;
}

/** One visit of a line. */
export interface RuleVisit {
  /** Number of the line, from 1. */
  line: number;
  /** Its figures at this visit; empty when it has none. */
  operands: readonly Token[];
  /** What a test came to; absent where the line tests nothing. */
  branch?: boolean;
  /** What would follow if the test had come out the other way. */
  otherwise?: readonly Token[];
  /** Number of the message that the line looks at, 0 = none: the picture points at it. */
  about: number;
}

/** One run through a rule. */
export interface RuleTrace {
  rule: RuleName;
  /** On its tab: one or two words. */
  title: string;
  lines: readonly RuleLine[];
  /** In the order of execution, at least one. */
  visits: readonly RuleVisit[];
  /** Where it is written down: document and section. */
  source: string;
}

/** What of one instant the rules are told. */
export interface RuleInstant {
  /** The decision of this step, if it made one. */
  decision: DecisionRecord | null;
  /** Events of this step, in their order. */
  events: readonly EventRecord[];
  /** Candidates of the decision; null = not known (yet), so the loop over them is told in one line. */
  candidates: readonly CandidateRow[] | null;
  /** Which feedback the run has: as Postfix ships it, or as its document has it. */
  feedback: FeedbackRuleName;
  names: Names;
}

/** A line from "  if x" : two spaces a depth, and the keyword that it opens with. */
export function line(text: string): RuleLine {
  const words = text.trimStart();
  const depth = ((text.length - words.length) / 2) as RuleLine['depth'];
  const keyword = KEYWORDS.find((word) => words.startsWith(`${word} `)) ?? '';
  return { depth, keyword, words: words.slice(keyword.length).trimStart() };
}

const KEYWORDS = ['for each', 'else if', 'else', 'if', 'while', 'on', 'when'];

/** Collects the visits of one run; `visit` gives itself back for the line that follows. */
export class Walk {
  readonly visits: RuleVisit[] = [];

  /** A line that is run, with its values. */
  visit(lineNumber: number, operands: readonly Token[] = [], about = 0): this {
    this.visits.push({ line: lineNumber, operands, about });
    return this;
  }

  /** A line that tests something. */
  test(
    lineNumber: number,
    operands: readonly Token[],
    branch: boolean,
    more: { otherwise?: readonly Token[]; about?: number } = {},
  ): this {
    const { otherwise, about = 0 } = more;
    this.visits.push({ line: lineNumber, operands, branch, about, ...(otherwise && { otherwise }) });
    return this;
  }
}
