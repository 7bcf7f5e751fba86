import { useId, useState, type FormEvent } from 'react';
import { ownFaults, ownLines, type AnswerDraft, type OwnDraft } from '../../lessons/edit/form-lines.ts';
import type { LessonFault } from '../../lessons/lesson-lines.ts';
import type { OwnQuestion } from '../../lessons/lesson.ts';
import { useWrite } from './useWrite.ts';
import { Field } from '../../../ui/Field.tsx';
import css from './write.module.css';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

interface OwnFormProps {
  kind: OwnQuestion['kind'];
  /** The existing question that the author edits; null = a new question. */
  before: OwnQuestion | null;
  onDone: (lines: string[]) => void;
}

const NONE: AnswerDraft = { answer: '', why: '' };
const MOST = { choose: 3, number: 5, write: 0 };

/** Edits the author's own question: answers with explanations. The parser of lesson files checks the lines. */
export function OwnForm({ kind, before, onDone }: OwnFormProps) {
  const [draft, setDraft] = useState<OwnDraft>(() => draftOf(kind, before));
  const [shows, setShows] = useState(false);
  const id = useId();
  const { own, question } = useWrite();
  const lines = ownLines(draft);
  const faults = ownFaults(lines);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setShows(true);
    if (faults.length === 0) onDone(lines);
  };
  const set = (part: Partial<OwnDraft>): void => setDraft({ ...draft, ...part });
  return (
    <form className={`stack ${css.writeOwn}`} onSubmit={submit}>
      <label htmlFor={`${id}q`}>
        <b>{question.label}</b>
      </label>
      <TextArea id={`${id}q`} rows={2} value={draft.text} onChange={(text) => set({ text })} />
      {kind === 'write' ? (
        <>
          <label htmlFor={`${id}m`}>
            <b>{own.model}</b> <span className="dim">{own.modelHint}</span>
          </label>
          <TextArea id={`${id}m`} rows={3} value={draft.model} onChange={(model) => set({ model })} />
        </>
      ) : (
        <Answers draft={draft} onChange={set} />
      )}
      {shows &&
        [...new Set(faults.map(sentence))].map((fault) => (
          <p className="field-error" role="alert" key={fault}>
            {fault}
          </p>
        ))}
      <div className="row">
        <span className="sub">{own.marks}</span>
        <span className="grow" />
        <button type="submit" className="btn primary big">
          {question.askThis}
        </button>
      </div>
    </form>
  );
}

function Answers({ draft, onChange }: { draft: OwnDraft; onChange: (part: Partial<OwnDraft>) => void }) {
  const { own } = useWrite();
  return (
    <>
      <Answer
        name={own.right}
        hint={draft.kind === 'number' ? own.numberHint : own.wordsHint}
        why={own.whyRight}
        value={draft.right}
        onChange={(right) => onChange({ right })}
      />
      {draft.wrong.map((wrong, i) => (
        <Answer
          // oxlint-disable-next-line react/no-array-index-key
          key={i}
          name={own.wrong(i + 1)}
          hint={i === 0 && draft.kind === 'choose' ? '' : own.mayBeEmpty}
          why={own.whyWrong}
          value={wrong}
          onChange={(next) => onChange({ wrong: draft.wrong.with(i, next) })}
        />
      ))}
      {draft.wrong.length < MOST[draft.kind] && (
        <Button onClick={() => onChange({ wrong: [...draft.wrong, NONE] })}>{own.more}</Button>
      )}
    </>
  );
}

/** Names that the form uses for lines of the lesson file. */
const FIELDS: Record<string, string> = {
  choose: 'Question',
  number: 'Question',
  write: 'Question',
  model: 'Model answer',
  right: 'Right answer',
  wrong: 'Wrong answer',
};

/** Describes an error of the form. A line with only a bar is an answer that is still empty. */
function sentence({ field, value, accepted }: LessonFault): string {
  const name = FIELDS[field] ?? field;
  const what =
    value.replace('|', '').trim() === '' || value === 'nothing'
      ? 'something is missing'
      : `${value} is not accepted`;
  return accepted.includes('lines wrong:')
    ? 'Wrong answer: add at least one, with the misconception behind it.'
    : `${name}: ${what}; it takes ${accepted}.`;
}

function draftOf(kind: OwnQuestion['kind'], before: OwnQuestion | null): OwnDraft {
  const empty: OwnDraft = {
    kind,
    text: before?.text ?? '',
    right: NONE,
    wrong: kind === 'choose' ? [NONE, NONE] : kind === 'number' ? [NONE] : [],
    model: '',
  };
  if (before === null) return empty;
  if (before.kind === 'write') return { ...empty, model: before.model };
  if (before.kind === 'choose') {
    const answer = ({ text, why }: { text: string; why: string }): AnswerDraft => ({ answer: text, why });
    return { ...empty, right: answer(before.right), wrong: before.wrong.map(answer) };
  }
  const number = ({
    value,
    tolerance,
    why,
  }: {
    value: number;
    tolerance: number;
    why: string;
  }): AnswerDraft => ({
    answer: [value, tolerance === 0 ? '' : `± ${tolerance}`, before.unit]
      .filter((part) => part !== '')
      .join(' '),
    why,
  });
  return { ...empty, right: number(before.right), wrong: before.wrong.map(number) };
}

interface AnswerProps {
  name: string;
  hint: string;
  why: string;
  value: AnswerDraft;
  onChange: (value: AnswerDraft) => void;
}

function Answer({ name, hint, why, value, onChange }: AnswerProps) {
  const id = useId();
  return (
    <fieldset className="stack gap-4">
      <legend>
        <b>{name}</b> <span className="dim">{hint}</span>
      </legend>
      <Field label={name} value={value.answer} onChange={(answer) => onChange({ ...value, answer })} />
      <label className="dim" htmlFor={id}>
        {why}
      </label>
      <Field
        id={id}
        label={`${name}: ${why}`}
        value={value.why}
        onChange={(text) => onChange({ ...value, why: text })}
      />
    </fieldset>
  );
}
