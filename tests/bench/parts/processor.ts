import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import type { ProcessId } from '../../../src/protocol/ids.ts';
import type { RealMillis } from '../../../src/protocol/units.ts';

/**
 * Processor time of this process in milliseconds, including the system's work for it. Unlike wall time, other programs do not
 * change it.
 */
export function cpuMs(): RealMillis {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns the largest renderer process of the browser: the page with its workers. */
export async function pageProcess(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return renderers.reduce((one, other) => (heldBy(one) >= heldBy(other) ? one : other));
}

/** Returns the resident memory of a process in bytes; 0 where the system does not report it. */
export function heldBy(pid: ProcessId): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(told(pid, 'status'))?.[1] ?? 0) * 1024;
}

/** Returns the processor time of a process in milliseconds; 0 where the system does not report it. */
export function cpuMsOf(pid: ProcessId): RealMillis {
  // The fields follow the program's name in brackets. The twelfth and thirteenth of them are user and system time, in
  // hundredths of a second.
  const fields = told(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

function told(pid: ProcessId, file: 'status' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
