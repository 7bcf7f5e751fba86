/** A name that expressions may use. A `message` argument is the number on a chip, a `destination` argument a name. */
export interface ExpressionName {
  name: string;
  takes: 'none' | 'message' | 'destination';
  /** The argument may be omitted; the name then refers to the transport or the whole run. */
  optional?: boolean;
  help: string;
}

/** What the argument of a destination must be, for error messages. */
export const A_DESTINATION = 'the name of a destination';

export const EXPRESSION_NAMES: readonly ExpressionName[] = [
  { name: 'now', takes: 'none', help: 'seconds since the start' },
  { name: 'decision', takes: 'none', help: 'number of the last decision' },
  { name: 'event', takes: 'none', help: 'number of the last event' },
  { name: 'jobs', takes: 'none', help: 'jobs on the list' },
  { name: 'blockers', takes: 'none', help: 'jobs marked as blockers' },
  { name: 'current', takes: 'none', help: 'message number of the current job, 0 = none' },
  {
    name: 'level',
    takes: 'message',
    optional: true,
    help: 'stack level of a job (default: the current job)',
  },
  { name: 'balance', takes: 'message', help: 'units in the account of a job; negative = debt' },
  { name: 'selected', takes: 'message', help: 'entries of a job selected so far' },
  { name: 'left', takes: 'message', help: 'entries of a job still to select' },
  { name: 'unread', takes: 'message', help: 'recipients of a message still in the queue file' },
  { name: 'blocked', takes: 'message', help: '1 when a job is a blocker' },
  { name: 'wait', takes: 'message', help: 'seconds since the last turn of a message' },
  { name: 'age', takes: 'message', help: 'seconds since a message arrived' },
  {
    name: 'delivered',
    takes: 'message',
    optional: true,
    help: 'recipients delivered (default: of all messages)',
  },
  {
    name: 'done',
    takes: 'message',
    optional: true,
    help: '1 when a message is done; without argument: messages done',
  },
  { name: 'window', takes: 'destination', help: 'concurrency window of a destination' },
  {
    name: 'busy',
    takes: 'destination',
    optional: true,
    help: 'deliveries to a destination; without argument: busy agents',
  },
  { name: 'waiting', takes: 'destination', help: 'entries on the todo list of a destination' },
  {
    name: 'dead',
    takes: 'destination',
    optional: true,
    help: '1 when a destination is dead; without argument: dead destinations',
  },
  { name: 'active', takes: 'none', help: 'messages in the active queue' },
  { name: 'deferred', takes: 'none', help: 'messages in the deferred queue' },
  { name: 'incoming', takes: 'none', help: 'messages in the incoming queue' },
  { name: 'recipients', takes: 'none', help: 'recipients in core' },
  { name: 'timers', takes: 'none', help: 'pending timers' },
  { name: 'runnable', takes: 'none', help: 'runnable threads of all groups; 0 unless agents are threads' },
  { name: 'overshoot', takes: 'none', help: 'runnable threads beyond the limits of their groups' },
  { name: 'cascades', takes: 'none', help: 'timers moved to a finer wheel so far' },
];

const BY_NAME = new Map(EXPRESSION_NAMES.map((name) => [name.name, name]));

export function expressionName(name: string): ExpressionName | undefined {
  return BY_NAME.get(name);
}
