import { readRecordLink } from '../../../scenario/record/bundle.ts';
import type { RecordFile } from '../../protocol/record.ts';
import { partFiles } from '../postfix/given-files.ts';

/** Recordings of the build, as links of shared records (`npm run share -- FOLDER --link`); each comes when it is opened. */
const RECORDS: Readonly<Record<string, URL>> = {
  newsletter: new URL('../../incidents/records/newsletter.record', import.meta.url),
  relayhost: new URL('../../incidents/records/relayhost.record', import.meta.url),
  'provider-down': new URL('../../incidents/records/provider-down.record', import.meta.url),
  greylisting: new URL('../../incidents/records/greylisting.record', import.meta.url),
  'rate-delay': new URL('../../incidents/records/rate-delay.record', import.meta.url),
  afternoon: new URL('../../incidents/records/afternoon.record', import.meta.url),
};

/** The files of an incident. Throws with a sentence when they cannot be fetched. */
export async function incidentFiles(id: string): Promise<RecordFile[]> {
  const address = Object.hasOwn(RECORDS, id) ? RECORDS[id] : undefined;
  const answer = address === undefined ? null : await fetch(address);
  if (answer === null || !answer.ok) throw new Error('The recording could not be fetched.');
  const parts = await readRecordLink(await answer.text());
  if (typeof parts === 'string') throw new Error(parts);
  return partFiles(
    parts.map((part) => ({ ...part, name: `${id} ${part.name}` })),
    Date.UTC(2001, 0, 1),
  );
}
