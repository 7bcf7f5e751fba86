import type { BranchId } from '../../protocol/ids.ts';
import type { BranchApi } from '../../protocol/branches.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { Result } from '../../protocol/result.ts';
import { deleteBranch, livingParent, renameBranch, varyBranch } from '../track/branch-edits.ts';
import { branchById } from '../track/branches.ts';
import { dropKeyframes } from '../track/keyframe-edits.ts';
import type { SessionState } from './session-state.ts';
import { OPEN_FIRST } from './session-state.ts';

type Refusal = Extract<Result<never>, { ok: false }>;

const NO_RUN: Refusal = {
  ok: false,
  errors: [{ field: 'branch', value: 'none', accepted: OPEN_FIRST }],
};

/** Operations on branches. `shown` settles when the page shows the effect; `go` shows another branch. */
export function branchCalls<Sim, Key>(
  state: SessionState<Sim, Key>,
  shown: () => Promise<Cursor>,
  go: (branch: BranchId) => Promise<Result<Cursor>>,
): BranchApi {
  return {
    async renameBranch(id, name) {
      if (state.run === null) return NO_RUN;
      const renamed = renameBranch(state.run.track.tree, id, name);
      return renamed.ok ? { ok: true, value: await shown() } : renamed;
    },
    async deleteBranch(id) {
      const { run } = state;
      if (run === null) return NO_RUN;
      const { tree, keyframes } = run.track;
      if (run.place.branch.id === id && id !== 1) {
        const moved = await go(livingParent(tree, run.place.branch).id);
        if (!moved.ok) return moved;
      }
      // The simulation is still on this branch. Without the log of the branch its state could not be rebuilt.
      if (run.track.branch.id === id && id !== 1) return busy(id);
      const deleted = deleteBranch(tree, id);
      if (!deleted.ok) return deleted;
      // The index of the filtered log may belong to the deleted branch.
      state.logIndex = null;
      dropKeyframes(keyframes, (owner) => {
        const branch = branchById(tree, owner);
        return branch.gone && branch.log.at.length === 0;
      });
      return { ok: true, value: await shown() };
    },
    async vary(variation) {
      const { run } = state;
      if (run === null) return NO_RUN;
      const { branch, step } = run.place;
      const varied = varyBranch(run.track.tree, branch, variation.from === 'start' ? 0 : step, variation);
      if (varied.ok) await shown();
      return varied;
    },
  };
}

function busy(id: BranchId): Refusal {
  return {
    ok: false,
    errors: [{ field: 'branch', value: String(id), accepted: 'a branch that is not in use' }],
  };
}
