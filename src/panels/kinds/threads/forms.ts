import type { CmgroupCommand } from '../../../protocol/cmgroup.ts';
import { type CommandForm, fieldsLike } from '../command-form.ts';

const ofThreads = fieldsLike('{"thread":"TA","why":"connect"} and the like');

/** Commands in the order of the menu. A new line of a script begins with the first. */
export const THREAD_FORMS: Record<CmgroupCommand['kind'], CommandForm> = {
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
