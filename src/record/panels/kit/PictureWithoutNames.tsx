import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { saveBlob, saveText } from '../../../panels/kit/files.ts';
import type { RecordQuestions } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';
import css from './kit.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';

interface PictureWithoutNamesProps<T> {
  /** Name of the file, without its ending. */
  file: string;
  /** CSS selector of the picture on the page, which has real names. */
  selector: string;
  /** Renders the picture with hidden names; null = not possible. */
  ask: (questions: RecordQuestions) => Promise<T | null>;
  draw: (hidden: T) => ReactNode;
}

/** Saves a picture of a record. It has pseudonyms unless the reader asks for real names. */
export function PictureWithoutNames<T>({ file, selector, ask, draw }: PictureWithoutNamesProps<T>) {
  const { records } = useRecords();
  const [plain, setPlain] = useState(false);
  const [error, setError] = useState('');
  const unseen = useUnseen(selector, draw);
  const pictureOf = async (): Promise<Element | null> => {
    if (plain) return document.querySelector(selector);
    const hidden = await records.ask(ask);
    setError(hidden === null ? 'This picture cannot be made with hidden names.' : '');
    return hidden === null ? null : unseen.show(hidden);
  };
  return (
    <>
      <div className="row">
        <PictureButtons of={pictureOf} done={unseen.clear} file={file} />
        <span role="status">{error}</span>
      </div>
      <RealNames what="the picture has" plain={plain} onChange={setPlain} />
      {unseen.element}
    </>
  );
}

interface RealNamesProps {
  /** Subject and verb of the hint, such as “tables, report and picture have”. */
  what: string;
  plain: boolean;
  onChange: (plain: boolean) => void;
}

export function RealNames({ what, plain, onChange }: RealNamesProps) {
  return (
    <Checkbox className="start" checked={plain} onChange={onChange}>
      With real names. Otherwise {what} pseudonyms.
    </Checkbox>
  );
}

/** Draws the picture outside of the visible page, in the width of the original, until it is saved. */
export function useUnseen<T>(selector: string, draw: (hidden: T) => ReactNode) {
  const [drawn, setDrawn] = useState<{ hidden: T; width: number } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  return {
    show(hidden: T): Element | null {
      const width = document.querySelector(selector)?.clientWidth ?? 900;
      flushSync(() => setDrawn({ hidden, width }));
      return box.current?.querySelector(selector) ?? box.current?.firstElementChild ?? null;
    },
    clear: () => setDrawn(null),
    element: drawn !== null && (
      <div ref={box} className={css.unseen} style={{ width: drawn.width }} inert>
        {draw(drawn.hidden)}
      </div>
    ),
  };
}

interface PictureButtonsProps {
  /** Returns the element to draw. Called when a button is pressed. */
  of: () => Element | null | Promise<Element | null>;
  /** Called when the element has been drawn. */
  done: () => void;
  /** Name of the file, without its ending. */
  file: string;
}

/** Saves a part of the page as a file without asking first. */
export function PictureButtons({ of, done, file }: PictureButtonsProps) {
  const save = async (kind: 'svg' | 'png'): Promise<void> => {
    const { drawPicture } = await import('../../../panels/export/picture/draw.ts');
    const element = await of();
    if (element === null) return;
    const picture = await drawPicture(element);
    done();
    if (kind === 'svg') return saveText(`${file}.svg`, picture.svg, 'image/svg+xml');
    const { pngOf } = await import('../../../panels/export/picture/png.ts');
    return saveBlob(`${file}.png`, await pngOf(picture, 2));
  };
  return (
    <>
      <Button look="outlined" onClick={() => void save('svg')}>
        Picture, SVG
      </Button>
      <Button look="outlined" onClick={() => void save('png')}>
        PNG
      </Button>
    </>
  );
}
