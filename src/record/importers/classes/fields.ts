/**
 * The language of predicates:
 *
 *     predicate = test | predicate and predicate | predicate or predicate | not predicate | ( predicate )
 *     test      = FIELD OPERATOR VALUE
 *
 * `and` binds tighter than `or`. A value ends at a blank or bracket; double quotes enclose a value with blanks. In
 * texts `*` matches any characters and `?` one; case is ignored. A test of a recipient field (to, relay, reply,
 * status) selects a message if it holds for at least one recipient.
 */
export const TEXT_FIELDS = {
  from: 'the envelope sender; <> is the null sender',
  to: 'a recipient, as delivered or before aliases',
  client: 'the SMTP client: name, address, or name[address]',
  user: 'the SASL user',
  id: 'the queue id',
  'message-id': 'the Message-ID',
  relay: 'the relay of an attempt: name, address, or as logged',
  reply: 'the reply to an attempt',
  status: 'the outcome of an attempt: sent, deferred or bounced',
} as const;

export const NUMBER_FIELDS = {
  size: 'bytes; 200k and 3M are accepted',
  recipients: 'recipients of the message',
  tries: 'how often the message became active',
  b: 'longest time in the queue manager at the first attempt, in seconds; 2m and 1h are accepted',
} as const;

export type TextField = keyof typeof TEXT_FIELDS;
export type NumberField = keyof typeof NUMBER_FIELDS;
export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=';

/** Other names that people type for a field. */
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

/** The names of all fields, as error messages list them. */
export const FIELD_LIST = [...Object.keys(TEXT_FIELDS), ...Object.keys(NUMBER_FIELDS)].join(', ');
