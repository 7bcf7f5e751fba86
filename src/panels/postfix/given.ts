import type { RecordFile } from '../../protocol/record.ts';
import { pageIdle } from '../../store/idle.ts';
import type { Records } from '../../store/record.ts';
import { withParts } from './dropped.ts';

/** Adds what was given to the record; a record that somebody shared is its parts. */
export function give(records: Records, files: readonly RecordFile[] | Promise<readonly RecordFile[]>): void {
  const end = pageIdle.begin();
  void Promise.resolve(files)
    .then(withParts)
    .then((parts) => records.add(parts))
    .finally(end);
}
