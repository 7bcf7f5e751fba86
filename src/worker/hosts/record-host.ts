import { expose } from 'comlink';
import { readRecord } from '../../importers/input/read.ts';
import { fileSource } from '../../importers/input/source.ts';
import { finish } from '../../importers/store/finish.ts';
import { viewOf } from '../../importers/view.ts';
import type { RecordApi, RecordFile, RecordProgress } from '../../protocol/record.ts';
import { claimThread } from './sole.ts';

claimThread('the records');

/** A text that is no log is read whole up to this. */
const TEXT_MAX = 64 * 1024 * 1024;
/** The page hears of the progress so often, in milliseconds. */
const HEARD_MS = 100;

let cancelled = false;

/** The worker of records: one record at a time, in columns. */
const api: RecordApi = {
  async open(files, { zone, year }, heard) {
    cancelled = false;
    let told = -Infinity;
    const tell = ({
      bytes,
      total,
      lines,
      file,
    }: {
      bytes: number;
      total: number;
      lines: number;
      file: number;
    }): void => {
      const now = performance.now();
      if (now - told < HEARD_MS) return;
      told = now;
      const progress: RecordProgress = { bytes, total, lines, name: files[file]?.name ?? '' };
      heard(progress);
    };
    const result = await readRecord(
      files.map(({ name, file }) => fileSource(file as File, name)),
      {
        zone,
        now: Date.now(),
        ...(year === null ? {} : { year }),
        onProgress: tell,
        cancelled: () => cancelled,
      },
    );
    finish(result.builder.members.map(({ instance }) => instance));
    return viewOf(result, await textsOf(files, result.files), zone);
  },
  async cancel() {
    cancelled = true;
  },
};

/** The files that are no log, whole. */
async function textsOf(
  files: readonly RecordFile[],
  facts: readonly { kind: string; gzip: boolean }[],
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  for (const [i, { file }] of files.entries()) {
    if (facts[i]?.kind !== 'text' || facts[i].gzip || file.size > TEXT_MAX) continue;
    // oxlint-disable-next-line no-await-in-loop
    texts.set(i, await file.text());
  }
  return texts;
}

expose(api);
