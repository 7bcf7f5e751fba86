import { evaluate } from '../../core/inspect/evaluate.ts';
import { parseExpression } from '../../scenario/expression.ts';
import { checkCommand, checkLive, checkTree, parseScenario } from '../../scenario/schema.ts';

/** What a session lets in: the last check of everything that comes from outside. */
export const checks = {
  scenario: parseScenario,
  live: checkLive,
  tree: checkTree,
  command: checkCommand,
  expression: parseExpression,
};

export type Checks = typeof checks;

// Only what was checked is evaluated, so the page fetches both together.
export { evaluate };
