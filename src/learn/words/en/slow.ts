/** A preemption and a cascade in slow motion, part by part. */
import { counted, figure, say, type Token } from '../../../explain/tokens.ts';
import type { PreemptionTest } from '../../../protocol/decisions.ts';

type Chip = { chip: number };
type Opened = { level: number; bucket: number; ran: number; moved: number };
type Fell = { toLevel: number; bucket: number };

export const slow = {
  label: 'In slow motion',
  play: 'Play it slowly',
  pause: 'Pause',
  back: 'One part back',
  on: 'One part on',
  none: 'There is no such motion from here on in this run.',
  needs: (job: Chip, { need, price }: PreemptionTest): Token[] =>
    say`${job} needs ${counted(need, 'delivery slot', 'delivery slots')}, one for each of its entries${price === need ? '' : `; ${figure(price)} must be on hand`}.`,
  has: (job: Chip, { onHand, loan }: PreemptionTest): Token[] =>
    say`${job} has ${figure(onHand)} on hand${loan > 0 ? `, ${figure(loan)} of them on loan` : ''}.`,
  enough: (candidate: Chip, current: Chip, { onHand, price }: PreemptionTest): Token[] =>
    say`${figure(onHand)} ≥ ${figure(price)}: ${candidate} is let in before ${current}.`,
  moves: (candidate: Chip, current: Chip): Token[] =>
    say`${candidate} stands in front of ${current} and hands over its first entry.`,
  opens: ({ level, bucket }: Opened): Token[] => say`Bucket ${bucket} of level ${level + 1} opens.`,
  falls: (timer: number, { toLevel, bucket }: Fell): Token[] =>
    say`Timer ${timer} is not due yet: it falls to level ${toLevel + 1}, bucket ${bucket}.`,
  fallen: ({ ran, moved }: Opened): Token[] =>
    say`${counted(moved, 'timer has', 'timers have')} fallen, ${ran === 0 ? 'none was' : counted(ran, 'was', 'were')} due.`,
};
