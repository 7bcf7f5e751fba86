import type { RecipientSpec } from '../qmgr/inject.ts';

/** Messages as columns. The recipients of message `i` are those from `first[i]` up to `first[i + 1]`. */
interface MailColumns {
  messages: Readonly<Record<'first' | 'transport' | 'nexthop' | 'address', ArrayLike<number>>>;
  texts: readonly string[];
}

export function recipientsIn({ messages, texts }: MailColumns, index: number): RecipientSpec[] {
  const recipients: RecipientSpec[] = [];
  for (let r = messages.first[index] as number; r < (messages.first[index + 1] as number); r++) {
    recipients.push({
      transport: texts[messages.transport[r] as number] ?? '',
      nexthop: texts[messages.nexthop[r] as number] ?? '',
      address: texts[messages.address[r] as number] ?? '',
    });
  }
  return recipients;
}
