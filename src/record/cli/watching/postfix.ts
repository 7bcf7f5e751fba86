import { execFile } from 'node:child_process';

export interface OfThisMachine {
  queue(): Promise<{ text: string; trouble: string }>;
  settings(): Promise<{ name: string; text: string }[]>;
}

const OUTPUT_MAX = 256 * 1024 * 1024;
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;

/** @param folder the configuration; null = the default one. */
export function ofThisMachine(folder: string | null): OfThisMachine {
  const config = folder === null ? [] : ['-c', folder];
  const said = async (program: string, ...args: string[]): Promise<{ text: string; trouble: string }> =>
    new Promise((resolve) => {
      execFile(
        program,
        [...config, ...args],
        { maxBuffer: OUTPUT_MAX, timeout: 60_000, env: { ...process.env, PATH } },
        (error, text, stderr) =>
          resolve({ text, trouble: error === null ? '' : (stderr.trim() || error.message).slice(0, 300) }),
      );
    });
  return {
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
