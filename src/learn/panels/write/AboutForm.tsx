import { useId } from 'react';
import { setField, setTitle } from '../../lessons/edit/edits.ts';
import { outlineOf } from '../../lessons/edit/outline.ts';
import { titleOf } from '../../store/drafts.ts';
import { LineField } from './LineField.tsx';
import type { DraftText } from './useLessonDraft.ts';
import { useWrite } from './useWrite.ts';
import './write.css';

const POPOVER = 'write-about';

const FIELDS = [
  { name: 'about', long: true },
  { name: 'minutes', long: false },
  { name: 'assumes', long: false },
  { name: 'able', long: true },
  { name: 'id', long: false },
] as const;

/** What is said of the whole lesson; each field is a line at the top of the text. */
export function AboutForm({ draft }: { draft: DraftText }) {
  const id = useId();
  const { about } = useWrite();
  const { raw } = outlineOf(draft.text);
  return (
    <>
      <button type="button" className="btn" popoverTarget={POPOVER}>
        {about.button}
      </button>
      <div id={POPOVER} popover="auto" className="popover write-about">
        <h2>{about.heading}</h2>
        <label htmlFor={`${id}title`}>
          <b>{about.title}</b>
        </label>
        <LineField
          id={`${id}title`}
          className="field"
          maxLength={120}
          needed
          value={titleOf(draft.text)}
          onSay={(title) => draft.fill((text) => setTitle(text, -1, title))}
        />
        {FIELDS.map(({ name, long }) => (
          <div key={name} data-long={long || undefined}>
            <label htmlFor={id + name}>
              <b>{about.fields[name].text}</b> <span className="dim">{about.fields[name].hint}</span>
            </label>
            <LineField
              id={id + name}
              className="field"
              value={raw.fields.get(name)?.value ?? ''}
              onSay={(value) => draft.fill((old) => setField(old, -1, name, value))}
            />
          </div>
        ))}
        <p className="sub">{about.each}</p>
      </div>
    </>
  );
}
