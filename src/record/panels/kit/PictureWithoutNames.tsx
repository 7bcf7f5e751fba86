import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RecordQuestions } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';
import { PictureButtons } from './PictureButtons.tsx';
import css from './picture.module.css';

interface PictureWithoutNamesProps<T> {
  /** Name of the file, without its ending. */
  file: string;
  /** Selects the picture on the page, which has real names. */
  selector: string;
  /** What the picture shows with hidden names; null = nothing. */
  ask: (questions: RecordQuestions) => Promise<T | null>;
  /** Draws that. `width` is the width of the picture on the page. */
  draw: (hidden: T, width: number) => ReactNode;
}

/** Saves a picture of a record. It has pseudonyms unless the reader asks for real names. */
export function PictureWithoutNames<T>({ file, selector, ask, draw }: PictureWithoutNamesProps<T>) {
  const { records } = useRecords();
  const [plain, setPlain] = useState(false);
  const [error, setError] = useState('');
  const [drawn, setDrawn] = useState<{ hidden: T; width: number } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const pictureOf = async (): Promise<Element | null> => {
    const shown = document.querySelector(selector);
    if (plain) return shown;
    const hidden = await records.ask(ask);
    setError(hidden === null ? 'This picture cannot be made with hidden names.' : '');
    if (hidden === null) return null;
    flushSync(() => setDrawn({ hidden, width: shown?.clientWidth ?? 900 }));
    return box.current?.firstElementChild ?? null;
  };
  return (
    <>
      <div className="row">
        <PictureButtons of={pictureOf} done={() => setDrawn(null)} file={file} />
        <span role="status">{error}</span>
      </div>
      <label className={css.postfixPlain}>
        <input type="checkbox" checked={plain} onChange={(event) => setPlain(event.target.checked)} />
        With real names. Otherwise the picture has pseudonyms.
      </label>
      {drawn !== null && (
        <div ref={box} className={css.postfixUnseen} style={{ width: drawn.width }} inert>
          {draw(drawn.hidden, drawn.width)}
        </div>
      )}
    </>
  );
}
