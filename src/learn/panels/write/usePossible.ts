import { useEffect, useState } from 'react';
import { type Ask, ASKS, type AskKind, type LessonStop } from '../../lessons/lesson.ts';
import { askHere } from '../../questions/ask.ts';
import { createDraw, seedOf } from '../../questions/draw.ts';
import { goTo } from '../../questions/probe.ts';
import type { Question } from '../../questions/question.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import { whileBusy } from '../../../store/idle.ts';
import type { SecondRun } from '../../store/second-run.ts';
import type { WithSecondRun } from '../lesson/usePrepared.ts';

/** A question that can be asked at a stop. */
interface PossibleQuestion {
  /** As `ask:` says it. */
  asked: string;
  question: Question;
  /** The stop then stands at a later instant than it says. */
  later: boolean;
}

interface PossibleInput {
  stop: LessonStop;
  scenario: Scenario;
  seed: string;
  probe: WithSecondRun;
}

interface Possible {
  found: readonly PossibleQuestion[];
  tried: number;
  all: number;
}

/** What a kind is asked about beside whatever comes next: the jobs on the stage, so that any of them can be meant. */
const OF_JOBS: ReadonlySet<AskKind> = new Set(['on-hand']);
/** Jobs that are tried by their number. */
const JOBS_MAX = 4;

/** "" = whatever comes next. A picture of orders is asked about those that it shows, and no other picture is. */
function aboutOf(kind: AskKind, { orders }: LessonStop, jobs: readonly string[]): readonly string[] {
  if (kind === 'finishes') return orders;
  return OF_JOBS.has(kind) && jobs.length > 0 ? jobs : [''];
}

/** Tries every kind of question at the stop, one after the other, each answered by the engine. */
export function usePossible({ stop, scenario, seed, probe }: PossibleInput): Possible {
  const [state, setState] = useState<Possible>({ found: [], tried: 0, all: ASKS.length });
  useEffect(() => {
    let wanted = true;
    const work = async (run: SecondRun): Promise<void> => {
      if (!wanted) return;
      const opened = await run.api.open(scenario, []);
      if (!opened.ok) return;
      const start = await goTo(run, stop.place);
      const jobs = [...run.sight().jobs.values()].map(({ number }) => String(number)).slice(0, JOBS_MAX);
      const asks = ASKS.flatMap((kind): Ask[] => aboutOf(kind, stop, jobs).map((about) => ({ kind, about })));
      const texts = new Set<string>();
      for (const [i, ask] of asks.entries()) {
        if (!wanted) return;
        // oxlint-disable-next-line no-await-in-loop
        await run.api.seek({ step: start.step });
        // oxlint-disable-next-line no-await-in-loop
        const question = await askHere(run, ask, createDraw(seedOf(seed)));
        const key = JSON.stringify([question?.text, question?.before.step]);
        const isNew = question !== null && !texts.has(key);
        texts.add(key);
        const asked = ask.about === '' ? ask.kind : `${ask.kind} ${ask.about}`;
        const later = question !== null && question.before.step !== start.step;
        setState(({ found }) => ({
          found: isNew ? [...found, { asked, question, later }] : found,
          tried: i + 1,
          all: asks.length,
        }));
      }
    };
    void whileBusy(probe(work));
    return () => {
      wanted = false;
    };
  }, [stop, scenario, seed, probe]);
  return state;
}
