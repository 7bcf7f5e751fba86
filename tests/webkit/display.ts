import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a virtual display (Xvfb). Xvfb chooses a free display number and writes it to file descriptor 3. */
export async function startDisplay(program: string): Promise<{ name: string; end(): Promise<void> }> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '2200x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const answer = child.stdio[3];
  if (answer === null || answer === undefined) throw new Error('no way to hear from the display');
  const [number] = (await Promise.race([
    once(answer, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended at once`))),
  ])) as [Buffer];
  return {
    name: `:${number.toString().trim()}`,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}
