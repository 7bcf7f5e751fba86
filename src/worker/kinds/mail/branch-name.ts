import type { MailCommand } from '../../../protocol/commands.ts';
import { branchOfMembers } from '../branch-of-members.ts';

/** A name for a branch, from the command of a run of mail that made it. */
export function mailBranch(command: MailCommand): string {
  switch (command.kind) {
    case 'message.inject': {
      const count = command.to.reduce((sum, share) => sum + share.count, 0);
      return `inject ${count}`;
    }
    case 'param.set':
      return `${command.name.replace(/^default_/, '')} ${command.value}`;
    case 'server.set':
      return `${command.server} ${command.behaviour.fault?.kind ?? latencyText(command.behaviour.latency)}`;
    case 'agents.set':
      return `${command.transport} ${command.limit} agents${command.fault === undefined ? '' : `, ${command.fault}`}`;
    case 'feedback.set':
      return `feedback ${command.rule}`;
    case 'queue.flush':
      return 'flush';
    case 'qmgr.reload':
      return 'reload';
    case 'message.hold':
    case 'message.release':
    case 'message.flush':
      return `${command.kind.slice('message.'.length)} ${command.number}`;
    case 'threads.limit':
      return `${command.transport} at most ${command.limit} runnable`;
    case 'threads.cpus':
      return `${command.cpus} CPUs`;
    case 'threads.stop':
    case 'threads.continue':
    case 'threads.signal':
    case 'threads.kill':
    case 'threads.fault':
      return `${command.kind.slice('threads.'.length)} agent ${command.agent}`;
    case 'threads.add':
      return `${command.count} more agents`;
    case 'threads.background':
      return `${command.count} in the background`;
    default:
      return branchOfMembers(command);
  }
}

function latencyText(latency: number | [number, number]): string {
  return typeof latency === 'number' ? `${latency} ms` : `${latency[0]}–${latency[1]} ms`;
}
