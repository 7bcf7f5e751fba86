import { sweepRun } from '../../../core/experiments/sweep-run.ts';
import { mixedStream } from '../../../lessons/mixed-stream.ts';
import { print } from '../../terminal.ts';

/** One process of the bench `experiments`: `FIRST COUNT` runs with seeds from FIRST on; prints the number of events. */
const [first = 0, count = 0] = process.argv.slice(2).map(Number);
let events = 0;
for (let i = 0; i < count; i++) events += sweepRun({ ...mixedStream, seed: first + i }).events;
print(String(events));
