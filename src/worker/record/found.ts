import type { Instance } from '../../importers/store/instance.ts';
import { STATUSES } from '../../importers/store/tables.ts';
import type { LifeRow } from '../../protocol/ids.ts';
import type { FoundMessage } from '../../protocol/record-questions.ts';

/** A message as a row of a list. */
export function foundMessage({ tables, pools }: Instance, life: LifeRow): FoundMessage {
  const { lives, attempts } = tables;
  let b = 0;
  let delay = 0;
  let to = 0;
  let state: FoundMessage['state'] = 'open';
  const last = lives.lastAttempt[life] ?? 0;
  for (let row = last; row !== 0; row = attempts.before[row] ?? 0) {
    b = Math.max(b, attempts.b[row] ?? 0);
    delay = Math.max(delay, attempts.delay[row] ?? 0);
    to = attempts.to[row] ?? 0;
    const status = STATUSES[attempts.status[row] ?? 0];
    if (row === last && (status === 'sent' || status === 'deferred' || status === 'bounced')) state = status;
  }
  return {
    id: pools.texts.text(lives.id[life] ?? 0),
    time: lives.firstTime[life] ?? 0,
    sender: pools.strings.text(lives.sender[life] ?? 0),
    recipients: lives.nrcpt[life] ?? 0,
    to: pools.strings.text(to),
    b,
    delay,
    state,
  };
}
