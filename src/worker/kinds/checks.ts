import { evaluate } from '../../core/inspect/evaluate.ts';
import { parseExpression } from '../../scenario/expression.ts';
import { checkCommand, checkLive, checkTree, parseScenario } from '../../scenario/schema.ts';

/** The session's own checks: the last checks of everything that comes from outside. */
export const checks = {
  scenario: parseScenario,
  live: checkLive,
  tree: checkTree,
  command: checkCommand,
  expression: parseExpression,
};

export type Checks = typeof checks;

// Loaded together with the checks, because only checked expressions are evaluated.
export { evaluate };
