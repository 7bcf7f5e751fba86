import type { CmgroupCommand } from '../../protocol/cmgroup.ts';
import type { Command, MailCommand } from '../../protocol/commands.ts';
import type { LabCommand } from '../../protocol/lab.ts';

/** Functions that name a command, by the prefix of its kind. Commands with other prefixes are commands of mail. */
const NAMES: Readonly<Record<string, (command: never) => string>> = {
  lab: timersBranch satisfies (command: LabCommand) => string,
  cmg: branchOfMembers satisfies (command: CmgroupCommand) => string,
};

/** Fails to compile if commands of another kind have no line above. */
const ofMail = mailBranch satisfies (command: Exclude<Command, LabCommand | CmgroupCommand>) => string;

export function nameOfCommand(command: Command): string {
  return (NAMES[command.kind.slice(0, 3)] ?? ofMail)(command as never);
}

function mailBranch(command: MailCommand): string {
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

function timersBranch(command: LabCommand): string {
  switch (command.kind) {
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
    default:
      return command satisfies never;
  }
}

/** The default name: the kind without its prefix, and the first member that is not a flag. */
function branchOfMembers({ kind, ...members }: { kind: string }): string {
  const about = Object.values<unknown>(members).find((value) => typeof value !== 'boolean');
  return `${kind.slice(kind.indexOf('.') + 1)} ${Array.isArray(about) ? about.join(', ') : String(about)}`;
}
