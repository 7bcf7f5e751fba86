import type { EventNumber } from '../protocol/ids.ts';
import { exampleFiles } from '../record/panels/postfix/example/files.ts';
import type { ReplayOf } from '../record/protocol/replay.ts';
import { openReplay, type ReplayRefusal } from '../record/store/replay.ts';
import { recordsOf } from '../record/store/record.ts';
import type { Runtime } from '../store/runtime.ts';

/** What an address asks to be replayed. */
export interface ReplayAsked {
  /** The example of the program instead of what the reader gave. */
  example: boolean;
  of: ReplayOf | null;
  event?: EventNumber;
}

/** Reads the example first when that is asked for and is not here yet. */
export async function openAskedReplay(
  runtime: Runtime,
  { example, of, event }: ReplayAsked,
  wanted: () => boolean,
): Promise<ReplayRefusal> {
  const records = recordsOf(runtime.idle);
  if (example) await records.open(await exampleFiles());
  else await records.settled();
  if (!wanted()) return 'another';
  return openReplay(runtime, of, { wanted, ...(event === undefined ? {} : { event }) });
}
