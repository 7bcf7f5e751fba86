import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import type { ProcessId } from '../../../src/protocol/ids.ts';
import type { RealMillis } from '../../../src/protocol/units.ts';

/** Milliseconds of the processor that this program has used; other programs do not count, what the system does for it does. */
export function cpuMs(): RealMillis {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The process of the browser with the largest memory of those that show pages: the page's own, its workers included. */
export async function pageProcess(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return renderers.reduce((one, other) => (heldBy(one) >= heldBy(other) ? one : other));
}

/** Bytes of a process in memory; 0 where the system does not tell. */
export function heldBy(pid: ProcessId): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(told(pid, 'status'))?.[1] ?? 0) * 1024;
}

/** Milliseconds of the processor that a process has used; 0 where the system does not tell. */
export function cpuMsOf(pid: ProcessId): RealMillis {
  // After the name in brackets: state, …, and as twelfth and thirteenth user and system time in hundredths of a second.
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
