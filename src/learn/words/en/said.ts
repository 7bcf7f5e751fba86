/** Describes the engine's decisions in the terms of the first minute: coins, deliveries, getting ahead. */
import type { Announcement } from '../../../explain/announce.ts';
import { formatNumber } from '../../../explain/figures.ts';
import { type Names, say, type Token } from '../../../explain/tokens.ts';
import type { DecisionRecord } from '../../../protocol/decisions.ts';
import { type Turn, turnOf } from '../turn.ts';
import { coins } from './first.ts';

interface Headlines {
  label: string;
  close: string;
  announced: (announcement: Announcement) => Pick<Announcement, 'title' | 'text'>;
}

export const said = {
  /** Says who got the free agent, and why no other message did. */
  turn: (record: DecisionRecord, names: Names): Token[] => {
    const turn = turnOf(record, names);
    if (turn === null) return say`An agent is free, but nothing can be handed over.`;
    return say`An agent is free. ${reason(turn)}.`;
  },
  arrives: 'A message arrives.',
  /** Texts that replace those of `explain/announce.ts`; absent = no replacement. */
  headline: undefined as Headlines | undefined,
};

function reason({ winner, test, current, candidate }: Turn): Token[] {
  const stays = say`${winner} keeps its turn`;
  if (test === null) return say`${winner} gets it`;
  switch (test.outcome) {
    case 'preempted':
      return say`${candidate} gets ahead of ${current}: it needs ${coins(test.price)}, and ${current} has ${formatNumber(test.onHand)}`;
    case 'slots-short':
      return say`${stays}: ${candidate} needs ${coins(test.price)}, and ${current} has ${formatNumber(test.onHand)}`;
    case 'no-candidate':
      return say`${stays}: its coins could not pay for any waiting message, nor could those it can still earn`;
    case 'too-small':
      return say`${stays}: only messages with at least ${formatNumber(test.minimumDeliverySlots * test.cost)} deliveries can be overtaken`;
    case 'nothing-earned':
      return say`${winner} gets it: it has no coin to pay for another message`;
    case 'preemption-off':
      return say`${winner} gets it: at a cost of ${formatNumber(test.cost)} no message can be overtaken`;
  }
}
