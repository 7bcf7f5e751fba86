import { readRecord, type ReadResult } from '../../importers/input/read.ts';
import { finish } from '../../importers/store/finish.ts';
import { complain } from '../../../cli/terminal.ts';
import { sourcesOf } from './files.ts';

/**
 * Reads the logs at these paths to their end, with what follows from the whole of them. Files that could not be read, or not to their
 * end, are named on standard error; the others are read.
 */
export async function readLogs(
  paths: readonly string[],
  { zone, year }: { zone: string; year: number | null },
): Promise<ReadResult> {
  const options = { zone, now: Date.now(), ...(year === null ? {} : { year }) };
  const read = await readRecord(sourcesOf(paths), options);
  for (const { name, kind, lines, trouble } of read.files)
    if (trouble !== '')
      complain(kind === 'log' ? `${name}: read to line ${lines}, then: ${trouble}` : trouble);
  finish(read.builder.members.map(({ instance }) => instance));
  return read;
}
