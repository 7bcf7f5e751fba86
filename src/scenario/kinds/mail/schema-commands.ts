/** Commands of a run of mail, checked. */
import * as v from 'valibot';
import { LIMITS } from '../../limits.ts';
import { acceptedValues, findParam, isParamValue } from '../../params.ts';
import { listOf } from '../../schema-list.ts';
import { destination, number, pathItem, server, text, transport, whole } from '../../schema-parts.ts';
import { LONGEST, modelled } from '../../schema-modelled.ts';
import { behaviour } from './schema-server.ts';
import { threadCommands } from './schema-threads.ts';

const share = v.strictObject({
  destination,
  count: whole(1, LIMITS.recipientsPerMessage),
  transport: v.exactOptional(transport),
});

const SHARES = `1 to ${number(LIMITS.destinationsPerMessage)} destinations`;
const RECIPIENTS = `at most ${number(LIMITS.recipientsPerMessage)} recipients in one message`;
const inject = v.strictObject({
  kind: v.literal('message.inject'),
  to: v.pipe(
    listOf(share, SHARES, { min: 1, max: LIMITS.destinationsPerMessage }),
    v.check((to) => recipients(to) <= LIMITS.recipientsPerMessage, RECIPIENTS),
  ),
  number: v.exactOptional(whole(1, LIMITS.messageNumber)),
  sender: v.exactOptional(text(LIMITS.sender)),
});

const PARAM_VALUE = 'a number or a text';
export const paramValue = v.union([v.number(PARAM_VALUE), v.string(PARAM_VALUE)], PARAM_VALUE);
export const PARAM_NAME = 'a queue manager parameter of main.cf, such as default_delivery_slot_cost';

const paramSet = v.pipe(
  v.strictObject({ kind: v.literal('param.set'), name: v.string(PARAM_NAME), value: paramValue }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { name, value } = dataset.value;
    const param = findParam(name);
    if (param === undefined) {
      addIssue({ message: PARAM_NAME, path: [pathItem(dataset.value, 'name', name)] });
    } else if (!isParamValue(param.info, value)) {
      addIssue({ message: acceptedValues(param.info), path: [pathItem(dataset.value, 'value', value)] });
    }
  }),
);

/** Everything that can be done in a run of mail. */
export const mailCommands = [
  inject,
  v.strictObject({ kind: v.literal('server.set'), server, behaviour }),
  paramSet,
  v.strictObject({
    kind: v.literal('agents.set'),
    transport,
    limit: whole(0, LIMITS.agents),
    fault: v.exactOptional(v.picklist(['unreachable', 'crash'], 'unreachable or crash, or nothing')),
  }),
  v.strictObject({
    kind: v.literal('feedback.set'),
    rule: v.picklist(['shipped', 'documented'], 'shipped or documented'),
  }),
  v.strictObject({ kind: v.literal('queue.flush') }),
  v.strictObject({ kind: v.literal('qmgr.reload') }),
  v.strictObject({ kind: v.literal('message.hold'), number: whole(1, LIMITS.messageNumber) }),
  v.strictObject({ kind: v.literal('message.release'), number: whole(1, LIMITS.messageNumber) }),
  v.strictObject({ kind: v.literal('message.flush'), number: whole(1, LIMITS.messageNumber) }),
  v.strictObject({ kind: v.literal('log.model'), model: modelled }),
  v.strictObject({
    kind: v.literal('log.server'),
    server: text(LIMITS.recordedText),
    message: v.exactOptional(whole(0, LONGEST)),
    recipient: v.exactOptional(whole(0, LONGEST)),
    sessions: v.exactOptional(whole(0, LIMITS.agents)),
    state: v.exactOptional(v.picklist(['recorded', 'up', 'down'], 'recorded, up or down')),
  }),
  ...threadCommands,
] as const;

/** Recipients of a message. */
function recipients(to: readonly { count: number }[]): number {
  return to.reduce((sum, part) => sum + part.count, 0);
}
