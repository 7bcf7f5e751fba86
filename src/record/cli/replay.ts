/**
 * `npm run replay -- FOLDER… [--json] [--zone NAME] [--year N]`
 *
 * The exact engine follows the record of each folder (logs of any format, postconf and master.cf texts, transport maps). Says where the two
 * agree. Exit status 1 when a selection, a preemption or a window differs.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LineNumber } from '../../protocol/ids.ts';
import { replayEvidenceOf } from '../importers/replay/evidence.ts';
import { replayOf } from '../importers/replay/setup.ts';
import type { Settings } from '../protocol/settings.ts';
import { followRecord } from '../worker/replay/follow.ts';
import type { Compared, ReplayScore } from '../protocol/replay.ts';
import { filesIn } from './records/files.ts';
import { readLogs, settingsIn } from './records/read-record.ts';
import { RECORD_OPTIONS, yearOf, zoneOf } from './records/options.ts';
import { failInput, runCommand, usageStatus, PATH_KINDS } from '../../cli/command.ts';
import { print, printReport } from '../../cli/terminal.ts';

const USAGE = `usage: npm run replay -- FOLDER… [--json] [--zone NAME] [--year N]
  FOLDER       logs (plain or gzipped) with postconf.txt or main.cf, master.txt or master.cf, transport maps;
               a subfolder is a record of its own; a shared record (npm run share) works too
  --json       one object per line, for each folder
  --zone NAME  zone of time stamps without one: Europe/Vienna, UTC, +02:00 (default: zone of this machine)
  --year N     year of the first time stamp without one (default: from queue ids or the date of the file)
`;

const STEPS = 20_000;

interface ReplayLine extends Omit<ReplayScore, 'first' | 'differences'> {
  kind: 'replay';
  folder: string;
  first: { line: LineNumber; what: string; recorded: string; predicted: string } | null;
  /** Not in JSON: deliveries that cannot be compared because the time stamps do not tell whether they or a report came first. */
  unordered: number;
  /** Not in JSON: choices that cannot be compared because the log does not show all alternatives. */
  unknown: number;
}

/** Lists a folder and its subfolders. Each folder is a record of its own. */
function foldersIn(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return [folder];
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = inside.map(({ name }) => name).sort();
  return [folder, ...names.flatMap((name) => foldersIn(join(folder, name)))];
}

async function replayAll(folder: string, stamps: Stamps): Promise<ReplayLine[]> {
  if (!existsSync(folder)) failInput('FOLDER', folder, PATH_KINDS.folder);
  const above = settingsIn(filesIn(folder));
  const lines: ReplayLine[] = [];
  for (const inside of foldersIn(folder)) {
    const files = filesIn(inside);
    const settings = settingsIn(files) ?? above;
    // oxlint-disable-next-line no-await-in-loop
    if (files.length > 0) lines.push(...(await replayFolder(inside, files, settings, stamps)));
  }
  if (lines.length === 0) failInput('FOLDER', folder, PATH_KINDS.logFolder);
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
  stamps: Stamps,
): Promise<ReplayLine[]> {
  const read = await readLogs(files, stamps);
  const lines: ReplayLine[] = [];
  for (const { instance } of read.builder.members) {
    const replay = replayOf(instance, settings, basename(folder));
    if (replay === null) continue;
    const following = followRecord(replay, replayEvidenceOf(instance, replay));
    while (!following.run(STEPS));
    const { first, differences, selections, preemptions, windows, deaths, retries, attempts, b } =
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
      unordered: differences.order,
      unknown: differences.unknown,
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
      ? '  selections     not in the log, because qmgr -v was off\n'
      : same('selections', selections)) +
    same('preemptions', preemptions) +
    (windows.recorded === 0
      ? '  windows        not in the log, because destination_concurrency_feedback_debug was off\n'
      : same('windows', windows)) +
    same('deaths', deaths) +
    same('retries', retries) +
    `  attempts       ${attempts.replayed} of ${attempts.recorded} replayed\n` +
    `  b              ${b.within} of ${b.compared} within 0.1 s or 2 %\n` +
    (line.unordered === 0
      ? ''
      : `  order          ${line.unordered} cannot be compared: they have the same time stamp, and the log does not say which came first\n`) +
    (line.unknown === 0
      ? ''
      : `  choices        ${line.unknown} cannot be compared: the log does not show every recipient's destination, or the order in which they were read\n`) +
    (first === null
      ? `  ${withoutFirst(line)}\n`
      : `  First difference: line ${first.line}, ${first.what}: recorded ${first.recorded}; predicted ${first.predicted}\n`)
  );
}

/**
 * The last line of a report whose choices all agree. Deaths and retries are only counted, so the report cannot name a
 * log line for a missing death or retry.
 */
function withoutFirst({ deaths, retries }: ReplayLine): string {
  const missing = [
    [deaths.compared - deaths.equal, 'death', 'deaths'],
    [retries.compared - retries.equal, 'retry', 'retries'],
  ] as const;
  const told = missing
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return told.length === 0
    ? 'No difference.'
    : `Choices and windows do not differ, but ${told.join(' and ')} of the log ${told.length === 1 && told[0]?.startsWith('1 ') === true ? 'is' : 'are'} not in the run.`;
}

function differs({ selections, preemptions, windows }: ReplayLine): boolean {
  return [selections, preemptions, windows].some(({ compared, equal }) => compared !== equal);
}

export async function replayCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: RECORD_OPTIONS,
  });
  const usage = usageStatus(USAGE, values.help, positionals);
  if (usage !== null) return usage;
  const stamps = { zone: zoneOf(values.zone), year: yearOf(values.year) };
  let status = 0;
  for (const folder of positionals) {
    for (const line of await replayAll(folder, stamps)) {
      const { unordered: _, unknown: __, ...told } = line;
      if (values.json === true) print(JSON.stringify(told));
      else printReport(reportText(line));
      if (differs(line)) status = 1;
    }
  }
  return status;
}

await runCommand(import.meta.url, replayCommand);
