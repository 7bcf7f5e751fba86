import type { EventNumber } from '../protocol/ids.ts';
import { exampleFiles } from '../record/panels/postfix/example/files.ts';
import type { ReplayOf } from '../record/protocol/replay.ts';
import { openReplay, type ReplayRefusal } from '../record/store/replay.ts';
import { recordsOf } from '../record/store/record.ts';
import type { Runtime } from '../store/runtime.ts';

export interface ReplayAsked {
  /** True to open the built-in example instead of the reader's files. */
  example: boolean;
  of: ReplayOf | null;
  event?: EventNumber;
}

/** Opens a replay; loads the example first if requested. */
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
