import type { BranchApi, RunTree } from '../../protocol/branches.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { Result } from '../../protocol/result.ts';
import {
  addGap,
  addSaved,
  deleteBranch,
  livingParent,
  renameBranch,
  varyBranch,
} from '../track/branch-edits.ts';
import { branchById, cursorAt, headOf } from '../track/branches.ts';
import { dropKeyframes } from '../track/keyframes.ts';
import { notify, type OpenRun, placeAt, type SessionState } from './session-state.ts';
import { travelOn } from './travel.ts';

type Refusal = Extract<Result<never>, { ok: false }>;

const NO_RUN: Refusal = {
  ok: false,
  errors: [{ field: 'branch', value: 'none', accepted: 'a command after a scenario was opened' }],
};

/** What a session does to its branches. `shown` settles when the page has the effect; `go` looks at another branch. */
export function branchDoors<Sim, Key>(
  state: SessionState<Sim, Key>,
  shown: () => Promise<Cursor>,
  go: (branch: number) => Promise<Result<Cursor>>,
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
      // A simulation that still stands on the branch could not be rebuilt from what is left of it.
      if (run.track.branch.id === id && id !== 1) return busy(id);
      const deleted = deleteBranch(tree, id);
      if (!deleted.ok) return deleted;
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

function busy(id: number): Refusal {
  return {
    ok: false,
    errors: [{ field: 'branch', value: String(id), accepted: 'a branch that is not in use' }],
  };
}

/** A link whose forks lie beyond what this machine simulates in ten seconds opens without those branches. */
const GROW_MS = 10_000;

/**
 * Puts the branches of a saved run back, each where it left its parent, which is simulated that far. Branches that
 * leave at a place that is not reached are left out, with a notice.
 */
export async function growTree<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  saved: RunTree,
): Promise<void> {
  const { tree } = run.track;
  const deadline = state.env.now() + GROW_MS;
  const lost: string[] = [];
  for (const given of saved.branches.slice(1)) {
    const parent = given === null ? undefined : tree.branches[given.parent - 1];
    if (given === null || parent === undefined) {
      addGap(tree);
      continue;
    }
    if (headOf(parent).step < given.step) {
      const there = (): boolean => headOf(parent).step >= given.step || state.env.now() > deadline;
      run.place = placeAt(run, parent, headOf(parent).step);
      // One after the other: a branch may leave one that was put back just before.
      // oxlint-disable-next-line no-await-in-loop
      await travelOn(state, run, there, 'open');
    }
    if (headOf(parent).step < given.step) {
      lost.push(given.name);
      addGap(tree);
    } else addSaved(tree, given, cursorAt(tree, parent, given.step));
  }
  const wanted = tree.branches[saved.branch - 1];
  const branch = wanted === undefined || wanted.gone ? branchById(tree, 1) : wanted;
  run.place = placeAt(run, branch, Math.min(branch.fork.step, headOf(branch).step));
  if (lost.length > 0)
    notify(state, 'clamped', `Left out of this link: ${lost.join(', ')}. Their fork was not reached.`);
}
