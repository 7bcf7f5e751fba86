import type { RecordedWorld } from './model.ts';

/**
 * Does an agent of this destination try a message in its pass of that number? A recipient that is put off without a try stays on file, and
 * nothing has failed for it.
 */
export function isTried(
  { setup, index }: RecordedWorld,
  message: number,
  pass: number,
  name: string,
): boolean {
  const { attempts, messages: columns, texts } = setup;
  for (let r = columns.first[message] as number; r < (columns.first[message + 1] as number); r++) {
    if (texts[columns.nexthop[r] as number] !== name) continue;
    for (let i = index.first[r] as number; i < (index.first[r + 1] as number); i++) {
      const attempt = index.of[i] as number;
      const stays = attempts.fate[attempt] === 1 && attempts.failure[attempt] === -1;
      if (index.passOf[attempt] === pass && !stays) return true;
    }
  }
  return false;
}
