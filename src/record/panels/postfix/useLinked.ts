import { useEffect, useState } from 'react';
import { useRuntime } from '../../../store/hooks.ts';
import { pageIdle } from '../../../store/idle.ts';
import { readRecord } from '../../../store/reading.ts';
import type { Records } from '../../store/record.ts';
import { partFiles } from './dropped.ts';

/** A record in a link has no date of its own: every shared one begins on this day. */
const SHARED = Date.UTC(2001, 0, 1);

/** Opens the record that an address holds (`&record=…`); says why it cannot, '' = it can. */
export function useLinked(records: Records, hash: string): string {
  const { reader } = useRuntime();
  const [fault, setFault] = useState({ linked: '', text: '' });
  const linked = hash.includes('&record=') ? hash : '';
  useEffect(() => {
    if (linked === '') return undefined;
    let wanted = true;
    const end = pageIdle.begin();
    void readRecord(reader, linked)
      .then(async (read) => {
        if (!wanted) return;
        if (typeof read === 'string') setFault({ linked, text: read });
        else await records.open(partFiles(read, SHARED));
      })
      .finally(end);
    return () => {
      wanted = false;
    };
  }, [reader, records, linked]);
  return fault.linked === linked ? fault.text : '';
}
