import { largest } from '../../importers/findings/sums.ts';
import type { Member } from '../../importers/store/record.ts';
import { type HeldRecord, lateIn } from './held.ts';

const LISTED = 5;

/** Counts the recipients of each sender. The null sender of notifications is left out. */
export function sendersOf(held: HeldRecord, member: Member): { sender: string; recipients: number }[] {
  const { instance } = member;
  const { attempts, lives } = instance.tables;
  const { strings } = instance.pools;
  const { recipientOf } = lateIn(held, member).prepared;
  const counts = new Uint32Array(strings.count);
  // Recipients are numbered in order of their first attempt.
  for (let row = 1, last = 0; row < attempts.length; row++) {
    const recipient = recipientOf[row] ?? 0;
    if (recipient <= last) continue;
    last = recipient;
    const sender = lives.sender[attempts.life[row] ?? 0] ?? 0;
    counts[sender] = (counts[sender] ?? 0) + 1;
  }
  counts[0] = 0;
  return largest(counts, LISTED).flatMap((sender) => {
    const recipients = counts[sender] ?? 0;
    const name = strings.text(sender);
    return recipients === 0 || name === '' ? [] : [{ sender: name, recipients }];
  });
}
