import type { BranchId, StepNumber } from './ids.ts';
import type { Command, LiveCommand } from './commands.ts';
import type { Cursor } from './frame.ts';
import type { Result } from './result.ts';
import type { Micros } from './units.ts';

/** A branch of a saved run. Its id is its place in the list, from 1; null for a deleted branch without children. */
export interface SavedBranch {
  /** 0 for the first branch. */
  parent: BranchId;
  /** Last step shared with its parent. */
  step: StepNumber;
  name: string;
  live: LiveCommand[];
  /** Commands that were copied from another branch and come after this branch's last simulated step. */
  timed: LiveCommand[];
  gone?: boolean;
}

export interface RunTree {
  branches: (SavedBranch | null)[];
  branch: BranchId;
}

export interface BranchRow {
  id: BranchId;
  /** 0 for the first branch. */
  parent: BranchId;
  name: string;
  forkAt: Micros;
  endAt: Micros;
  current: boolean;
  /**
   * Number of decisions on its path in equal parts of the requested interval. Empty for the current branch, whose
   * numbers are in `TimelineSlice`. A run without decisions counts events instead.
   */
  counts: number[];
}

/** A branch to create: the same mail with other settings, from the start of the run or from the cursor. */
export interface Variation {
  name: string;
  /** The commands that change the settings. Other commands are not allowed. */
  commands: Command[];
  from: 'start' | 'cursor';
}

/** Operations on branches. (A command given in the past also creates a branch.) */
export interface BranchApi {
  /** A name of 1 to 60 characters. */
  renameBranch(id: BranchId, name: string): Promise<Result<Cursor>>;
  /** If the deleted branch is shown, its parent is shown instead. The first branch cannot be deleted. */
  deleteBranch(id: BranchId): Promise<Result<Cursor>>;
  /**
   * Creates a branch with other settings and the same mail, and returns its id. The live commands of the present branch are
   * repeated in the new branch at the same instants. An equal branch is reused. The cursor does not move.
   */
  vary(variation: Variation): Promise<Result<number>>;
}
