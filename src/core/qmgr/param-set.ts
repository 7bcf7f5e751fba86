import type { TransportId } from '../../protocol/ids.ts';
import { listIds } from '../lists.ts';
import { get, NONE, touch } from '../tables.ts';
import type { FeedbackRule } from './feedback-text.ts';
import { CORE, coreOf, type Qmgr, touchCore } from './model.ts';
import { findParam } from '../../protocol/params.ts';
import { type ParamSetting, resolveGlobal, resolveTransport, settingInForce, withSetting } from './params.ts';
import { takePool } from './recipients.ts';

/**
 * Changes a setting while the queue manager runs. Running transports use it immediately and keep their counters and
 * windows. Postfix reads settings once; a reload forgets everything it has learned. This model differs so that one
 * setting can be compared with nothing else changed.
 */
export function paramSet(q: Qmgr, setting: ParamSetting): void {
  const core = touchCore(q);
  const before = core.params.messageRecipientMinimum;
  core.settings = withSetting(core.settings, setting);
  core.params = resolveGlobal(core.settings);
  // The limit of a message is this minimum plus the recipient slots of its jobs.
  const change = core.params.messageRecipientMinimum - before;
  for (const id of change === 0 ? [] : listIds(q.lists.active, CORE)) {
    touch(q.messages, id).recipientLimit += change;
  }
  resolveAgain(q);
}

/** Returns the value in force under a main.cf name, as text: the setting or its fallback. Empty for an unknown name. */
export function paramValue(q: Qmgr, name: string): string {
  const found = findParam(name);
  if (found === undefined) return '';
  return String(settingInForce(coreOf(q).settings, found.transport ?? null, found.info));
}

/** Switches the feedback rule and parses feedback texts again: only one rule knows number/sqrt_concurrency. */
export function feedbackRuleSet(q: Qmgr, rule: FeedbackRule): void {
  touchCore(q).feedbackRule = rule;
  resolveAgain(q);
}

/**
 * Resolves the parameters of every transport again. The recipient pool grows or shrinks with its limit. Slots in use
 * stay in use, so a lower limit makes the pool negative until jobs return slots. A window above a new limit stays until
 * feedback moves it, as in Postfix; only a new rate delay sets windows to 1.
 */
function resolveAgain(q: Qmgr): void {
  const { settings, feedbackRule } = coreOf(q);
  for (const id of listIds(q.lists.transports, CORE)) {
    const transport = touch(q.transports, id);
    const before = transport.params;
    transport.params = resolveTransport(settings, transport.name, feedbackRule);
    transport.recipientSlotsUnused += transport.params.recipientLimit - before.recipientLimit;
    if (transport.nextUnreadJob !== NONE) takePool(q, transport.nextUnreadJob);
    if (transport.params.destinationRateDelay > 0 && before.destinationRateDelay === 0) narrowWindows(q, id);
  }
}

function narrowWindows(q: Qmgr, transport: TransportId): void {
  for (const id of listIds(q.lists.queues, transport)) {
    if (get(q.queues, id).window > 1) touch(q.queues, id).window = 1;
  }
}
