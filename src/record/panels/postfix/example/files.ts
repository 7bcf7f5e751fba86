import type { RecordFile } from '../../../protocol/record.ts';

/** Addresses of the example's files. They are fetched only when the reader opens the example. */
const FILES: readonly [name: string, address: URL][] = [
  ['maillog.gz', new URL('./maillog.gz', import.meta.url)],
  ['postconf.txt', new URL('./postconf.txt', import.meta.url)],
  ['master.txt', new URL('./master.txt', import.meta.url)],
  ['postqueue.jsonl', new URL('./postqueue.jsonl', import.meta.url)],
];

/** An afternoon of a real Postfix 3.7.11 in a laboratory, with all four kinds of files. Throws when they cannot be fetched. */
export async function exampleFiles(): Promise<RecordFile[]> {
  return Promise.all(
    FILES.map(async ([name, address]) => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${name} could not be fetched (${answer.status})`);
      return {
        name,
        file: new File([await answer.blob()], name, { lastModified: Date.UTC(2026, 10, 21, 1, 53) }),
      };
    }),
  );
}
