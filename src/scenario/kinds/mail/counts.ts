import type { InjectCommand } from '../../../protocol/commands.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import type { Counts } from '../run-counts.ts';

/** Events of a message, of a destination of it, and of a delivery: those that nearly each has. */
const PER_MESSAGE = 7;
const PER_DESTINATION = 4;
const PER_DELIVERY = 8;
/** Recipients of a delivery request where no parameter says otherwise. */
const RECIPIENTS = 50;

/** A run of mail: each message is read, and delivered once to each destination. A record is on the reader's machine already. */
export function mailCounts({ script, params }: MailScenario): Counts {
  const limit = Number(params['default_destination_recipient_limit'] ?? RECIPIENTS);
  let events = 0;
  for (const { command } of script)
    if (command.kind === 'message.inject') events += ofMessage(command, limit);
  return { events };
}

function ofMessage({ to }: InjectCommand, limit: number): number {
  const size = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  return to.reduce(
    (sum, { count }) =>
      // A limit of exactly 1 makes each mailbox a destination of its own.
      sum + Math.max(1, Math.ceil(count / size)) * PER_DELIVERY + (size === 1 ? count : 1) * PER_DESTINATION,
    PER_MESSAGE,
  );
}
