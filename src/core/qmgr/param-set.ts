import type { TransportId } from '../../protocol/ids.ts';
import { listIds } from '../lists.ts';
import { get, NONE, touch } from '../tables.ts';
import type { FeedbackRule } from './feedback-text.ts';
import { CORE, coreOf, type Qmgr, touchCore } from './model.ts';
import { findParam } from '../../protocol/params.ts';
import { type ParamSetting, resolveGlobal, resolveTransport, settingInForce, withSetting } from './params.ts';
import { takePool } from './recipients.ts';

/**
 * Changes a setting while the queue manager runs: the copies of running transports change at once, counters and windows
 * stay, and transports made later read it. The real software reads its settings once and needs a reload, which forgets
 * all it has learned: this is the modelling choice that lets one setting be compared with nothing else changed.
 */
export function paramSet(q: Qmgr, setting: ParamSetting): void {
  const core = touchCore(q);
  const before = core.params.messageRecipientMinimum;
  core.settings = withSetting(core.settings, setting);
  core.params = resolveGlobal(core.settings);
  // A message's recipient slots are this minimum and what its jobs hold.
  const change = core.params.messageRecipientMinimum - before;
  for (const id of change === 0 ? [] : listIds(q.lists.active, CORE)) {
    touch(q.messages, id).recipientLimit += change;
  }
  resolveAgain(q);
}

/** The value in force under a main.cf name, as text: what was set, else what it falls back to. */
export function paramValue(q: Qmgr, name: string): string {
  const found = findParam(name);
  if (found === undefined) return '';
  return String(settingInForce(coreOf(q).settings, found.transport ?? null, found.info));
}

/** Switches the feedback rule; feedback texts are read again, because only one of the rules knows 1/√window. */
export function feedbackRuleSet(q: Qmgr, rule: FeedbackRule): void {
  touchCore(q).feedbackRule = rule;
  resolveAgain(q);
}

/**
 * Every transport takes its values again. The recipient slot pool follows its limit by the difference: slots that are
 * out stay out, so a lower limit makes the pool negative until jobs return theirs. A window above a new limit stays
 * until it moves, as in Postfix; only a rate delay must find windows of 1.
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
