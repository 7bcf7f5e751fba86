import { useEffect, useState } from 'react';
import type { BranchRow } from '../../protocol/branches.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';

const NONE: readonly BranchRow[] = [];

/** Every branch of the run that is not deleted; asked again when one is made, renamed or deleted. */
export function useBranches(): readonly BranchRow[] {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const branch = useSession((session) => session.branch);
  const edits = useView((view) => view.branchEdits);
  const [answer, setAnswer] = useState<{ run: number; branches: readonly BranchRow[] }>({
    run: 0,
    branches: NONE,
  });
  useEffect(() => {
    let wanted = true;
    actions.ask('timeline', 0, 1, 1).then(
      ({ branches }) => {
        if (wanted) setAnswer({ run, branches });
      },
      () => {
        // The run was replaced under the question.
      },
    );
    return () => {
      wanted = false;
    };
  }, [actions, run, branch, edits]);
  return answer.run === run ? answer.branches : NONE;
}
