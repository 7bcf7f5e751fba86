import { useCallback } from 'react';
import type { RecordFile } from '../../protocol/record.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { pageIdle } from '../../../store/idle.ts';
import type { Records } from '../../store/record.ts';
import { withParts } from './dropped.ts';

type Given = readonly RecordFile[] | Promise<readonly RecordFile[]>;

/** Adds what was dropped, chosen or pasted to the record; a record that was shared is its parts. */
export function useAddGiven(records: Records): (given: Given) => void {
  const { reader } = useRuntime();
  return useCallback(
    (given) => {
      const end = pageIdle.begin();
      void Promise.resolve(given)
        .then((files) => withParts(reader, files))
        .then((parts) => records.add(parts))
        .finally(end);
    },
    [reader, records],
  );
}
