import { sweepRun } from '../../core/experiments/sweep-run.ts';
import { mixedStream } from '../../lessons/mixed-stream.ts';

/**
 * One process of the bench `experiments`: `FIRST COUNT` runs with seeds from FIRST on; prints the number of events. As a
 * file that is imported, as the bench looks at all files here, it does nothing.
 */
const [first, count] = process.argv.slice(2).map(Number);
if (first !== undefined && count !== undefined && Number.isInteger(first) && Number.isInteger(count)) {
  let events = 0;
  for (let i = 0; i < count; i++) events += sweepRun({ ...mixedStream, seed: first + i }).events;
  console.log(events);
}
