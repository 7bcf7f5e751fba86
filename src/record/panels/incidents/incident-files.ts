import { readRecordLink } from '../../../scenario/record/bundle.ts';
import { INCIDENTS } from '../../incidents/incidents.ts';
import type { RecordFile } from '../../protocol/record.ts';
import type { Records } from '../../store/record.ts';
import { partFiles } from '../postfix/given-files.ts';

/** Opens the recording of an incident, with its classes, in place of the current record. Throws an error with a sentence. */
export async function openIncident(
  records: Records,
  id: string,
  wanted = (): boolean => true,
): Promise<void> {
  const files = await incidentFiles(id);
  if (!wanted()) return;
  await records.open(files);
  // A new record has no classes yet; classes that the reader has added stay.
  const classes = INCIDENTS.find((one) => one.id === id)?.classes ?? [];
  if (wanted() && records.store.getState().classes.length === 0) records.setClasses(classes);
}

/** Recordings, written as links of shared records (`npm run share -- FOLDER --link`). Each is fetched when it is opened. */
const RECORDS: Readonly<Record<string, URL>> = {
  newsletter: new URL('../../incidents/records/newsletter.record', import.meta.url),
  relayhost: new URL('../../incidents/records/relayhost.record', import.meta.url),
  'provider-down': new URL('../../incidents/records/provider-down.record', import.meta.url),
  greylisting: new URL('../../incidents/records/greylisting.record', import.meta.url),
  'rate-delay': new URL('../../incidents/records/rate-delay.record', import.meta.url),
  afternoon: new URL('../../incidents/records/afternoon.record', import.meta.url),
};

/** Fetches the files of an incident. Throws an error with a sentence when that fails. */
async function incidentFiles(id: string): Promise<RecordFile[]> {
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
