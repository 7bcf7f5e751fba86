/**
 * A rule of the software as numbered lines, and one run through it with its operands, for a reader to step through. The
 * wording is ours; the file of each rule cites its source.
 */
import type { CandidateRow } from '../../protocol/answers.ts';
import type { DecisionRecord } from '../../protocol/decisions.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { FeedbackRuleName } from '../../protocol/inspect.ts';
import type { Names, Token } from '../tokens.ts';

export const RULE_LINES = 'The rule, line by line';

const RULE_NAMES = ['selection', 'success', 'failure', 'refill', 'wheel', 'purgatory', 'gate'] as const;
export type RuleName = (typeof RULE_NAMES)[number];

/** Names by which lessons and links request a rule; `feedback` = success or failure, whichever ran. */
export const RULES_ASKED = [...RULE_NAMES, 'feedback'] as const;
export type RuleAsked = (typeof RULES_ASKED)[number];

/** Picks the requested trace among those of an instant; undefined = the rule did not run. */
export function askedTrace(traces: readonly RuleTrace[], asked: RuleAsked): RuleTrace | undefined {
  const feedback = asked === 'feedback';
  return traces.find(
    ({ rule }) => rule === asked || (feedback && (rule === 'success' || rule === 'failure')),
  );
}

/** One line: its indentation, its opening keyword (bold) and the rest. */
export interface RuleLine {
  depth: 0 | 1 | 2 | 3;
  keyword: string;
  words: string;
}

export interface RuleVisit {
  /** Line number, from 1. */
  line: number;
  /** Figures of the line at this visit; may be empty. */
  operands: readonly Token[];
  /** Result of a test; absent where the line tests nothing. */
  branch?: boolean;
  /** Consequence if the test had come out the other way. */
  otherwise?: readonly Token[];
  /** Message that the line examines, 0 = none; the picture highlights it. */
  about: number;
  /** The test that ends a loop, which changes nothing. */
  exit?: true;
}

/** The last of these visits that did something: a loop ends with a test that changes nothing. */
export function lastEffect(visits: readonly RuleVisit[]): number {
  const found = visits.findLastIndex(({ exit }) => exit !== true);
  return found < 0 ? visits.length - 1 : found;
}

export interface RuleTrace {
  rule: RuleName;
  /** One or two words for the tab of the rule. */
  title: string;
  lines: readonly RuleLine[];
  /** In order of execution; at least one. */
  visits: readonly RuleVisit[];
  /** Document and section of the rule. */
  source: string;
}

/** The data of one instant that the rules use. */
export interface RuleInstant {
  decision: DecisionRecord | null;
  events: readonly EventRecord[];
  /** Candidates of the decision. Null = not known yet: one line then replaces the loop over them. */
  candidates: readonly CandidateRow[] | null;
  /** The feedback rule of the run: as shipped, or as documented. */
  feedback: FeedbackRuleName;
  names: Names;
}

/** Parses a line: two leading spaces per depth, then an optional keyword. */
export function line(text: string): RuleLine {
  const words = text.trimStart();
  const depth = ((text.length - words.length) / 2) as RuleLine['depth'];
  const keyword = KEYWORDS.find((word) => words.startsWith(`${word} `)) ?? '';
  return { depth, keyword, words: words.slice(keyword.length).trimStart() };
}

const KEYWORDS = ['for each', 'else if', 'else', 'if', 'while', 'on', 'when'];

/** Collects the visits of one run; methods can be chained. */
export class Walk {
  readonly visits: RuleVisit[] = [];

  visit(lineNumber: number, operands: readonly Token[] = [], about = 0): this {
    this.visits.push({ line: lineNumber, operands, about });
    return this;
  }

  test(
    lineNumber: number,
    operands: readonly Token[],
    branch: boolean,
    more: Partial<Pick<RuleVisit, 'otherwise' | 'about' | 'exit'>> = {},
  ): this {
    this.visits.push({ line: lineNumber, operands, branch, about: 0, ...more });
    return this;
  }
}
