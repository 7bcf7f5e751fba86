import { selectionCost } from '../scheduler.ts';
import { print } from '../../../src/cli/terminal.ts';

/** Run by itself, with the memory that it needs: prints what a selection among a million messages costs beside one among ten thousand. */
// The engine learns the code first.
selectionCost(10_000);
selectionCost(10_000);
const small = selectionCost(10_000);
print(String(selectionCost(1_000_000) / small));
