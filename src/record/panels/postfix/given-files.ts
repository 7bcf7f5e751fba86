import type { RecordFile } from '../../protocol/record.ts';
import { type Reader, readRecordFile } from '../../../store/reading.ts';

/** Maximum number of files from a folder. With more, the reader has probably dropped the wrong folder. */
const FILES_MAX = 2000;

/**
 * The files of a drop, those in folders with their path. Reads the folders before the first `await`: the browser allows
 * that only while it handles the event.
 */
export async function droppedFiles(data: DataTransfer): Promise<RecordFile[]> {
  const given = [...data.items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: RecordFile[] = [];
  for (const { entry, file } of given) {
    // Files are taken directly: Safari cannot find the path of a file that a page made or that is gone.
    // oxlint-disable-next-line no-await-in-loop
    if (entry?.isDirectory === true) await walk(entry, found);
    else if (file !== null) found.push({ name: file.name, file });
  }
  return found;
}

async function walk(entry: FileSystemEntry, found: RecordFile[]): Promise<void> {
  if (found.length >= FILES_MAX) return;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ name: entry.fullPath.replace(/^\//, ''), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // The browser returns at most 100 entries per call.
    // oxlint-disable-next-line no-await-in-loop
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return;
    for (const one of part) {
      // oxlint-disable-next-line no-await-in-loop
      await walk(one, found);
    }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Chosen files, those of a folder with their path. */
export function chosenFiles(list: FileList | null): RecordFile[] {
  return [...(list ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

export function pastedFile(text: string, number: number): RecordFile {
  const name = number === 1 ? 'pasted text' : `pasted text ${number}`;
  return { name, file: new File([text], name, { type: 'text/plain' }) };
}

/** Bytes of the largest file that may be a shared record. */
const SHARED_MAX = 64 * 1024 * 1024;
const HEAD = 64;

/** The given files; a shared record (`ShareRecord`) is replaced by its parts. */
export async function withParts(reader: Reader, files: readonly RecordFile[]): Promise<RecordFile[]> {
  const all: RecordFile[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one worker reads, one file after the other
  for (const file of files) all.push(...(await partsOf(reader, file)));
  return all;
}

async function partsOf(reader: Reader, given: RecordFile): Promise<RecordFile[]> {
  const { isBundle } = await import('../../../scenario/record/bundle.ts');
  const file = given.file as File;
  const packed = /\.qmgr[^/]*\.gz$/.test(given.name);
  if (file.size > SHARED_MAX || (!packed && !isBundle(await file.slice(0, HEAD).text()))) return [given];
  const parts = await readRecordFile(reader, file);
  return parts === null ? [given] : partFiles(parts, file.lastModified);
}

/** Parts of a shared record as files. */
export function partFiles(
  parts: readonly { name: string; text: string }[],
  lastModified: number,
): RecordFile[] {
  return parts.map(({ name, text }) => ({
    name,
    file: new File([text], name, { type: 'text/plain', lastModified }),
  }));
}
