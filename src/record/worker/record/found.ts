import type { Instance } from '../../importers/store/instance.ts';
import { ENDS, STATUSES } from '../../importers/store/tables.ts';
import type { LifeRow } from '../../../protocol/ids.ts';
import type { FoundMessage } from '../../protocol/record-questions.ts';

/** Describes a message as a row of a list of messages. */
export function foundMessage({ tables, pools }: Instance, life: LifeRow): FoundMessage {
  const { lives, attempts } = tables;
  let b = 0;
  let delay = 0;
  let to = 0;
  /** Outcomes of the message's recipients, each at its last attempt. */
  const states = new Set<string>();
  const seen = new Set<number>();
  for (let row = lives.lastAttempt[life] ?? 0; row !== 0; row = attempts.before[row] ?? 0) {
    b = Math.max(b, attempts.b[row] ?? 0);
    delay = Math.max(delay, attempts.delay[row] ?? 0);
    to = attempts.to[row] ?? 0;
    if (seen.has(to)) continue;
    seen.add(to);
    const status = STATUSES[attempts.status[row] ?? 0];
    if (status === 'sent' || status === 'deferred' || status === 'bounced')
      states.add(fateOf(status, (lives.expired[life] ?? 0) !== 0));
  }
  return {
    id: pools.texts.text(lives.id[life] ?? 0),
    time: lives.firstTime[life] ?? 0,
    sender: pools.strings.text(lives.sender[life] ?? 0),
    recipients: lives.nrcpt[life] ?? 0,
    to: pools.strings.text(to),
    b,
    delay,
    state: stateOf(states, ENDS[lives.end[life] ?? 0] === 'deleted'),
  };
}

/** The worst outcome of a recipient. A deleted message is no longer deferred. */
function stateOf(states: ReadonlySet<string>, deleted: boolean): FoundMessage['state'] {
  const state = (['deferred', 'bounced', 'sent'] as const).find((one) => states.has(one)) ?? 'open';
  return deleted && state === 'deferred' ? 'deleted' : state;
}

/** Outcome of a recipient. An expired message was deferred at its last attempt, but bounced. */
export function fateOf(status: string | undefined, expired: boolean): 'sent' | 'bounced' | 'deferred' {
  if (status === 'sent' || status === 'bounced') return status;
  return status === 'deferred' && expired ? 'bounced' : 'deferred';
}
