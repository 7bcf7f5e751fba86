import type { BranchId, StepNumber } from './ids.ts';
import type { Command, LiveCommand } from './commands.ts';
import type { Cursor } from './frame.ts';
import type { Result } from './result.ts';
import type { Micros } from './units.ts';

/** A branch of a saved run. Its id is its place in the list, from 1; a deleted one that nothing leaves is null. */
export interface SavedBranch {
  /** 0 for the first branch. */
  parent: BranchId;
  /** Last step that it shares with its parent. */
  step: StepNumber;
  name: string;
  live: LiveCommand[];
  /** Commands taken over from another branch whose time has not come. */
  timed: LiveCommand[];
  gone?: boolean;
}

/** All branches of a run, and the one that is looked at. */
export interface RunTree {
  branches: (SavedBranch | null)[];
  branch: BranchId;
}

/** A branch as the timeline and menus show it. */
export interface BranchRow {
  id: BranchId;
  /** 0 for the first branch. */
  parent: BranchId;
  name: string;
  forkAt: Micros;
  endAt: Micros;
  current: boolean;
  /** Decisions after its fork in the parts of the interval that was asked for. */
  counts: number[];
}

/** A branch with other settings from the start of the run, or from the cursor, and the same mail. */
export interface Variation {
  name: string;
  /** What differs: settings only. */
  commands: Command[];
  from: 'start' | 'cursor';
}

/** What can be done to the branches of a run, beside giving a command in the past. */
export interface BranchApi {
  /** A name of 1 to 60 characters. */
  renameBranch(id: BranchId, name: string): Promise<Result<Cursor>>;
  /** Takes a branch away. One that is looked at gives way to its parent; the first branch stays. */
  deleteBranch(id: BranchId): Promise<Result<Cursor>>;
  /**
   * A branch that differs in settings and gets the same mail: what was done live on the present branch happens there at
   * the same instants. One that is there already is found again. The cursor stays where it is; the answer is the id.
   */
  vary(variation: Variation): Promise<Result<number>>;
}
