import { useEffect, useState } from 'react';
import type { Question } from '../../questions/question.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { readLink } from '../../../store/reading.ts';
import type { Runtime } from '../../../store/runtime.ts';
import type { SecondRun } from '../../store/second-run.ts';
import { askNextTurn } from '../exercise/next-turn.ts';
import { mayOpen } from '../../../panels/kit/asked-heavy.ts';
import { useSecondRun } from '../lesson/usePrepared.ts';

/** The run of a link with its question, or one sentence why there is none. */
export interface LinkQuestion {
  scenario: Scenario | null;
  question: Question | null;
  fault: string;
}

/** Opens the run in a link at its event, and asks who gets the next turn; null until that is known. */
export function useLinkQuestion(link: string): LinkQuestion | null {
  const runtime = useRuntime();
  const probe = useSecondRun();
  const [found, setFound] = useState<{ link: string; made: LinkQuestion } | null>(null);
  useEffect(() => {
    let wanted = true;
    const end = runtime.idle.begin();
    void probe((run) => open(runtime, run, link))
      .then((made) => wanted && setFound({ link, made }))
      .finally(() => {
        runtime.idle.frameIngested();
        end();
      });
    return () => {
      wanted = false;
    };
  }, [runtime, probe, link]);
  return found?.link === link ? found.made : null;
}

async function open({ actions, reader }: Runtime, probe: SecondRun, hash: string): Promise<LinkQuestion> {
  const none = (fault: string): LinkQuestion => ({ scenario: null, question: null, fault });
  const link = await readLink(reader, hash);
  if (!link.ok) return none(link.detail);
  const { scenario, live, tree, event } = link;
  if (!(await mayOpen(scenario, live))) return none('The run was not opened.');
  const opened = await actions.openScenario(scenario, {
    live,
    ...(tree === undefined ? {} : { tree }),
    event,
    play: false,
  });
  if (!opened.ok) return none('The run in this link was refused.');
  const question = await askNextTurn(probe, await actions.save(), event);
  const fault =
    question === null ? 'Only one job could have the next turn: there is nothing to predict.' : '';
  return { scenario, question, fault };
}
