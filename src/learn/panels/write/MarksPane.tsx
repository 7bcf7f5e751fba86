import { useEffect, useRef, useState } from 'react';
import { addMark, removeMark, setMark, thingName } from '../../lessons/edit/edits.ts';
import type { Outline } from '../../lessons/edit/outline.ts';
import { readAnnotations } from '../../lessons/annotations.ts';
import type { Annotation } from '../../lessons/lesson.ts';
import { useRuntime, useSession } from '../../../store/hooks.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Select } from '../../../ui/Select.tsx';
import type { Box } from '../lesson/annotation-layout.ts';
import { placesOn, type Thing, thingAt, thingsOn } from '../lesson/annotated-things.ts';
import { LineField } from './LineField.tsx';
import type { DraftText } from './useLessonDraft.ts';
import { useWrite } from './useWrite.ts';
import css from './write.module.css';

type MarkKind = Annotation['kind'];

/** The mark that is being placed. */
export interface Marking {
  /** Kind of the mark that is being placed; null = none. */
  kind: MarkKind | null;
  set: (kind: MarkKind | null) => void;
  /** True if the last click hit nothing that can be marked. */
  missed: boolean;
  miss: () => void;
}

/** Stops placing a mark when the author presses Escape. */
export function useMarking(): Marking {
  const [kind, setKind] = useState<MarkKind | null>(null);
  const [missed, setMissed] = useState(false);
  const set = (next: MarkKind | null): void => {
    setMissed(false);
    setKind(next);
  };
  useEffect(() => {
    if (kind === null) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setKind(null);
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [kind]);
  return { kind, set, missed, miss: () => setMissed(true) };
}

/** Text of a new label, for the author to replace. */
const WORDS = 'say what';
/** Maximum number of marks of a stop. With more marks a reader does not know where to look. */
const MARKS_MAX = 3;

function drawn(kind: MarkKind, { thing, name }: Thing): Annotation {
  return { kind, thing, name, text: kind === 'label' ? WORDS : '' };
}

interface MarkPickerProps {
  picture: React.RefObject<HTMLDivElement | null>;
  marking: Marking;
  draft: DraftText;
  stop: number;
}

/** Covers the picture while a mark is placed. Frames the thing under the pointer, and marks the thing on a click. */
export function MarkPicker({ picture, marking, draft, stop }: MarkPickerProps) {
  const runtime = useRuntime();
  const [over, setOver] = useState<{ thing: Thing; box: Box } | null>(null);
  const own = useRef<HTMLDivElement>(null);
  const look = ({
    clientX,
    clientY,
  }: React.PointerEvent | React.MouseEvent): { thing: Thing; box: Box } | null => {
    const element = picture.current;
    if (element === null || own.current === null) return null;
    const hit = thingAt(placesOn(element, runtime), clientX, clientY);
    if (hit === null) return null;
    const { left, top } = own.current.getBoundingClientRect();
    return { thing: hit.thing, box: { ...hit.box, x: hit.box.x - left, y: hit.box.y - top } };
  };
  return (
    // Readers without a pointer use the list below the picture.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={css.writePicker}
      ref={own}
      onPointerMove={(event) => setOver(look(event))}
      onPointerLeave={() => setOver(null)}
      onClick={(event) => {
        const hit = look(event);
        if (marking.kind === null) return;
        if (hit === null) return marking.miss();
        const mark = drawn(marking.kind, hit.thing);
        draft.edit((text) => addMark(text, stop, mark));
        marking.set(null);
      }}
    >
      {over !== null && (
        <span
          style={{
            left: over.box.x - 4,
            top: over.box.y - 4,
            width: over.box.width + 8,
            height: over.box.height + 8,
          }}
        >
          <b>{thingName(over.thing)}</b>
        </span>
      )}
    </div>
  );
}

interface MarksPaneProps {
  draft: DraftText;
  outline: Outline;
  stop: number;
  picture: React.RefObject<HTMLDivElement | null>;
  marking: Marking;
  /** True if the stage shows another instant than the stop's. */
  away: boolean;
}

/** Lists the marks of the stop with their words. */
export function MarksPane({ draft, outline, stop, picture, marking, away }: MarksPaneProps) {
  const raw = outline.stops[stop]?.raw;
  const { marks: words } = useWrite();
  if (raw === undefined) return null;
  const full = raw.marks.length >= MARKS_MAX;
  return (
    <section className={`stack ${css.writePane}`} aria-label={words.label}>
      <h2>
        {words.label} <span className="dim">{words.of(raw.marks.length)}</span>
      </h2>
      {raw.marks.length > 0 && (
        <ul className={`stack ${css.writeMarks}`}>
          {raw.marks.map(({ kind, value, line }, place) => (
            <MarkRow
              key={`${place} ${raw.marks.length}`}
              line={`${kind}: ${value}`}
              mark={readAnnotations({ ...raw, marks: [{ kind, value, line }] }, [])[0] ?? null}
              isNew={place === raw.marks.length - 1 && value.endsWith(`"${WORDS}"`)}
              onSay={(mark) => draft.fill((text) => setMark(text, stop, place, mark))}
              onRemove={() => draft.edit((text) => removeMark(text, stop, place))}
            />
          ))}
        </ul>
      )}
      {full && <p className="sub">{words.full}</p>}
      {!full && away && <p className="sub">{words.away}</p>}
      {!full && !away && <MarkForm draft={draft} stop={stop} picture={picture} marking={marking} />}
    </section>
  );
}

/** Chooses a kind of mark, then a thing: by a click on the picture, or from the list. */
function MarkForm({ draft, stop, picture, marking }: Omit<MarksPaneProps, 'outline' | 'away'>) {
  const runtime = useRuntime();
  const { marks: words } = useWrite();
  // Reads the things when the list is opened, because the picture changes with the run and the size of the page.
  const [things, setThings] = useState<readonly Thing[]>([]);
  const step = useSession((session) => session.cursor.step);
  const look = (): void => {
    if (picture.current !== null) setThings(thingsOn(picture.current, runtime).map(({ thing }) => thing));
  };
  return (
    <div className="row wrap gap-6 text-2">
      <Segmented
        label={words.draw}
        value={marking.kind ?? ''}
        options={[
          { value: 'ring', text: words.kinds.ring },
          { value: 'arrow', text: words.kinds.arrow },
          { value: 'label', text: words.kinds.label },
        ]}
        onChange={(kind) => {
          look();
          marking.set(kind === '' || kind === marking.kind ? null : kind);
        }}
      />
      {marking.kind === null ? (
        <p className="sub">{words.choose}</p>
      ) : (
        <>
          <p role="status">{marking.missed ? words.missed : words.click}</p>
          <Select
            label={words.thing}
            value=""
            key={step}
            options={[
              { value: '', text: words.chooseThing },
              ...things.map(({ thing, name }) => ({
                value: `${thing} ${name}`,
                text: thingName({ thing, name }),
              })),
            ]}
            onFocus={look}
            onChange={(chosen) => {
              const thing = things.find((one) => `${one.thing} ${one.name}` === chosen);
              const { kind } = marking;
              if (thing === undefined || kind === null) return;
              draft.edit((text) => addMark(text, stop, drawn(kind, thing)));
              marking.set(null);
            }}
          />
        </>
      )}
    </div>
  );
}

interface MarkRowProps {
  line: string;
  /** The parsed mark; null = its line has an error. */
  mark: Annotation | null;
  isNew: boolean;
  onSay: (mark: Annotation) => void;
  onRemove: () => void;
}

function MarkRow({ line, mark, isNew, onSay, onRemove }: MarkRowProps) {
  const field = useRef<HTMLInputElement>(null);
  const { marks: words } = useWrite();
  useEffect(() => {
    if (isNew) field.current?.select();
    // The effect runs only on mount.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const name = mark === null ? line : `${mark.kind}: ${thingName(mark)}`;
  return (
    <li>
      <span>{name}</span>
      {mark !== null && (
        <LineField
          ref={field}
          className="field"
          aria-label={words.wordsOf(name)}
          placeholder={words.words}
          maxLength={60}
          needed={mark.kind === 'label'}
          value={mark.text}
          onSay={(text) => onSay({ ...mark, text })}
        />
      )}
      <button type="button" className="icon-btn" aria-label={words.remove(name)} onClick={onRemove}>
        ×
      </button>
    </li>
  );
}
