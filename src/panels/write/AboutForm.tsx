import { useId } from 'react';
import { setField, setTitle } from '../../lessons/edit/edits.ts';
import { outlineOf } from '../../lessons/edit/outline.ts';
import { titleOf } from '../../store/drafts.ts';
import type { DraftText } from './useDraft.ts';
import './write.css';

const POPOVER = 'write-about';

const FIELDS = [
  { name: 'about', text: 'What it is about', hint: 'one sentence', long: true },
  { name: 'minutes', text: 'Minutes it takes', hint: '1 to 120', long: false },
  { name: 'assumes', text: 'What it takes for granted', hint: 'other lessons, or nothing', long: false },
  {
    name: 'able',
    text: 'What one can do afterwards',
    hint: 'clauses after “You can”, with ; between them',
    long: true,
  },
  { name: 'id', text: 'Name in results', hint: 'small letters, digits, hyphens', long: false },
] as const;

/** What is said of the whole lesson; each field is a line at the top of the text. */
export function AboutForm({ draft }: { draft: DraftText }) {
  const id = useId();
  const { raw } = outlineOf(draft.text);
  return (
    <>
      <button type="button" className="btn" popoverTarget={POPOVER}>
        About it
      </button>
      <div id={POPOVER} popover="auto" className="popover write-about">
        <h2>About this lesson</h2>
        <label htmlFor={`${id}title`}>
          <b>Title</b>
        </label>
        <input
          id={`${id}title`}
          className="field"
          maxLength={120}
          value={titleOf(draft.text)}
          onChange={({ target }) => draft.edit((text) => setTitle(text, -1, target.value))}
        />
        {FIELDS.map(({ name, text, hint, long }) => (
          <div key={name} data-long={long || undefined}>
            <label htmlFor={id + name}>
              <b>{text}</b> <span className="dim">{hint}</span>
            </label>
            <input
              id={id + name}
              className="field"
              value={raw.fields.get(name)?.value ?? ''}
              onChange={({ target }) => draft.edit((old) => setField(old, -1, name, target.value))}
            />
          </div>
        ))}
        <p className="sub">Each of them is a line at the top of the text.</p>
      </div>
    </>
  );
}
