import type { ServedRecord } from '../../protocol/record.ts';
import type { Records } from '../../store/record.ts';

const ENDED = 'Its command has ended. Run it again with --open.';

/** Opens the record that a command serves beside this page (`late --open`). Returns the error, or ''. */
export async function openServed(records: Records, token: string, wanted: () => boolean): Promise<string> {
  try {
    const given = await fetched(`record/${token}`);
    const { zone, year, classes, files } = (await given.json()) as ServedRecord;
    const blobs = await Promise.all(
      files.map(async (_file, i) => (await fetched(`record/${token}/${i}`)).blob()),
    );
    if (!wanted()) return '';
    const read = files.map(({ name, modified }, i) => ({
      name,
      file: new File([blobs[i] ?? ''], name, { lastModified: modified }),
    }));
    await records.open(read, { zone, year });
    records.setClasses(classes);
    return '';
  } catch {
    // The connection ends with the command, also in the middle of a file.
    return ENDED;
  }
}

async function fetched(path: string): Promise<Response> {
  const answer = await fetch(new URL(path, document.baseURI), { cache: 'no-store' });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}
