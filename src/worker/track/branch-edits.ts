import type { BranchId, StepNumber } from '../../protocol/ids.ts';
import type { RunTree, SavedBranch, Variation } from '../../protocol/branches.ts';
import type { Command, LiveCommand } from '../../protocol/commands.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { Result } from '../../protocol/result.ts';
import {
  addBranch,
  type Branch,
  type BranchTree,
  branchById,
  cursorAt,
  findBranch,
  liveOfPath,
  livingBranches,
} from './branches.ts';
import { createSegment } from '../log/log.ts';

/** Largest number of characters of a branch name. */
const BRANCH_NAME_MAX = 60;
/** Largest number of branches of a run. Rows and links become unreadable long before. */
const BRANCHES_MAX = 200;

/** Renames a branch. Trims the name. */
export function renameBranch(tree: BranchTree, id: BranchId, given: string): Result<true> {
  const branch = findBranch(tree, id);
  if (branch === undefined) return refused('branch', String(id), 'a branch of this run');
  const name = given.trim();
  if (name === '' || name.length > BRANCH_NAME_MAX) {
    return refused('name', name, `1 to ${BRANCH_NAME_MAX} characters`);
  }
  branch.name = name;
  return { ok: true, value: true };
}

/**
 * Shared columns, maps and dictionaries for the logs of deleted branches, which never grow. Branches are often created and
 * deleted; with its own columns each deleted branch would keep 25 kB while the run is open.
 */
const NOTHING_HAPPENED = createSegment({ at: 0, step: 0, event: 0, decision: 0 }, 0, 0);

/** Marks a branch as deleted. Releases its log if no other branch forks from it. */
export function deleteBranch(tree: BranchTree, id: BranchId): Result<true> {
  const branch = findBranch(tree, id);
  if (branch === undefined || branch.parent === 0) {
    return refused('branch', String(id), 'a branch of this run other than the first');
  }
  branch.gone = true;
  for (let at = branch; at.gone && !hasChildren(tree, at); at = branchById(tree, at.parent)) {
    at.live = [];
    at.timed = [];
    at.log = { ...NOTHING_HAPPENED, base: at.fork, baseRecords: at.log.baseRecords };
  }
  return { ok: true, value: true };
}

/** True if a branch that is not deleted forks from `branch`, directly or indirectly. */
function hasChildren(tree: BranchTree, branch: Branch): boolean {
  return tree.branches.some(
    (other) => other.parent === branch.id && (!other.gone || hasChildren(tree, other)),
  );
}

/** Returns the nearest ancestor that is not deleted. */
export function livingParent(tree: BranchTree, branch: Branch): Branch {
  let at = branch;
  while (at.gone || at === branch) at = branchById(tree, at.parent);
  return at;
}

/** Returns all branches as data, each at the index that its id gives. */
export function saveTree(tree: BranchTree, current: Branch): RunTree {
  return {
    branch: current.id,
    branches: tree.branches.map((branch) => {
      if (branch.gone && !hasChildren(tree, branch)) return null;
      const { parent, fork, name, live, timed, gone } = branch;
      const saved: SavedBranch = { parent, step: fork.step, name, live: [...live], timed: [...timed] };
      if (gone) saved.gone = true;
      return saved;
    }),
  };
}

export function addSaved(tree: BranchTree, saved: SavedBranch, fork: Cursor): Branch {
  const branch = addBranch(tree, branchById(tree, saved.parent), fork, saved.name);
  branch.live = saved.live.filter((given) => given.step >= fork.step);
  branch.timed = [...saved.timed];
  branch.gone = saved.gone ?? false;
  return branch;
}

/** Adds an empty place for a branch that could not be restored, so that later branches keep their ids. */
export function addGap(tree: BranchTree): void {
  const first = branchById(tree, 1);
  addBranch(tree, first, cursorAt(tree, first, 0), '').gone = true;
}

/**
 * Creates a branch that differs from `branch` in settings after `step`. The new branch takes over all later live commands,
 * except changes of the same settings. Reuses an existing branch with the same fork and commands.
 */
export function varyBranch(
  tree: BranchTree,
  branch: Branch,
  step: StepNumber,
  { name, commands }: Variation,
): Result<number> {
  const wrong = commands.find((command) => !isSetting(command));
  if (wrong !== undefined)
    return refused('commands', wrong.kind, 'settings only, because the mail must stay the same');
  if (livingBranches(tree).length >= BRANCHES_MAX) {
    return refused('branches', String(BRANCHES_MAX), 'fewer branches: delete some first');
  }
  const fork = cursorAt(tree, branch, step);
  const { own, timed } = variedCommands(tree, branch, fork, commands);
  const known = livingBranches(tree).find(
    (other) =>
      other.parent !== 0 && other.fork.step === step && startsWith(other, own) && sameMail(other, timed, own),
  );
  if (known !== undefined) return { ok: true, value: known.id };
  const made = addBranch(tree, branch, fork, name);
  made.live = own;
  made.timed = timed;
  return { ok: true, value: made.id };
}

/**
 * Returns the commands of a branch that differs from `branch` in settings after `fork`. `own`: the new settings, given at
 * the fork. `timed`: the later commands that it takes over, by instant.
 */
export function variedCommands(
  tree: BranchTree,
  branch: Branch,
  { step, at }: Cursor,
  commands: readonly Command[],
): { own: LiveCommand[]; timed: LiveCommand[] } {
  const own = commands.map((command, i): LiveCommand => ({ step: step + i, at, seq: i + 1, command }));
  return { own, timed: commandsAfter(tree, branch, step, commands) };
}

/** Returns the live commands on a path after `step` that do not change one of these settings, in order. */
function commandsAfter(
  tree: BranchTree,
  branch: Branch,
  step: StepNumber,
  but: readonly Command[],
): LiveCommand[] {
  const keys = new Set(but.map(settingKey));
  return [...liveOfPath(tree, branch).filter((given) => given.step >= step), ...branch.timed].filter(
    ({ command }) => !isSetting(command) || !keys.has(settingKey(command)),
  );
}

const SETTINGS: readonly Command['kind'][] = [
  'param.set',
  'server.set',
  'agents.set',
  'feedback.set',
  'threads.limit',
  'log.model',
];

/** True for commands that change a setting and neither send nor move mail. */
function isSetting(command: Command): boolean {
  return SETTINGS.includes(command.kind);
}

/** Returns a text that identifies a setting without its value. */
function settingKey(command: Command): string {
  switch (command.kind) {
    case 'param.set':
      return `param ${command.name}`;
    case 'server.set':
      return `server ${command.server}`;
    case 'agents.set':
    case 'threads.limit':
      return `${command.kind} ${command.transport}`;
    default:
      return command.kind;
  }
}

function startsWith(branch: Branch, own: readonly LiveCommand[]): boolean {
  return own.every((given, i) => textOf(branch.live[i]) === textOf(given));
}

/**
 * True if the commands of a branch after its new settings (`own`) equal the commands that it would take over now
 * (`timed`).
 */
function sameMail(branch: Branch, timed: readonly LiveCommand[], own: readonly LiveCommand[]): boolean {
  const there = [...branch.live.slice(own.length), ...branch.timed].map(textOf);
  return there.length === timed.length && timed.every((given, i) => textOf(given) === there[i]);
}

function textOf(given: LiveCommand | undefined): string {
  return given === undefined ? '' : `${given.at} ${JSON.stringify(given.command)}`;
}

function refused(field: string, value: string, accepted: string): Result<never> {
  return { ok: false, errors: [{ field, value: value.slice(0, BRANCH_NAME_MAX), accepted }] };
}
