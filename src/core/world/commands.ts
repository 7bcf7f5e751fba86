import type { AgentFault, Command, InjectCommand, RecipientShare } from '../../protocol/commands.ts';
import type { LabCommand } from '../../protocol/lab.ts';
import type { CmgroupCommand } from '../../protocol/cmgroup.ts';
import type { ModelCommand } from '../../protocol/modelled.ts';
import type { InputError, Result } from '../../protocol/result.ts';
import { coreOf } from '../qmgr/model.ts';
import { messageInjectParts, type RecipientSpec } from '../qmgr/inject.ts';
import { feedbackRuleSet, paramSet, paramValue } from '../qmgr/param-set.ts';
import { parseSetting } from '../qmgr/params.ts';
import { scanRequest } from '../qmgr/scan.ts';
import { flushAll } from '../qmgr/flush.ts';
import type { ThreadCommand } from '../../protocol/threads-setup.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { get, NONE, touch } from '../tables.ts';
import { connectionsOpen } from './connections.ts';
import { noteMail } from './history.ts';
import { fileMove, fileRefusal } from './hold.ts';
import { ledgerMessageAdd, numberTaken } from './ledger.ts';
import { poolByName } from './pools.ts';
import { reload } from './reload.ts';
import { skipped } from './skipped.ts';
import { serverSet } from './servers.ts';
import { ONE, report, type World } from './state.ts';

/** Largest number of recipients of one message: the longest list that can still be drawn. */
const MAX_RECIPIENTS = 1_000_000;
const MAX_AGENTS = 10_000;

/**
 * Checks what depends on the running simulation. `scenario/schema.ts` has checked form and ranges. Ranges are checked
 * again where a wrong value would do harm, because no other check follows.
 */
export function commandCheck(world: World, command: Command): Result<true> {
  const accepted = refusalOf(world, command);
  if (accepted !== '') return { ok: false, errors: [{ field: 'kind', value: command.kind, accepted }] };
  const errors: InputError[] = isThreadCommand(command) ? threadRefusals(world, command) : [];
  const refuse = (field: string, value: unknown, accepted: string): void => {
    errors.push({ field, value: String(value).slice(0, 60), accepted });
  };
  if (command.kind === 'message.inject') {
    for (const [i, share] of command.to.entries()) {
      if (!Number.isSafeInteger(share.count) || share.count < 1 || share.count > MAX_RECIPIENTS) {
        refuse(`to[${i}].count`, share.count, 'a whole number from 1 to 1\u2009000\u2009000');
      }
    }
    if (command.to.length === 0) refuse('to', '[]', 'at least one destination');
    const { nextNumber } = get(world.one, ONE);
    const { number = nextNumber } = command;
    // Tested first because it is fast: a long script checks each of its numbers.
    if (number < nextNumber && numberTaken(world.ledger, number)) {
      refuse('number', number, 'a number that no other message has');
    }
  }
  if (
    command.kind === 'message.hold' ||
    command.kind === 'message.release' ||
    command.kind === 'message.flush'
  ) {
    const refusal = fileRefusal(world, command.kind, command.number);
    if (refusal !== null) errors.push(refusal);
  }
  if (command.kind === 'agents.set') {
    if (!Number.isSafeInteger(command.limit) || command.limit < 0 || command.limit > MAX_AGENTS) {
      refuse('limit', command.limit, 'a whole number from 0 to 10\u2009000');
    }
  }
  if (command.kind === 'server.set' && command.behaviour.phases !== undefined && world.threads === null) {
    refuse(
      'behaviour.phases',
      'steps of a delivery',
      'no phases, because agents are not threads in this run',
    );
  }
  if (command.kind === 'param.set') {
    const parsed = parseSetting(command.name, command.value);
    if (!parsed.ok) errors.push(...parsed.errors);
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: true };
}

/** Returns '' if this kind of run supports the command, else a noun phrase for what the run accepts. */
function refusalOf(world: World, command: Command): string {
  const said = (world.recorded ?? world.modelled)?.part.refusal(world, command);
  return (
    said ??
    (/^(lab|cmg|log)\./.test(command.kind)
      ? 'a command for mail; this command is for another kind of run'
      : '')
  );
}

/** A step with more recipients than this may take long and runs in slices (`sliced.ts`). */
export const LONG_STEP_RECIPIENTS = 400;

export function commandIsLong(command: Command): boolean {
  if (command.kind !== 'message.inject') return false;
  const { to } = command;
  return (
    to.length > LONG_STEP_RECIPIENTS || to.reduce((sum, { count }) => sum + count, 0) > LONG_STEP_RECIPIENTS
  );
}

/** Applies a checked command now. Returns the work that may take long, which the caller must finish first, or null. */
export function commandBegin(world: World, command: Command): Sliced<void> | null {
  if (!commandIsLong(command)) {
    commandAct(world, command);
    return null;
  }
  return injectLong(world, command as InjectCommand);
}

function* injectLong(world: World, command: InjectCommand): Sliced<void> {
  yield* inject(world, command);
  connectionsOpen(world);
}

function commandAct(world: World, command: Command): void {
  switch (command.kind) {
    case 'message.inject':
      runToEnd(inject(world, command));
      break;
    case 'server.set':
      serverSet(world.servers, command.server, command.behaviour);
      report(world, {
        kind: 'server.changed',
        server: command.server,
        text: JSON.stringify(command.behaviour),
      });
      break;
    case 'param.set': {
      const from = String(paramValue(world.qmgr, command.name));
      const parsed = parseSetting(command.name, command.value);
      if (!parsed.ok) throw new Error(`${command.name}: not checked before it was applied`);
      paramSet(world.qmgr, parsed.value);
      report(world, { kind: 'param.changed', name: command.name, from, to: String(command.value) });
      break;
    }
    case 'feedback.set': {
      const from = coreOf(world.qmgr).feedbackRule;
      feedbackRuleSet(world.qmgr, command.rule);
      report(world, { kind: 'param.changed', name: 'feedback', from, to: command.rule });
      break;
    }
    case 'agents.set':
      agentsSet(world, command.transport, command.limit, command.fault ?? 'none');
      break;
    case 'qmgr.reload':
      reload(world);
      break;
    case 'message.hold':
    case 'message.release':
    case 'message.flush': {
      const refusal = fileRefusal(world, command.kind, command.number);
      if (refusal === null) fileMove(world, command.kind, command.number);
      else report(world, skipped(command, [refusal]));
      break;
    }
    case 'queue.flush':
      flushAll(world.qmgr);
      scanRequest(world.qmgr, 'incoming');
      scanRequest(world.qmgr, 'deferred', true);
      break;
    case 'threads.limit':
    case 'threads.cpus':
    case 'threads.stop':
    case 'threads.continue':
    case 'threads.signal':
    case 'threads.kill':
    case 'threads.fault':
    case 'threads.add':
    case 'threads.background':
      threadsCommand(world, command);
      break;
    default:
      // `commandCheck` or the schema of scripts refuses these commands where they do not apply.
      command satisfies LabCommand | CmgroupCommand | ModelCommand;
      (world.recorded ?? world.modelled)?.part.apply(world, command);
  }
  connectionsOpen(world);
}

/** A script may name an agent that no longer exists. The command is then reported as skipped, and the run continues. */
function threadsCommand(world: World, command: ThreadCommand): void {
  const { threads } = world;
  const errors = threadRefusals(world, command);
  if (threads === null || errors.length > 0) report(world, skipped(command, errors));
  else threads.part.threadCommandApply(world, threads, command);
}

function* inject(world: World, command: InjectCommand): Sliced<void> {
  const { qmgr, ledger } = world;
  const one = touch(world.one, ONE);
  const number = command.number ?? one.nextNumber;
  one.nextNumber = Math.max(one.nextNumber, number + 1);
  const recipients = command.to.reduce((sum, share) => sum + share.count, 0);
  const msg = qmgr.messages.length;
  ledgerMessageAdd(ledger, msg, number, recipients, one.now);
  noteMail(world.history, one.now, '', 'incoming');
  const name = `M${number}`;
  report(world, { kind: 'message.injected', msg, name, recipients });
  const { fed } = yield* messageInjectParts(qmgr, {
    name,
    sender: command.sender ?? 'sender@client.example',
    recipients: numberShares(command.to),
  });
  // New mail requests a scan. This message is already fed, but the scan finds files that have waited since a reload.
  const { incomingFirst, incomingScan } = coreOf(qmgr);
  if (!fed || (incomingFirst !== NONE && incomingScan.status !== 'running')) scanRequest(qmgr, 'incoming');
}

/** Numbers the recipients. A destination named twice continues its numbers, so that no address occurs twice. */
function numberShares(to: readonly RecipientShare[]): RecipientSpec[] {
  const given = new Map<string, number>();
  return to.map(({ transport, destination, count }) => {
    const before = given.get(destination) ?? 0;
    given.set(destination, before + count);
    return { transport: transport ?? 'smtp', nexthop: destination, count, first: 1 + before };
  });
}

function agentsSet(world: World, transport: string, limit: number, fault: AgentFault | 'none'): void {
  const id = poolByName(world, transport);
  const { limit: from, transport: transportId } = get(world.pools, id);
  const pool = touch(world.pools, id);
  pool.limit = limit;
  pool.fault = fault;
  world.threads?.part.agentsLimit(world, world.threads, id);
  report(world, { kind: 'agents.changed', transport: transportId, from, to: limit, fault });
}

function threadRefusals(world: World, command: ThreadCommand): InputError[] {
  if (world.threads !== null) return world.threads.part.threadCommandCheck(world, world.threads, command);
  return [{ field: 'kind', value: command.kind, accepted: 'a run whose agents are threads' }];
}

function isThreadCommand(command: Command): command is ThreadCommand {
  return command.kind.startsWith('threads.');
}
