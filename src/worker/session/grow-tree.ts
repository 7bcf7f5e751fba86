import type { RunTree } from '../../protocol/branches.ts';
import { addGap, addSaved } from '../track/branch-edits.ts';
import { branchById, cursorAt, headOf } from '../track/branches.ts';
import { notify, type OpenRun, placeAt, type SessionState } from './session-state.ts';
import { travelOn } from './travel.ts';

/** Real milliseconds for simulating the branches of a link. Branches whose forks are not reached by then are left out. */
const GROW_MS = 10_000;

/**
 * Restores the branches of a saved run. Each parent is simulated up to the fork. Branches whose fork is not reached are left
 * out, with a notice. Returns false if the user cancelled.
 */
export async function growTree<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  saved: RunTree,
): Promise<boolean> {
  const { tree } = run.track;
  const deadline = state.env.now() + GROW_MS;
  let goesOn = true;
  const lost: string[] = [];
  for (const given of saved.branches.slice(1)) {
    const parent = given === null ? undefined : tree.branches[given.parent - 1];
    if (given === null || parent === undefined) {
      addGap(tree);
      continue;
    }
    if (goesOn && headOf(parent).step < given.step) {
      const there = (): boolean => headOf(parent).step >= given.step || state.env.now() > deadline;
      run.place = placeAt(run, parent, headOf(parent).step);
      // The branches are restored one at a time: a branch may fork from a branch that was restored just before.
      goesOn = (await travelOn(state, run, there, 'opening')) !== 'superseded';
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
    notify(state, 'clamped', `Branches left out: ${lost.join(', ')}. Their fork was not reached.`);
  return goesOn;
}
