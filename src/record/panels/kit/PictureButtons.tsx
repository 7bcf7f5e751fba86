import { saveBlob, saveText } from '../../../panels/kit/files.ts';

interface PictureButtonsProps {
  /** What is drawn, as it is seen when a button is pressed. */
  of: () => Element | null | Promise<Element | null>;
  /** Called when the element has been drawn. */
  done?: () => void;
  /** Name of the file, without its ending. */
  file: string;
}

/** A part of the page as a file, without a question in between. */
export function PictureButtons({ of, done, file }: PictureButtonsProps) {
  const save = async (kind: 'svg' | 'png'): Promise<void> => {
    const { drawPicture } = await import('../../../panels/export/picture/draw.ts');
    const element = await of();
    if (element === null) return;
    const picture = await drawPicture(element);
    done?.();
    if (kind === 'svg') return saveText(`${file}.svg`, picture.svg, 'image/svg+xml');
    const { pngOf } = await import('../../../panels/export/picture/png.ts');
    return saveBlob(`${file}.png`, await pngOf(picture, 2));
  };
  return (
    <>
      <button type="button" className="btn outlined" onClick={() => void save('svg')}>
        Picture, SVG
      </button>
      <button type="button" className="btn outlined" onClick={() => void save('png')}>
        PNG
      </button>
    </>
  );
}
