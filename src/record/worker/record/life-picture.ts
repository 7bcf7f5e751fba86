import { labelOf, type Traffic } from '../../importers/findings/traffic.ts';
import type { Renamer } from '../../importers/share/names.ts';
import { oneOf, type Plain, plain } from '../../importers/share/plain.ts';
import { plainQueueName, plainReply } from '../../importers/share/replies.ts';
import type { Member } from '../../importers/store/record.ts';
import { STATUSES } from '../../importers/store/tables.ts';
import type { LifePicture, LifeTry } from '../../protocol/record-questions.ts';
import { type HeldRecord, lateIn } from './held.ts';
import { lifeOf } from './life.ts';
import { renamerOf } from './share.ts';

/** `T` whose strings are all `Plain`: they contain no real name. */
type PlainTexts<T> = { [K in keyof T]: T[K] extends string ? Plain : T[K] };

/** Returns what the chart of a message's life draws, with hidden names. Null if no message has the id. */
export function lifePictureOf(held: HeldRecord, member: Member, id: string): LifePicture | null {
  const life = lifeOf(held, member, id);
  if (life === null) return null;
  const renamer = renamerOf(held);
  const { traffic } = lateIn(held, member);
  const destinations = new Map(
    traffic.destinations.map((destination, place) => [labelOf(traffic, place), destination]),
  );
  return {
    nextTry: life.nextTry,
    groups: life.groups.map((group) => ({
      ...group,
      destination: plainLabel(destinations.get(group.destination), renamer),
      recipients: group.recipients.map((recipient) => renamer.address(recipient)),
      tries: group.tries.map((one) => plainTry(one, renamer)),
    })),
  };
}

function plainLabel(destination: Traffic['destinations'][number] | undefined, renamer: Renamer): Plain {
  const { name = '', domain = '' } = destination ?? {};
  const queue = plainQueueName(name, renamer);
  return domain === '' || name.includes(domain) ? queue : plain`${renamer.domain(domain)} (${queue})`;
}

function plainTry(one: LifeTry, renamer: Renamer): PlainTexts<LifeTry> {
  return {
    ...one,
    to: renamer.address(one.to),
    status: oneOf(STATUSES, one.status) ?? plain``,
    relay: renamer.relay(one.relay),
    reply: plainReply(one.reply, one.status === 'sent', renamer),
    file: plain``,
    agent: plain``,
  };
}
