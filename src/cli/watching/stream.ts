import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Following, Listener } from './follow.ts';

const NEWLINE = 10;

/** Follows what comes out of a stream: standard input, or another program. */
export function followStream(stream: Readable, to: Listener, name: string): Following {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    rest = bytes.subarray(end);
    if (end > 0) to.lines(bytes.subarray(0, end), Date.now());
  });
  stream.on('end', () => {
    if (rest.length > 0) to.lines(Buffer.concat([rest, Buffer.from('\n')]), Date.now());
    to.ended(`${name} has ended`);
  });
  stream.on('error', (error) => to.ended(`${name}: ${error.message}`));
  return { stop: () => void stream.destroy() };
}

/** Entries of the journal that are read before those that come. */
const BEFORE = 20_000;

/** Follows the journal of systemd: of one unit, or of everything that logs as mail. */
export function followJournal(unit: string | null, to: Listener, program = 'journalctl'): Following {
  // Facility 2 is mail: units of Postfix have different names on different systems.
  const which = unit === null ? ['SYSLOG_FACILITY=2'] : ['--unit', unit];
  const args = ['--follow', '--output=json', '--lines', String(BEFORE), '--no-pager', ...which];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-500);
  });
  let over = false;
  const end = (reason: string): void => {
    if (!over) to.ended(reason);
    over = true;
  };
  const followed = followStream(child.stdout, { ...to, ended: () => {} }, program);
  child.on('error', (error) => end(`${program}: ${error.message}`));
  child.on('exit', (code) =>
    end(`${program} ended${said.trim() === '' ? ` (${code})` : `: ${said.trim()}`}`),
  );
  return {
    stop() {
      over = true;
      followed.stop();
      child.kill();
    },
  };
}
