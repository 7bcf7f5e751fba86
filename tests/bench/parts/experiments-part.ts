import { sweepRun } from '../../../src/core/experiments/sweep-run.ts';
import { mixedStream } from '../../../src/scenes/mixed-stream.ts';
import { print } from '../../../src/cli/terminal.ts';

/**
 * One process of the bench `experiments`. Arguments `FIRST COUNT`: runs COUNT seeds from FIRST on and prints the number of
 * events.
 */
const [first = 0, count = 0] = process.argv.slice(2).map(Number);
let events = 0;
for (let i = 0; i < count; i++) events += sweepRun({ ...mixedStream, seed: first + i }).events;
print(String(events));
