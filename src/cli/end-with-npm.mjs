/**
 * Ends a process of `npm run` when npm is no longer there. npm passes SIGTERM only to the shell between itself and this process,
 * and it cannot pass SIGKILL; nothing that this process holds is closed by either, so npm and the shell are looked at.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { isAlive } from './setup.mjs';

const INTERVAL_MS = 250;

/**
 * Sends SIGTERM to this process once npm is gone. Does nothing where npm did not start it. In a thread of its own, because a
 * simulation keeps the main thread busy for minutes.
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

/** The process that started a shell to run a command; 0 = this is no such shell, or the system does not say. */
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
