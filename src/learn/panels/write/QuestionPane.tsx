import { useState } from 'react';
import { removeQuestion, setAsk, setOwn } from '../../lessons/edit/edits.ts';
import { asksSomething, type Lesson } from '../../lessons/lesson.ts';
import { endsQuestion, solutionOf } from '../../questions/question.ts';
import { LessonAsk } from '../lesson/LessonAsk.tsx';
import type { Prepared, WithBackgroundRun } from '../lesson/usePrepared.ts';
import { NOTHING } from '../lesson/useScore.ts';
import { QuestionSheet } from './QuestionSheet.tsx';
import type { DraftText } from './useLessonDraft.ts';
import { useWrite } from './useWrite.ts';
import css from './write.module.css';
import { Button } from '../../../ui/Button.tsx';

interface QuestionPaneProps {
  draft: DraftText;
  stop: number;
  lesson: Lesson;
  prepared: Prepared | null;
  probe: WithBackgroundRun;
}

/** Shows the question of the stop for the author to try, or a button to add one. */
export function QuestionPane({ draft, stop: at, lesson, prepared, probe }: QuestionPaneProps) {
  const [open, setOpen] = useState(false);
  const { question: words } = useWrite();
  const stop = lesson.stops[at];
  if (stop === undefined) return null;
  const asks = asksSomething(stop);
  const scenario = lesson.scenes[stop.scene];
  return (
    <section className={`stack ${css.writePane}`} aria-label={words.label}>
      <div className="row">
        <h2>{words.label}</h2>
        <span className="grow" />
        {asks && (
          <Button onClick={() => draft.edit((text) => removeQuestion(text, at))}>{words.remove}</Button>
        )}
        <Button look="outlined" disabled={scenario === undefined} onClick={() => setOpen(true)}>
          {stop.own !== null ? words.edit : asks ? words.another : words.first}
        </Button>
      </div>
      {asks ? (
        <Tried key={prepared?.question?.right} prepared={prepared} />
      ) : (
        <p className="sub">{words.none}</p>
      )}
      {open && scenario !== undefined && (
        <QuestionSheet
          stop={stop}
          scenario={scenario}
          seed={`${lesson.id} ${at}`}
          probe={probe}
          onAsk={(asked) => draft.edit((text) => setAsk(text, at, asked))}
          onOwn={(lines) => draft.edit((text) => setOwn(text, at, lines))}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

/** Shows the question as a student sees it. */
function Tried({ prepared }: { prepared: Prepared | null }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { question: words } = useWrite();
  const question = prepared?.question ?? null;
  if (question === null) return null;
  const keys = chosen.map((place) => question.choices[place]?.key ?? '');
  const found = keys.at(-1) === question.right;
  const revealed = endsQuestion(question, keys);
  return (
    <>
      <LessonAsk
        className={`stack ${css.writeAsk}`}
        question={question}
        answer={{ ...NOTHING, chosen, revealed, found: revealed && found, right: found && keys.length === 1 }}
        onChoose={(place) => {
          if (!revealed && (!chosen.includes(place) || question.entry !== undefined))
            setChosen([...chosen, place]);
        }}
      />
      <p className="side-note">
        <b>{words.answer}</b> {solutionOf(question)}{' '}
        {chosen.length > 0 && <Button onClick={() => setChosen([])}>{words.again}</Button>}
      </p>
    </>
  );
}
