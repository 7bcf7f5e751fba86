import { useId, useState } from 'react';
import type { Lesson } from '../../lessons/lesson.ts';
import type { Standard } from '../../package/manifest.ts';
import { pageIdle } from '../../../store/idle.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import { useWords } from '../kit/useWords.ts';
import { packagedLesson } from '../../package/packaged-lesson.ts';
import type { PackOptions } from '../../package/pack.ts';
import { fileName, saveBlob } from '../../../panels/kit/files.ts';
import css from './lesson.module.css';
import { Button, IconButton } from '../../../ui/Button.tsx';

const KINDS: readonly { standard: Standard; text: string }[] = [
  { standard: '1.2', text: 'SCORM 1.2' },
  { standard: '2004', text: 'SCORM 2004' },
  { standard: 'cmi5', text: 'cmi5' },
];

/** Makes a SCORM package of the lesson. The arrow beside the button offers the other formats. */
export function PackageButton({ lesson, packed }: { lesson: Lesson; packed: string }) {
  const { pack: words } = useWords();
  const id = useId();
  const { percent, fault, start, stop } = usePacking(lesson, packed);
  if (percent !== null) {
    return (
      <Button onClick={stop} data-tip={words.ends} data-tip-at="below">
        <span role="status">{words.packing(percent)}</span>
        <Icon name="close" />
      </Button>
    );
  }
  return (
    <span className="row gap-2">
      <Button onClick={() => start('1.2')} data-tip={words.tip} data-tip-at="below">
        SCORM
      </Button>
      <IconButton name={words.kinds} icon="down" popoverTarget={id} />
      <Popover id={id} label={words.title} className={css.packageKinds}>
        {(close) => (
          <div className="stack gap-12">
            <h2>{words.title}</h2>
            <p>{words.holds}</p>
            <ul className="stack gap-10">
              {KINDS.map(({ standard, text }) => (
                <li key={standard}>
                  <Button
                    look="outlined"
                    onClick={() => {
                      close();
                      start(standard);
                    }}
                  >
                    {text}
                  </Button>
                  <span className="dim">{words.about[standard]}</span>
                </li>
              ))}
            </ul>
            <a href="scorm/readme.html">{words.more}</a>
          </div>
        )}
      </Popover>
      {fault !== '' && (
        <span className="field-error" role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}

interface Packing {
  /** Percent of the package that is packed. Null = no package is being made. */
  percent: number | null;
  fault: string;
  start: (standard: Standard) => void;
  stop: () => void;
}

function usePacking(lesson: Lesson, packed: string): Packing {
  const [work, setWork] = useState<{ percent: number; ends: AbortController } | null>(null);
  const [fault, setFault] = useState('');
  const start = (standard: Standard): void => {
    const ends = new AbortController();
    const end = pageIdle.begin();
    setFault('');
    setWork({ percent: 0, ends });
    const onProgress = (done: number, all: number): void =>
      setWork({ percent: Math.round((100 * done) / all), ends });
    void savePackage(lesson, packed, standard, { signal: ends.signal, onProgress })
      .catch((error: unknown) => {
        if (!ends.signal.aborted) setFault(error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        setWork(null);
        end();
      });
  };
  return { percent: work?.percent ?? null, fault, start, stop: () => work?.ends.abort() };
}

/** Lists the files of this page, as recorded by the build, because a package also contains them. */
async function filesOfPage(): Promise<string[]> {
  const response = await fetch('./files.json');
  const names: unknown = response.ok ? await response.json().catch(() => null) : null;
  if (!Array.isArray(names))
    throw new Error('This copy does not list its files: only a built one can be packed.');
  return names.map(String);
}

async function read(name: string): Promise<Uint8Array> {
  const response = await fetch(`./${name}`);
  if (!response.ok) throw new Error(`${name} cannot be read (${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Saves a package of the lesson as a file. Rejects with one sentence, or with the reason of the signal when it was cancelled. */
async function savePackage(
  lesson: Lesson,
  packed: string,
  standard: Standard,
  options: PackOptions,
): Promise<void> {
  const [{ packLessonFiles }, names] = await Promise.all([import('../../package/pack.ts'), filesOfPage()]);
  const chunks = await packLessonFiles(packagedLesson(lesson, packed), standard, { names, read }, options);
  const kind = standard === 'cmi5' ? 'cmi5' : `scorm-${standard}`;
  saveBlob(`${fileName(lesson.id)}-${kind}.zip`, new Blob(chunks, { type: 'application/zip' }));
}
