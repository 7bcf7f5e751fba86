import { useEffect, useState } from 'react';
import { toText } from '../../../explain/tokens.ts';
import { type LessonStop, type OwnQuestion, type Ask, ASKS, type AskKind } from '../../lessons/lesson.ts';
import { solutionOf, type Question } from '../../questions/question.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import { Sheet } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import type { WithBackgroundRun } from '../lesson/usePrepared.ts';
import { viewOf } from '../../../panels/kinds/views.ts';
import { askHere } from '../../questions/ask.ts';
import { createDraw, seedOf } from '../../questions/draw.ts';
import { goTo } from '../../questions/probe.ts';
import { whileBusy } from '../../../store/idle.ts';
import type { BackgroundRun } from '../../store/background-run.ts';
import { OwnForm } from './OwnForm.tsx';
import { useWrite } from './useWrite.ts';
import css from './write.module.css';
import { Button } from '../../../ui/Button.tsx';

interface QuestionSheetProps {
  stop: LessonStop;
  scenario: Scenario;
  seed: string;
  probe: WithBackgroundRun;
  /** Receives the value of `ask:`. */
  onAsk: (asked: string) => void;
  /** Receives the lines of a question. */
  onOwn: (lines: string[]) => void;
  onClose: () => void;
}

type Tab = 'engine' | OwnQuestion['kind'];

/** Offers the questions that the engine can answer at the stop, and forms for the author's own questions. */
export function QuestionSheet({ stop, scenario, seed, probe, onAsk, onOwn, onClose }: QuestionSheetProps) {
  const { question: words } = useWrite();
  const [tab, setTab] = useState<Tab>(stop.own?.kind ?? 'engine');
  return (
    <Sheet title={words.sheet} closeName={words.close} className={css.writeSheet} onClose={onClose}>
      {(close) => (
        <div className="stack gap-12">
          <Segmented
            label={words.kindLabel}
            value={tab}
            options={[
              { value: 'engine', text: words.kinds.engine },
              { value: 'choose', text: words.kinds.choose },
              { value: 'number', text: words.kinds.number },
              { value: 'write', text: words.kinds.write },
            ]}
            onChange={setTab}
          />
          {tab === 'engine' ? (
            <Possible
              stop={stop}
              scenario={scenario}
              seed={seed}
              probe={probe}
              onAsk={(asked) => {
                onAsk(asked);
                close();
              }}
            />
          ) : (
            <OwnForm
              key={tab}
              kind={tab}
              before={stop.own?.kind === tab ? stop.own : null}
              onDone={(lines) => {
                onOwn(lines);
                close();
              }}
            />
          )}
        </div>
      )}
    </Sheet>
  );
}

function Possible(props: Pick<QuestionSheetProps, 'stop' | 'scenario' | 'seed' | 'probe' | 'onAsk'>) {
  const { found, tried, all } = usePossible(props);
  const done = tried === all;
  const { question: words } = useWrite();
  const { instant } = viewOf(props.scenario);
  return (
    <>
      <p className="sub" role="status">
        {!done && words.trying(all, tried, found.length)}
        {done && (found.length === 0 ? words.nothing : words.found(found.length))}
      </p>
      <ul className={css.writePossible}>
        {found.map(({ asked, question, later }) => (
          <li key={asked} className="row gap-16">
            <div className="stack gap-4 grow">
              <p>
                <b>
                  <Sentence tokens={question.text} />
                </b>
              </p>
              <p className="side-note">
                <Icon name="check" /> {solutionOf(question)}
              </p>
              <p className="dim">
                <code className="mono">ask: {asked}</code>
                {later && words.standsAt(instant(question.before.at))},{' '}
                {words.choices(question.choices.length)}
              </p>
            </div>
            <Button
              look="outlined"
              aria-label={words.askOf(toText(question.text))}
              onClick={() => props.onAsk(asked)}
            >
              {words.askThis}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface PossibleQuestion {
  /** The value of `ask:`. */
  asked: string;
  question: Question;
  /** True if the question moves the stop to a later instant than the lesson file names. */
  later: boolean;
}

interface PossibleInput {
  stop: LessonStop;
  scenario: Scenario;
  seed: string;
  probe: WithBackgroundRun;
}

interface PossibleQuestions {
  found: readonly PossibleQuestion[];
  tried: number;
  all: number;
}

/** Kinds of question that can be asked about each job on the stage. */
const OF_JOBS: ReadonlySet<AskKind> = new Set(['on-hand']);
/** Maximum number of jobs that are tried by number. */
const JOBS_MAX = 4;

/**
 * Lists the values of `about` to try for a kind of question; "" = the next event. Only a stop with a picture of orders
 * has questions about orders.
 */
function aboutOf(kind: AskKind, { orders }: LessonStop, jobs: readonly string[]): readonly string[] {
  if (kind === 'finishes') return orders;
  return OF_JOBS.has(kind) && jobs.length > 0 ? jobs : [''];
}

/** Asks the engine every kind of question at the stop, and lists those that it can answer. */
function usePossible({ stop, scenario, seed, probe }: PossibleInput): PossibleQuestions {
  const [state, setState] = useState<PossibleQuestions>({ found: [], tried: 0, all: ASKS.length });
  useEffect(() => {
    let wanted = true;
    const work = async (run: BackgroundRun): Promise<void> => {
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
