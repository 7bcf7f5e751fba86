import { Pairs } from '../bytes/pairs.ts';
import type { Instance } from '../store/instance.ts';

/** Recipient of each attempt, and how many numbers there are, 0 among them. */
export interface Recipients {
  of: Uint32Array;
  count: number;
}

/** Numbers recipients as they first come, from 1 on. */
export function numberRecipients({ tables }: Instance): Recipients {
  const { attempts } = tables;
  const pairs = new Pairs();
  const of = new Uint32Array(attempts.length);
  for (let row = 1; row < attempts.length; row++)
    of[row] = pairs.of(attempts.life[row] ?? 0, attempts.to[row] ?? 0) + 1;
  return { of, count: pairs.count + 1 };
}
