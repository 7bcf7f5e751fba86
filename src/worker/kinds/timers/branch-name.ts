import type { LabCommand } from '../../../protocol/lab.ts';

/** A name for a branch, from the command to the timer laboratory that made it. */
export function timersBranch(command: LabCommand): string {
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
