import type { ReactNode } from 'react';
import type { GalleryItem } from '../../scenes/item.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { mailFacts } from './mail/facts.ts';
import { threadFacts } from './threads/facts.ts';
import { TimerThumb, timerFacts } from './timers/TimerThumb.tsx';

/** What the card of a scene says and shows, by the kind of its run. */
export interface KindCard {
  /** What a remark on the difference speaks of. */
  beside: string;
  /** How much there is of it, in one line. */
  facts: string;
  /** Its picture; undefined = the order of its delivery slots. */
  picture?: (id: string) => ReactNode;
}

const CARDS: ByKind<KindCard> = {
  mail: (scenario) => ({
    beside: scenario.threads === undefined ? 'Postfix itself' : 'Beside the document',
    facts: mailFacts(scenario),
  }),
  'timer-lab': (scenario) => ({
    beside: 'Kafka itself',
    facts: timerFacts(scenario),
    picture: (id) => <TimerThumb id={id} scenario={scenario} />,
  }),
  'threads-alone': (scenario) => ({ beside: 'Beside the document', facts: threadFacts(scenario) }),
};

/** The card of a scene. */
export function cardOf({ scenario }: GalleryItem): KindCard {
  return ofKind(CARDS, scenario);
}
