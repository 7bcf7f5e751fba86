import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecord } from '../../importers/input/read.ts';
import { finish } from '../../importers/store/finish.ts';
import type { RecordBuilder } from '../../importers/store/record.ts';
import { sourcesOf } from '../records/files.ts';
import { writeMadeLog } from '../records/made-log.ts';
import type { BenchRow } from './types.ts';
import { mapAndArrayNs } from './yardstick.ts';

const MB = 1_000_000;
/** Enough of the made log for a million attempts. */
const MILLION = 420 * MB;

/**
 * A log read whole (lives, attempts, deliveries, chains): 100 MB beside pflogsumm on the same file, in processor time, one
 * directly after the other; and what a million attempts hold in memory. The log is the afternoon of the fixtures again
 * and again, with other ids, times, processes and names. Without pflogsumm on the machine its reference is empty.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-record-'));
  try {
    const small = join(folder, 'maillog');
    const made = writeMadeLog(small, 100 * MB);
    const yardstickNs = mapAndArrayNs(2_000_000, cpuMs);
    const ours = await cpuOfReading(small);
    const theirs = cpuOfSummary(small);
    const row = (name: string, value: number, unit: string, reference: number | null, ns = 0): BenchRow => ({
      bench: 'record',
      case: name,
      value,
      unit,
      yardstickRatio: ns / yardstickNs,
      reference,
    });
    const first = [
      row(
        '100 MB read, processor time (pflogsumm / 3)',
        ours,
        's',
        theirs === null ? null : theirs / 3,
        ours * 1e9,
      ),
      row('lines a second', made.lines / ours, 'lines', null),
    ];
    const large = join(folder, 'large');
    writeMadeLog(large, MILLION);
    const memory = await memoryOf(large);
    return [
      ...first,
      row('attempts in memory', memory.attempts, 'attempts', null),
      row('memory of a million attempts', ((memory.bytes / memory.attempts) * 1e6) / MB, 'MB', 200),
      row('text that it was read from', statSync(large).size / MB, 'MB', null),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Other programs on the machine do not count; what the system does for this one does. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function cpuOfReading(path: string): Promise<number> {
  const before = cpuMs();
  await read(path);
  return (cpuMs() - before) / 1000;
}

async function read(path: string): Promise<RecordBuilder> {
  const { builder } = await readRecord(sourcesOf([path]), { zone: 'UTC', now: Date.now() });
  finish(builder.members.map(({ instance }) => instance));
  return builder;
}

/** Seconds of the processor that pflogsumm takes; null when it is not there. */
function cpuOfSummary(path: string): number | null {
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time pflogsumm "$0" > /dev/null', path],
    {
      encoding: 'utf8',
    },
  );
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(stderr);
  return status !== 0 || times === null ? null : Number(times[1]) + Number(times[2]);
}

/** Columns and texts of a record, and all else that the program holds while it is there, its own code apart. */
async function memoryOf(path: string): Promise<{ bytes: number; attempts: number }> {
  const before = held();
  const builder = await read(path);
  const bytes = held() - before;
  return {
    bytes,
    attempts: builder.members.reduce((sum, { instance }) => sum + instance.tables.attempts.length - 1, 0),
  };
}

function held(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
