import type { CmgroupCommand } from '../../protocol/cmgroup.ts';
import type { Command } from '../../protocol/commands.ts';
import type { LabCommand } from '../../protocol/lab.ts';
import { branchOfMembers } from './branch-of-members.ts';
import { mailBranch } from './mail/branch-name.ts';
import { timersBranch } from './timers/branch-name.ts';

/** What a command begins with says which kind of run has it; all others are those of mail. */
const NAMES: Readonly<Record<string, (command: never) => string>> = {
  lab: timersBranch satisfies (command: LabCommand) => string,
  cmg: branchOfMembers satisfies (command: CmgroupCommand) => string,
};

/** Types ask for a line above when there are commands of another kind. */
const ofMail = mailBranch satisfies (command: Exclude<Command, LabCommand | CmgroupCommand>) => string;

/** A name for a branch, from the command that made it. */
export function nameOfCommand(command: Command): string {
  return (NAMES[command.kind.slice(0, 3)] ?? ofMail)(command as never);
}
