import type { ReactNode } from 'react';
import type { GalleryItem } from '../../scenes/item.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import type { MailScenario, ThreadScenario } from '../../protocol/scenario.ts';
import { formatCount } from '../../explain/format.ts';
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

/** How much there is of a scene of mail, in one line. */
function mailFacts({ script, agents: limits, threads, view }: MailScenario): string {
  const limit = limits[view.transport] ?? 100;
  if (threads !== undefined)
    return `mail, ${limit} agents, CV ${threads.limit ?? 0}, ${cpuText(threads.cpus)}`;
  const messages = script.filter(({ command }) => command.kind === 'message.inject').length;
  const agents = limit === 1 ? '1 agent' : `${limit} agents`;
  return `${formatCount(messages)} ${messages === 1 ? 'message' : 'messages'}, ${agents}`;
}

/** How much there is of a scene of threads alone, in one line. */
function threadFacts({ cmgroup }: ThreadScenario): string {
  if (cmgroup.kind === 'story') {
    const cvs = (cmgroup.groups ?? []).map(({ cv }) => cv);
    return `${cmgroup.threads?.length ?? 0} threads, CV ${cvs.join(' and ')}, ${cpuText(cmgroup.cpus)}`;
  }
  const { policy, cpus, arrivals } = cmgroup;
  return `${policy.workers} threads, CV ${policy.cv ?? cpus}, ${cpuText(cpus)}, ${arrivals.count} requests`;
}

/** So many CPUs, in words. */
function cpuText(count: number): string {
  return count === 1 ? '1 CPU' : `${count} CPUs`;
}
