import { expose } from 'comlink';
import { readRecord } from '../importers/input/read.ts';
import { type LinesOfFile, linesOfSource } from '../importers/input/lines-at.ts';
import { fileSource } from '../importers/input/source.ts';
import type { ReadResult } from '../importers/input/read.ts';
import { packRecord, unpackRecord } from '../importers/store/kept.ts';
import { finish } from '../importers/store/finish.ts';
import { viewOf } from '../importers/view.ts';
import { createReplayDesk, type ReplayDesk } from './replay/desk.ts';
import { recordQuestions } from './record/record-answers.ts';
import { type HeldRecord, holdRecord } from './record/held.ts';
import type { RecordApi, RecordFile, RecordView } from '../protocol/record.ts';
import { forgetKept, keepRecord, listKept, loadKept } from './records/kept-records.ts';
import { serveJobs, type Work } from '../../protocol/serve-jobs.ts';
import { textOfFile } from '../../scenario/bytes.ts';
import { claimThread } from '../../worker/hosts/claim-thread.ts';
import { createMessageYield } from '../../worker/hosts/yield-to-messages.ts';

claimThread('the records');

/** Bytes up to which a text that is not a log is read. */
const TEXT_MAX = 64 * 1024 * 1024;
/** The page gets at most one progress message in this many milliseconds. */
const HEARD_MS = 100;

let desk: ReplayDesk | null = null;
let logs: LinesOfFile[] = [];

const turn = createMessageYield();
/** The record that questions refer to. */
let held: HeldRecord | null = null;
let opened: { result: ReadResult; texts: Map<number, string>; zone: string; view: RecordView } | null = null;

function show(result: ReadResult, texts: Map<number, string>, zone: string): RecordView {
  const view = viewOf(result, texts, zone);
  const named = [...texts].map(([i, text]) => ({ name: result.files[i]?.name ?? '', text }));
  desk = createReplayDesk({ result, texts: named, turn });
  held = holdRecord(result, texts);
  opened = { result, texts, zone, view };
  return view;
}

/** Limits messages to one per HEARD_MS. */
function seldom<Word>(say: (word: Word) => void): (word: Word) => void {
  let told = -Infinity;
  return (word) => {
    const now = performance.now();
    if (now - told < HEARD_MS) return;
    told = now;
    say(word);
  };
}

const read: Work<'read-record'> = async ({ files, options: { zone, year } }, { say, stopped }) => {
  held = null;
  const sources = files.map(({ name, file }) => fileSource(file as File, name));
  const tell = seldom(say);
  const result = await readRecord(sources, {
    zone,
    now: Date.now(),
    ...(year === null ? {} : { year }),
    onProgress: ({ bytes, total, lines, file }) =>
      tell({ bytes, total, lines, name: files[file]?.name ?? '' }),
    cancelled: stopped,
    turn,
  });
  finish(result.builder.members.map(({ instance }) => instance));
  logs = sources.map(linesOfSource);
  return show(result, await textsOf(files, result.files), zone);
};

const follow: Work<'follow-record'> = async (_, { say, stopped }) =>
  (await desk?.follow(seldom(say), stopped)) ?? null;

serveJobs({ 'read-record': () => read, 'follow-record': () => follow }, self);

/** The worker of records. It holds one record at a time. */
const api: RecordApi = {
  ...recordQuestions(() => held),
  async replay(which) {
    return desk?.open(which) ?? null;
  },
  async model(which) {
    return desk?.model(which) ?? null;
  },
  async lines(file, from, to) {
    const texts = (await logs[file]?.lines(from, to)) ?? [];
    return texts.map((text, i) => ({ line: from + i, text }));
  },
  async keep(name) {
    if (opened === null) throw new Error('No record is open that could be saved.');
    const { result, texts, zone, view } = opened;
    const { instances } = view;
    return await keepRecord(
      {
        name,
        messages: instances.reduce((sum, { messages }) => sum + messages, 0),
        from: instances.length === 0 ? 0 : Math.min(...instances.map(({ from }) => from)),
        to: Math.max(0, ...instances.map(({ to }) => to)),
      },
      packRecord(result, texts, zone),
    );
  },
  kept: listKept,
  async openKept(id) {
    const { result, texts, zone } = unpackRecord(await loadKept(id));
    // The files of a stored record are not available, so its log lines cannot be shown.
    logs = [];
    return show(result, texts, zone);
  },
  forget: forgetKept,
};

async function textsOf(
  files: readonly RecordFile[],
  facts: readonly { kind: string; gzip: boolean }[],
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  for (const [i, { file }] of files.entries()) {
    if (facts[i]?.kind !== 'text' || facts[i].gzip || file.size > TEXT_MAX) continue;
    // oxlint-disable-next-line no-await-in-loop
    texts.set(i, await textOfFile(file as File));
  }
  return texts;
}

expose(api);
