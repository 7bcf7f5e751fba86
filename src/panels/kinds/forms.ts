import type { Command, MailCommand } from '../../protocol/commands.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import type { CmgroupCommand } from '../../protocol/cmgroup.ts';
import type { LabCommand } from '../../protocol/lab.ts';
import { NOT_POLLED } from '../../protocol/timer-name.ts';

/** Menu text of a command, and labels of its two fields; "" = no field. */
interface CommandForm {
  text: string;
  target: string;
  value: string;
  /** Example content of a JSON field. */
  like?: string;
}

/** A form with one field for all members of the command as JSON. */
const fieldsLike =
  (like: string) =>
  (text: string): CommandForm => ({ text, target: '', value: 'fields', like });

const ofAgents = fieldsLike('{"transport":"smtp","limit":2} and the like');
const ofModel = fieldsLike('{"server":"mx.example","state":"down"} and the like');

/** Commands in menu order; a new script line starts with the first. */
const MAIL_FORMS: Record<MailCommand['kind'], CommandForm> = {
  'message.inject': { text: 'inject', target: 'number', value: 'recipients' },
  'server.set': { text: 'server', target: 'destination', value: 'behaves' },
  'param.set': { text: 'parameter', target: 'name', value: 'value' },
  'agents.set': { text: 'agents', target: 'transport', value: 'how many' },
  'feedback.set': { text: 'feedback rule', target: '', value: 'shipped or documented' },
  'queue.flush': { text: 'flush the queue', target: '', value: '' },
  'qmgr.reload': { text: 'reload', target: '', value: '' },
  'message.hold': { text: 'hold', target: 'number', value: '' },
  'message.release': { text: 'release', target: 'number', value: '' },
  'message.flush': { text: 'flush a message', target: 'number', value: '' },
  'log.model': ofModel('model of the record'),
  'log.server': ofModel('server of the model'),
  'threads.limit': ofAgents('concurrency value of agents'),
  'threads.cpus': ofAgents('CPUs'),
  'threads.stop': ofAgents('stop an agent'),
  'threads.continue': ofAgents('continue an agent'),
  'threads.signal': ofAgents('signal to an agent'),
  'threads.kill': ofAgents('kill an agent'),
  'threads.fault': ofAgents('page fault of an agent'),
  'threads.add': ofAgents('more agents'),
  'threads.background': ofAgents('background threads'),
};

const ofTimers = fieldsLike('{"delay":250,"count":10} and the like');

/** Commands in menu order; a new script line starts with the first. */
const TIMER_FORMS: Record<LabCommand['kind'], CommandForm> = {
  'lab.add': ofTimers('add timers'),
  'lab.cancel': ofTimers('cancel a timer'),
  'lab.cancel-share': ofTimers('cancel a share'),
  'lab.jump': ofTimers('clock jumps'),
  'lab.lag': ofTimers(NOT_POLLED),
  'lab.request': ofTimers('request'),
  'lab.check': ofTimers('check a key'),
};

const ofThreads = fieldsLike('{"thread":"TA","why":"connect"} and the like');

/** Commands in menu order; a new script line starts with the first. */
const THREAD_FORMS: Record<CmgroupCommand['kind'], CommandForm> = {
  'cmg.post': ofThreads('post events'),
  'cmg.read': ofThreads('read a descriptor'),
  'cmg.rearm': ofThreads('re-arm a descriptor'),
  'cmg.block': ofThreads('block a thread'),
  'cmg.unblock': ofThreads('end a wait'),
  'cmg.answer': ofThreads('end all waits for'),
  'cmg.fault': ofThreads('page fault'),
  'cmg.fault-done': ofThreads('page is there'),
  'cmg.fetch': ofThreads('fetch'),
  'cmg.signal': ofThreads('signal'),
  'cmg.stop': ofThreads('stop a thread'),
  'cmg.continue': ofThreads('continue a thread'),
  'cmg.exit': ofThreads('end a thread'),
  'cmg.exec': ofThreads('exec'),
  'cmg.spawn': ofThreads('new thread'),
  'cmg.associate': ofThreads('associate'),
  'cmg.dissociate': ofThreads('dissociate'),
  'cmg.limit': ofThreads('concurrency value'),
  'cmg.cpus': ofThreads('CPUs'),
  'cmg.group': ofThreads('new group'),
  'cmg.bind': ofThreads('bind a source'),
  'cmg.close': ofThreads('close a group'),
  'cmg.destroy': ofThreads('destroy a source'),
};

const FORMS: ByKind<Partial<Record<Command['kind'], CommandForm>>> = {
  mail: () => MAIL_FORMS,
  'timer-lab': () => TIMER_FORMS,
  'threads-alone': () => THREAD_FORMS,
};

export const COMMAND_FORMS: Record<Command['kind'], CommandForm> = {
  ...MAIL_FORMS,
  ...TIMER_FORMS,
  ...THREAD_FORMS,
};

/** Commands that a script of this run can contain, the default one first. Without a run, the commands of mail. */
export function commandsOf(scenario: Scenario | null): [Command['kind'], ...Command['kind'][]] {
  const forms = scenario === null ? MAIL_FORMS : ofKind(FORMS, scenario);
  return Object.keys(forms) as [Command['kind'], ...Command['kind'][]];
}
