/** What an expression can ask about. `message` takes the number on a chip, `destination` a name, `none` nothing. */
export interface ExpressionName {
  name: string;
  takes: 'none' | 'message' | 'destination';
  /** A message or destination may be left out: then it is about the transport or the whole run. */
  optional?: boolean;
  help: string;
}

/** What stands where a destination is asked about. */
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
    help: 'stack level of a job; alone: of the current job',
  },
  { name: 'balance', takes: 'message', help: 'units on the account of a job; below 0 = it owes' },
  { name: 'selected', takes: 'message', help: 'entries of a job selected so far' },
  { name: 'left', takes: 'message', help: 'entries of a job still to select' },
  { name: 'unread', takes: 'message', help: 'recipients of a message still in the queue file' },
  { name: 'blocked', takes: 'message', help: '1 when a job is a blocker' },
  { name: 'wait', takes: 'message', help: 'seconds since a message had its last turn' },
  { name: 'age', takes: 'message', help: 'seconds since a message arrived' },
  {
    name: 'delivered',
    takes: 'message',
    optional: true,
    help: 'recipients delivered; alone: of all messages',
  },
  { name: 'done', takes: 'message', optional: true, help: '1 when a message is done; alone: how many are' },
  { name: 'window', takes: 'destination', help: 'concurrency window of a destination' },
  {
    name: 'busy',
    takes: 'destination',
    optional: true,
    help: 'deliveries to a destination; alone: busy agents',
  },
  { name: 'waiting', takes: 'destination', help: 'entries on its todo list' },
  {
    name: 'dead',
    takes: 'destination',
    optional: true,
    help: '1 when a destination is dead; alone: how many are',
  },
  { name: 'active', takes: 'none', help: 'messages in the active queue' },
  { name: 'deferred', takes: 'none', help: 'messages in the deferred queue' },
  { name: 'incoming', takes: 'none', help: 'messages in the incoming queue' },
  { name: 'recipients', takes: 'none', help: 'recipients in core' },
  { name: 'timers', takes: 'none', help: 'timers that are pending' },
  { name: 'runnable', takes: 'none', help: 'runnable threads of all groups; 0 when agents are no threads' },
  { name: 'overshoot', takes: 'none', help: 'runnable threads beyond the limits of their groups' },
  { name: 'cascades', takes: 'none', help: 'timers that fell to a finer wheel so far' },
];

const BY_NAME = new Map(EXPRESSION_NAMES.map((name) => [name.name, name]));

/** What a name stands for; undefined when there is no such name. */
export function expressionName(name: string): ExpressionName | undefined {
  return BY_NAME.get(name);
}
