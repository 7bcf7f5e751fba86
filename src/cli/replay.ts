/**
 * `npm run replay -- FOLDER… [--json] [--zone NAME] [--year N]`
 *
 * The exact engine follows the record of each folder (logs of any form, postconf and master.cf texts, transport maps)
 * and says what is equal. Exit status 1 when a selection, a preemption or a window that could be compared differs.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseArgs } from 'node:util';
import { readRecord } from '../importers/input/read.ts';
import { evidenceOf } from '../importers/replay/evidence.ts';
import { replayOf } from '../importers/replay/setup.ts';
import { readSettings, type SettingsText } from '../importers/settings/read.ts';
import { finish } from '../importers/store/finish.ts';
import type { Settings } from '../protocol/settings.ts';
import { describeError } from '../scenario/schema-errors.ts';
import { followRecord } from '../worker/replay/follow.ts';
import type { Compared, ReplayScore } from '../protocol/replay.ts';
import { zoneOffset } from '../importers/lines/zone.ts';
import { sourcesOf } from './records/files.ts';

const USAGE = `usage: npm run replay -- FOLDER… [--json] [--zone NAME] [--year N]
  FOLDER       logs (maillog, also packed with gzip) with postconf.txt or main.cf, master.txt or master.cf, transport maps;
               a folder within it is a record of its own
  --json       one object a line for each folder
  --zone NAME  zone of stamps that have none: Europe/Vienna, UTC, +02:00 (default: that of this machine)
  --year N     year of the first stamp that has none (default: from queue ids, or from the file's date)
`;

/** A text that may be settings is small; a log may be of any size and is never read as a whole. */
const SETTINGS_MAX = 4_000_000;
const STEPS = 20_000;

/** The line of one folder. */
interface ReplayLine extends Omit<ReplayScore, 'first' | 'differences'> {
  kind: 'replay';
  folder: string;
  first: { line: number; what: string; recorded: string; predicted: string } | null;
}

function fail(field: string, value: string, accepted: string): never {
  throw new Error(describeError({ field, value, accepted }));
}

/** Texts of a folder that are settings, told by their content; packed ones are unpacked. */
function settingsOf(folder: string): Settings | null {
  if (!statSync(folder).isDirectory()) return null;
  const texts: SettingsText[] = [];
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (
      !statSync(path).isFile() ||
      statSync(path).size > SETTINGS_MAX ||
      /\.(json|jsonl|csv)(\.gz)?$/.test(name)
    )
      continue;
    const bytes = readFileSync(path);
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
    const [source] = readSettings([{ name, text }]).sources;
    if (source !== undefined && source.kind !== 'other') texts.push({ name, text });
  }
  return texts.length === 0 ? null : readSettings(texts);
}

/** A folder and those in it: what lies in a folder of its own is a record of its own. */
function foldersIn(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return [folder];
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = inside.map(({ name }) => name).sort();
  return [folder, ...names.flatMap((name) => foldersIn(join(folder, name)))];
}

/** The files that lie in a folder itself. */
function filesIn(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return [folder];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name))
    .sort();
}

async function replayAll(folder: string, zone: string, year: number | null): Promise<ReplayLine[]> {
  if (!existsSync(folder)) fail('FOLDER', folder, 'a folder that is there');
  const above = settingsOf(folder);
  const lines: ReplayLine[] = [];
  for (const inside of foldersIn(folder)) {
    const files = filesIn(inside);
    const settings = settingsOf(inside) ?? above;
    // oxlint-disable-next-line no-await-in-loop
    if (files.length > 0) lines.push(...(await replayFolder(inside, files, settings, { zone, year })));
  }
  if (lines.length === 0) fail('FOLDER', folder, 'a folder with a log in which a message becomes active');
  return lines;
}

interface Stamps {
  zone: string;
  year: number | null;
}

async function replayFolder(
  folder: string,
  files: readonly string[],
  settings: Settings | null,
  { zone, year }: Stamps,
): Promise<ReplayLine[]> {
  const read = await readRecord(sourcesOf(files), {
    zone,
    now: Date.now(),
    ...(year === null ? {} : { year }),
  });
  finish(read.builder.members.map(({ instance }) => instance));
  const lines: ReplayLine[] = [];
  for (const { instance } of read.builder.members) {
    const replay = replayOf(instance, settings, basename(folder));
    if (replay === null) continue;
    const following = followRecord(replay, evidenceOf(instance, replay));
    while (!following.run(STEPS));
    const { first, selections, preemptions, windows, deaths, retries, attempts, b } =
      following.result().score;
    lines.push({
      kind: 'replay',
      folder,
      selections,
      preemptions,
      windows,
      deaths,
      retries,
      attempts,
      b,
      first:
        first === null
          ? null
          : { line: first.line, what: first.what, recorded: first.recorded, predicted: first.predicted },
    });
  }
  return lines;
}

function same(what: string, { recorded, compared, equal }: Compared): string {
  if (recorded === 0) return `  ${what.padEnd(14)} none in the record\n`;
  return `  ${what.padEnd(14)} ${equal} of ${compared} equal${compared < recorded ? `, ${recorded - compared} cannot be compared` : ''}\n`;
}

function reportText(line: ReplayLine): string {
  const { selections, preemptions, windows, deaths, retries, attempts, b, first } = line;
  return (
    `${line.folder}\n` +
    (selections.recorded === 0
      ? '  selections     not in the log: it has no lines of a verbose queue manager (qmgr -v)\n'
      : same('selections', selections)) +
    same('preemptions', preemptions) +
    (windows.recorded === 0
      ? '  windows        not in the log: destination_concurrency_feedback_debug is off\n'
      : same('windows', windows)) +
    same('deaths', deaths) +
    same('retries', retries) +
    `  attempts       ${attempts.replayed} of ${attempts.recorded} replayed\n` +
    `  b              ${b.within} of ${b.compared} within 0.1 s or 2 %\n` +
    (first === null
      ? '  No difference.\n'
      : `  First difference: line ${first.line}, ${first.what}: recorded ${first.recorded}; predicted ${first.predicted}\n`)
  );
}

function differs({ selections, preemptions, windows }: ReplayLine): boolean {
  return [selections, preemptions, windows].some(({ compared, equal }) => compared !== equal);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      zone: { type: 'string' },
      year: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true || positionals.length === 0) {
    console.error(USAGE);
    return values.help === true ? 0 : 2;
  }
  const zone = values.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zoneOffset(zone) === null) fail('--zone', zone, 'Europe/Vienna, UTC, +02:00');
  if (values.year !== undefined && !/^(19[7-9]\d|20\d\d)$/.test(values.year))
    fail('--year', values.year, 'a year from 1970 to 2099');
  let status = 0;
  for (const folder of positionals) {
    for (const line of await replayAll(
      folder,
      zone,
      values.year === undefined ? null : Number(values.year),
    )) {
      console.log(values.json === true ? JSON.stringify(line) : reportText(line));
      if (differs(line)) status = 1;
    }
  }
  return status;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 2;
});
