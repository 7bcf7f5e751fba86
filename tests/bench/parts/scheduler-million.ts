import { selectionCost } from '../scheduler.ts';
import { print } from '../../../src/cli/terminal.ts';

/**
 * Runs in a separate process with enough memory. Prints the cost of a selection from a million messages ÷ from ten thousand.
 */
// Two runs first, so that the engine has compiled the code.
selectionCost(10_000);
selectionCost(10_000);
const small = selectionCost(10_000);
print(String(selectionCost(1_000_000) / small));
