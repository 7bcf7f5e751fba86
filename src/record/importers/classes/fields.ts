/**
 * The language of classes of mail:
 *
 *     predicate = test | predicate and predicate | predicate or predicate | not predicate | ( predicate )
 *     test      = FIELD OPERATOR VALUE
 *
 * `and` binds closer than `or`. A value ends at a blank or a bracket; with blanks in it it stands in double quotes. In texts
 * `*` stands for any characters and `?` for one; upper and lower case are the same. A message is selected by a field of its
 * recipients (to, relay, reply, status) when it holds for one of them.
 */
export const TEXT_FIELDS = {
  from: 'the envelope sender; <> is the null sender',
  to: 'a recipient, as delivered or before aliases',
  client: 'the SMTP client: name, address, or name[address]',
  user: 'the SASL user',
  id: 'the queue id',
  'message-id': 'the Message-ID',
  relay: 'the relay of an attempt: name, address, or as the log has it',
  reply: 'what an attempt was answered',
  status: 'sent, deferred or bounced: what an attempt came to',
} as const;

export const NUMBER_FIELDS = {
  size: 'bytes; 200k and 3M are accepted',
  recipients: 'recipients of the message',
  tries: 'times that the message became active',
  b: 'longest time in the queue manager of the first try, in seconds; 2m and 1h are accepted',
} as const;

export type TextField = keyof typeof TEXT_FIELDS;
export type NumberField = keyof typeof NUMBER_FIELDS;
export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=';

/** Other names that people type. */
export const ALIASES: ReadonlyMap<string, TextField | NumberField> = new Map([
  ['sender', 'from'],
  ['recipient', 'to'],
  ['sasl', 'user'],
  ['messageid', 'message-id'],
  ['queueid', 'id'],
  ['rcpt', 'recipients'],
  ['nrcpt', 'recipients'],
]);

export type Predicate =
  | { kind: 'text'; field: TextField; not: boolean; pattern: string }
  | { kind: 'number'; field: NumberField; operator: Operator; value: number }
  | { kind: 'and' | 'or'; parts: Predicate[] }
  | { kind: 'not'; part: Predicate };

/** Every field, for the sentence that says what is accepted. */
export const FIELD_LIST = [...Object.keys(TEXT_FIELDS), ...Object.keys(NUMBER_FIELDS)].join(', ');
