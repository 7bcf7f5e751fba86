import type { RunEdits, SavedRun } from '../../protocol/session-api.ts';
import { saveTree } from '../track/branch-edits.ts';
import { cursorAt, liveOfPath, livingBranches } from '../track/branches.ts';
import { cursorOf, type SessionState } from './session-state.ts';
import { NO_SCENARIO } from '../../protocol/result.ts';

/** Returns the data to reopen the current run elsewhere. Throws if no run is open. */
export function savedRun<Sim, Key>(state: SessionState<Sim, Key>): RunEdits & Pick<SavedRun, 'scenario'> {
  const { run } = state;
  if (run === null) throw new Error(NO_SCENARIO);
  const { branch } = run.place;
  const { tree } = run.track;
  const cursor = cursorOf(state);
  const live = [...liveOfPath(tree, branch)];
  const edits: RunEdits['edits'] = { live, cursor, branch: branch.id };
  if (cursor.at > cursorAt(tree, branch, cursor.step).at) edits.between = true;
  if (livingBranches(tree).length > 1) edits.branches = saveTree(tree, branch).branches;
  return { run: run.id, scenario: run.scenario, edits };
}
