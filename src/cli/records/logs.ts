import { readRecord, type ReadResult } from '../../importers/input/read.ts';
import { finish } from '../../importers/store/finish.ts';
import { sourcesOf } from './files.ts';

/** Reads the logs at these paths to their end, with what follows from the whole of them. */
export async function readLogs(
  paths: readonly string[],
  { zone, year }: { zone: string; year: number | null },
): Promise<ReadResult> {
  const options = { zone, now: Date.now(), ...(year === null ? {} : { year }) };
  const read = await readRecord(sourcesOf(paths), options);
  finish(read.builder.members.map(({ instance }) => instance));
  return read;
}
