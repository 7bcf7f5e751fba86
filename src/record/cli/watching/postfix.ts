import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { delimiter, join } from 'node:path';

export interface OfThisMachine {
  queue(): Promise<{ text: string; trouble: string }>;
  settings(): Promise<{ name: string; text: string }[]>;
  /** Names of this machine in its log: that of the system, and that of Postfix, which postlogd uses. */
  hosts(): Promise<string[]>;
  /** The file to which Postfix logs by itself; '' = it logs to syslog. */
  logFile(): Promise<string>;
}

const OUTPUT_MAX = 256 * 1024 * 1024;
/** Users other than root often do not have the programs of administrators in their PATH. */
const searchPath = (): string => [process.env['PATH'] ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter);

/** True if this machine has a program of this name. */
export const isInstalled = (program: string): boolean =>
  searchPath()
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, program)));

/** @param folder the configuration; null = the default one. */
export function ofThisMachine(folder: string | null): OfThisMachine {
  const config = folder === null ? [] : ['-c', folder];
  const said = async (program: string, ...args: string[]): Promise<{ text: string; trouble: string }> =>
    new Promise((resolve) => {
      execFile(
        program,
        [...config, ...args],
        { maxBuffer: OUTPUT_MAX, timeout: 60_000, env: { ...process.env, PATH: searchPath() } },
        (error, text, stderr) =>
          resolve({ text, trouble: error === null ? '' : (stderr.trim() || error.message).slice(0, 300) }),
      );
    });
  const value = async (name: string): Promise<string> => (await said('postconf', '-h', name)).text.trim();
  return {
    hosts: async () => [hostname(), await value('myhostname')],
    logFile: () => value('maillog_file'),
    queue: () => said('postqueue', '-j'),
    async settings() {
      const [main, master] = await Promise.all([said('postconf', '-n'), said('postconf', '-M')]);
      return [
        { name: 'postconf -n', text: main.text },
        { name: 'postconf -M', text: master.text },
      ].filter(({ text }) => text !== '');
    },
  };
}
