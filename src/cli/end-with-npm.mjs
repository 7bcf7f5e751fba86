/**
 * Ends this process when the `npm run` that started it is gone. npm passes SIGTERM only to its shell, and cannot pass on
 * SIGKILL. Node reports neither to this process, so this checks every 250 ms whether npm and the shell are alive.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { isAlive } from './setup.mjs';

const INTERVAL_MS = 250;

/**
 * Sends SIGTERM to this process when npm is gone; does nothing if npm did not start it. Checks in a separate thread, because
 * a simulation can block the main thread for minutes.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const data = { parent, npm: parentOfShell(parent) };
  new Worker(fileURLToPath(import.meta.url), { workerData: data, execArgv: [] }).unref();
}

if (!isMainThread && workerData?.npm !== undefined) {
  const { parent, npm } = workerData;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === 0 || isAlive(npm))) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL_MS);
}

/** The parent of process `pid` if that is a shell running one command; otherwise 0. */
function parentOfShell(pid) {
  const { words, parent } = processInfo(pid);
  return /^\S+ -c /.test(words) ? parent : 0;
}

function processInfo(pid) {
  try {
    // Small Linux images have no `ps`.
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return {
      words,
      parent: Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
    };
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent = 0, words = ''] = /^ *(\d+) (.*)$/m.exec(stdout ?? '') ?? [];
    return { words, parent: Number(parent) };
  }
}
