import { memo, useEffect, useMemo, useRef } from 'react';
import { inScene, lineOf, lineStart, type Outline } from '../../lessons/edit/outline.ts';
import { describeFault } from '../../lessons/lesson-file.ts';
import { LESSON_LIMITS } from '../../lessons/lesson-schema.ts';
import type { LessonFault } from '../../lessons/lesson-lines.ts';
import type { DraftText } from './useLessonDraft.ts';
import { useWrite } from './useWrite.ts';
import css from './write.module.css';

interface TextPaneProps {
  draft: DraftText;
  outline: Outline;
  faults: readonly LessonFault[];
  /** Index of the shown stop, from 0; -1 = none. */
  stop: number;
  /** The line of the caret, from 0. */
  line: number;
  onLine: (line: number) => void;
}

/**
 * The text of the lesson, with line numbers, colours and errors. These are drawn under a textarea of the same size
 * with transparent letters, so that the browser does the editing and no editor library is needed.
 */
export function TextPane({ draft, outline, faults, stop, line: caretLine, onLine }: TextPaneProps) {
  const { textLabel } = useWrite();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, caret, undo, redo } = draft;
  usePutCaret(field, outline, caret);
  useUndoKeys(field, undo, redo);
  const notes = useMemo(() => notesOf(faults), [faults]);
  const { lines, stops, scenes } = outline;
  const shown = stops[stop];
  const tell = (): void => {
    const element = field.current;
    if (element !== null) onLine(lineOf(element.value, element.selectionStart));
  };
  return (
    <div className={css.writeText}>
      <div className={css.writeLines} aria-hidden="true">
        {lines.slice(0, LESSON_LIMITS.lines).map((line, i) => (
          <Line
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            text={line.slice(0, LESSON_LIMITS.line)}
            kind={inScene(scenes, i) ? 'scene' : kindOf(line)}
            current={shown !== undefined && i >= shown.from && i < shown.to}
            fault={notes.has(i)}
            caret={i === caretLine}
            note={standsUnder(notes, i, caretLine) ? (notes.get(i) ?? '') : ''}
          />
        ))}
      </div>
      <textarea
        ref={field}
        aria-label={textLabel}
        aria-describedby="write-faults"
        aria-invalid={faults.length > 0 || undefined}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={text}
        onChange={({ target }) => draft.type(target.value, target.selectionStart, target.selectionEnd)}
        onSelect={tell}
      />
    </div>
  );
}

/** Errors by line, from 0. */
function notesOf(faults: readonly LessonFault[]): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  for (const fault of faults) {
    const said = describeFault(fault).replace(/^Line \d+, /, '');
    const before = notes.get(fault.line - 1);
    notes.set(fault.line - 1, before === undefined ? said : `${before} ${said}`);
  }
  return notes;
}

/** Maximum number of lines below an error that the note of the error may cover. */
const COVERED = 3;

/**
 * True if the error of a line is shown under the line. The error covers the lines below, so it is not shown if it
 * would cover the caret or another line with an error.
 */
function standsUnder(notes: ReadonlyMap<number, string>, line: number, caret: number): boolean {
  if (!notes.has(line)) return false;
  if (caret === line) return true;
  return !notes.has(line + 1) && (caret < line || caret > line + COVERED);
}

type LineKind = 'title' | 'stop' | 'field' | 'note' | 'scene' | 'words';

function kindOf(line: string): LineKind {
  if (/^\s*## /.test(line)) return 'stop';
  if (/^\s*# /.test(line)) return 'title';
  if (/^\s*>/.test(line)) return 'note';
  return /^[a-z]+:/.test(line) ? 'field' : 'words';
}

interface LineProps {
  text: string;
  kind: LineKind;
  current: boolean;
  fault: boolean;
  caret: boolean;
  /** Note shown under the line; "" = nothing. */
  note: string;
}

const Line = memo(function Line({ text, kind, current, fault, caret, note }: LineProps) {
  const colon = kind === 'field' ? text.indexOf(':') + 1 : 0;
  return (
    <div
      data-kind={kind}
      data-current={current || undefined}
      data-fault={fault || undefined}
      data-caret={caret || undefined}
    >
      {colon > 0 && <i>{text.slice(0, colon)}</i>}
      {text.slice(colon)}
      {text === '' && '\u200B'}
      {note !== '' && <span className={css.writeNote}>{note}</span>}
    </div>
  );
});

/** Moves the caret to the place that a button has chosen, and scrolls its line into view. */
function usePutCaret(
  field: React.RefObject<HTMLTextAreaElement | null>,
  { lines }: Outline,
  caret: DraftText['caret'],
): void {
  const put = useRef(caret);
  useEffect(() => {
    const element = field.current;
    if (element === null || caret === null || put.current === caret) return;
    put.current = caret;
    element.setSelectionRange(caret.from, caret.to);
    // On touch screens the focus would open the keyboard, which covers the page.
    if (!matchMedia('(pointer: coarse)').matches) element.focus({ preventScroll: true });
    const line = lineOf(element.value, caret.from);
    const row = element.parentElement?.querySelector(`.${css.writeLines} > :nth-child(${line + 1})`);
    row?.scrollIntoView({ block: 'center' });
  }, [field, lines, caret]);
}

/** Undo and redo keys use the history of the draft, which contains typing and the changes made by buttons. */
function useUndoKeys(
  field: React.RefObject<HTMLTextAreaElement | null>,
  undo: DraftText['undo'],
  redo: DraftText['redo'],
): void {
  const latest = useRef({ undo, redo });
  useEffect(() => {
    latest.current = { undo, redo };
  });
  useEffect(() => {
    const element = field.current;
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const back = key === 'z' && !event.shiftKey;
      if (!back && key !== 'y' && key !== 'z') return;
      event.preventDefault();
      (back ? latest.current.undo : latest.current.redo)?.();
    };
    const onInput = (event: InputEvent): void => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      (event.inputType === 'historyUndo' ? latest.current.undo : latest.current.redo)?.();
    };
    element?.addEventListener('keydown', onKey);
    element?.addEventListener('beforeinput', onInput);
    return () => {
      element?.removeEventListener('keydown', onKey);
      element?.removeEventListener('beforeinput', onInput);
    };
  }, [field]);
}

/** Returns the selection of a whole line. */
export function lineSelection({ lines }: Outline, line: number, skip = 0): { from: number; to: number } {
  const from = lineStart(lines, line);
  return { from: from + skip, to: from + (lines[line] ?? '').length };
}
