import { useId } from 'react';
import { setField, setTitle, showText } from '../../lessons/edit/edits.ts';
import type { Outline } from '../../lessons/edit/outline.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { parseMarkup } from '../../lessons/markup.ts';
import { RULES_ASKED } from '../../../explain/rules/rule.ts';
import { useSession } from '../../../store/hooks.ts';
import { Markup } from '../lesson/Markup.tsx';
import { LineField } from './LineField.tsx';
import type { DraftText } from './useLessonDraft.ts';
import { useWrite } from './useWrite.ts';
import { Select } from '../../../ui/Select.tsx';
import css from './write.module.css';
import { Button } from '../../../ui/Button.tsx';

interface StopPaneProps {
  draft: DraftText;
  outline: Outline;
  stop: number;
  lesson: Lesson;
  /** Why the run cannot show the requested picture; "" = the run can show it. */
  fault: string;
  /** True if the run is at the instant of the stop. */
  there: boolean;
  /** Goes to a line of the text. */
  onWrite: (line: number) => void;
}

/** Shows the text of the stop as a reader sees it, and the fields of the stop. */
export function StopPane({ draft, outline, stop: at, lesson, fault, there, onWrite }: StopPaneProps) {
  const stop = lesson.stops[at];
  const lines = outline.stops[at];
  const { stop: words, instant } = useWrite();
  const raw = lines?.raw;
  const id = useId();
  if (lines === undefined || raw === undefined) {
    return (
      <section className={`stack ${css.writePane}`} aria-label={words.label}>
        <h2>{words.none}</h2>
        <p>
          {words.how} <b>{instant.insert}</b>.
        </p>
      </section>
    );
  }
  const set = (name: string, value: string): void => draft.edit((text) => setField(text, at, name, value));
  return (
    <section className={`stack ${css.writePane}`} aria-label={words.label}>
      <h2>{words.where(at + 1, outline.stops.length)}</h2>
      <label className="field-stack text-2 sub" htmlFor={`${id}t`}>
        <span>{words.title}</span>
        <LineField
          key={at}
          id={`${id}t`}
          className="field"
          maxLength={120}
          needed
          value={raw.title}
          onSay={(title) => draft.fill((text) => setTitle(text, at, title))}
        />
      </label>
      <Words
        text={stop?.text ?? []}
        fault={fault}
        there={there}
        onWrite={() => onWrite(wordsLine(outline, lines))}
      />
      <ViewPick value={raw.fields.get('show')?.value ?? 'stage'} onChange={(view) => set('show', view)} />
      <label className={css.writeRow} htmlFor={`${id}j`}>
        <span>{words.only}</span>
        <LineField
          key={at}
          id={`${id}j`}
          className="field mono"
          placeholder={words.onlyHint}
          value={raw.fields.get('jobs')?.value ?? ''}
          onSay={(value) => draft.fill((text) => setField(text, at, 'jobs', value))}
        />
      </label>
      <RulePick value={raw.fields.get('rule')?.value ?? ''} onChange={(rule) => set('rule', rule)} />
    </section>
  );
}

interface WordsProps {
  text: readonly string[];
  fault: string;
  there: boolean;
  onWrite: () => void;
}

/** Shows the text as a reader sees it, with a button to the lines of the text. */
function Words({ text, fault, there, onWrite }: WordsProps) {
  const write = useWrite();
  const last = useSession((session) =>
    [...session.messages.values()].reduce((highest, { number }) => Math.max(highest, number), 0),
  );
  const chips = text
    .flatMap((paragraph) => parseMarkup(paragraph))
    .flatMap((p) => ('chip' in p ? p.chip : []));
  // In a run without messages, the numbers name other things.
  const missing = there && last > 0 ? [...new Set(chips.filter((number) => number > last))] : [];
  return (
    <div className="stack gap-6 breaks">
      {text.map((paragraph) => (
        <p key={paragraph}>
          <Markup text={paragraph} />
        </p>
      ))}
      {fault !== '' && <p className="field-error text-2">{fault}</p>}
      {missing.length > 0 && <p className="sub">{write.stop.notThere(missing.join(', '))}</p>}
      <p className="row">
        <Button look="outlined" onClick={onWrite}>
          {write.stop.write}
        </Button>
        <a href="lessons.html" target="_blank" rel="noreferrer">
          {write.everyLine}
        </a>
      </p>
    </div>
  );
}

/** Returns the first line of a stop's text, or the stop's last line when the stop has no text. */
function wordsLine({ lines }: Outline, { from, to, raw }: Outline['stops'][number]): number {
  const [first = ''] = raw.text;
  const begins = (line: string): boolean => line.trim() !== '' && first.startsWith(line.trim());
  const at = lines.findIndex((line, i) => i > from && i < to && begins(line));
  return at < 0 ? to - 1 : at;
}

interface PickProps {
  value: string;
  onChange: (value: string) => void;
}

/** Chooses the picture of the stop. The list includes the destinations of the open run. */
function ViewPick({ value, onChange }: PickProps) {
  const { stop: words } = useWrite();
  const queues = useSession((session) => session.queues);
  const names = [...new Set([...queues.values()].map(({ name }) => name))].slice(0, 20);
  const options = [
    ...Object.entries(words.views).map(([view, text]) => ({ value: view, text })),
    ...names.flatMap((name) => [
      { value: showText({ view: 'destination', destination: name }), text: words.destination(name) },
      { value: showText({ view: 'aimd', destination: name }), text: words.aimd(name) },
    ]),
  ];
  const known = options.some((option) => option.value === value);
  return (
    <Select
      text={words.shows}
      line={css.writeRow}
      value={value}
      options={known ? options : [{ value, text: value }, ...options]}
      onChange={(view) => onChange(view === 'stage' ? '' : view)}
    />
  );
}

function RulePick({ value, onChange }: PickProps) {
  const { stop: words } = useWrite();
  const known = value === '' || RULES_ASKED.some((rule) => rule === value);
  return (
    <Select
      text={words.rule}
      line={css.writeRow}
      value={value}
      options={[{ value: '', text: words.noRule }, ...(known ? [] : [value]), ...RULES_ASKED]}
      onChange={onChange}
    />
  );
}
