import type { RecipientSpec } from '../qmgr/inject.ts';

/** Messages of a record or of its model, as columns: those of message `i` are the recipients from `first[i]` to `first[i + 1]`. */
interface MailColumns {
  messages: Readonly<Record<'first' | 'transport' | 'nexthop' | 'address', ArrayLike<number>>>;
  texts: readonly string[];
}

/** Recipients of a message, with their addresses. */
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
