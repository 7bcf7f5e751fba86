import type { MailCommand } from '../../../protocol/commands.ts';
import { type CommandForm, fieldsLike } from '../command-form.ts';

const ofAgents = fieldsLike('{"transport":"smtp","limit":2} and the like');
const ofModel = fieldsLike('{"server":"mx.example","state":"down"} and the like');

/** Commands in the order of the menu. A new line of a script begins with the first. */
export const MAIL_FORMS: Record<MailCommand['kind'], CommandForm> = {
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
