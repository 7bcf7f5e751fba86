import type { CmgroupCommand } from '../../protocol/cmgroup.ts';
import type { Command } from '../../protocol/commands.ts';
import type { ModelCommand } from '../../protocol/modelled.ts';

/** A name for a branch, from the command that made it. */
export function nameOfCommand(command: Command): string {
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
    case 'lab.add':
      return `add ${command.count}`;
    case 'lab.cancel':
      return `cancel ${command.timer}`;
    case 'lab.cancel-share':
      return `cancel ${command.percent} %`;
    case 'lab.jump':
      return `jump ${command.ms} ms`;
    case 'lab.lag':
      return `lag ${command.ms} ms`;
    case 'lab.request':
      return `request ${command.timeout} ms`;
    case 'lab.check':
      return `check ${command.key}`;
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
      return nameOfOther(command);
  }
}

/** Of groups alone, and of a model: the kind without its first word, and what it is about. */
function nameOfOther(command: CmgroupCommand | ModelCommand): string {
  const { kind, ...members } = command;
  const about = Object.values(members).find((value) => typeof value !== 'boolean');
  return `${kind.slice('cmg.'.length)} ${Array.isArray(about) ? about.join(', ') : String(about)}`;
}

function latencyText(latency: number | [number, number]): string {
  return typeof latency === 'number' ? `${latency} ms` : `${latency[0]}–${latency[1]} ms`;
}
