import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { useEffect, useMemo, useRef, useState, useId } from 'react';
import { lessonHash, packLesson } from '../../lessons/lesson-link.ts';
import { titleOf } from '../../store/drafts.ts';
import { copyText, pageAddress } from '../../../ui/copy-text.ts';
import { Popover } from '../../../ui/Popover.tsx';
import { fileName, saveText } from '../../../panels/kit/files.ts';
import { formatCount } from '../../../explain/format.ts';
import { PackageButton } from '../lesson/PackageButton.tsx';
import { qrCode } from '../../../panels/share/qr.ts';
import { QrPicture } from '../../../panels/share/QrPicture.tsx';
import { setField, setTitle } from '../../lessons/edit/edits.ts';
import { outlineOf } from '../../lessons/edit/outline.ts';
import type { DraftText } from './useLessonDraft.ts';
import type { Reading } from './useReading.ts';
import { useWrite } from './useWrite.ts';
import { LineField } from './LineField.tsx';
import css from './write.module.css';
import { Button } from '../../../ui/Button.tsx';

interface EditorBarProps {
  draft: DraftText;
  reading: Reading;
  stop: number;
}

/** Shows the state of the lesson, its fields, and every way to share it. */
export function EditorBar({ draft, reading, stop }: EditorBarProps) {
  const write = useWrite();
  const { lesson, faults, fresh } = reading;
  const packed = usePacked(reading);
  const right = lesson !== null && packed !== '' && fresh && faults.length === 0;
  const href = (page: 'lesson' | 'present'): string => lessonHash({ id: '', packed, stop: stop + 1 }, page);
  return (
    <header className={`row wrap gap-6 ${css.writeBar}`}>
      <State draft={draft} reading={reading} />
      <span className="grow" />
      <AboutForm draft={draft} />
      <Button
        onClick={() =>
          saveText(`${fileName(titleOf(draft.text) || 'lesson')}.lesson`, draft.text, 'text/plain')
        }
      >
        {write.save}
      </Button>
      {right ? (
        <>
          <LinkButton hash={lessonHash({ id: '', packed, stop: 1 })} />
          <PackageButton lesson={lesson} packed={packed} />
          <a className="btn" href={`#print&t=${packed}`}>
            {write.print}
          </a>
          <a className="btn" href={href('present')}>
            {write.present}
          </a>
          <a className="btn outlined" href={href('lesson')}>
            {write.student}
          </a>
        </>
      ) : (
        <span className="dim text-2 nowrap">{write.waits(faults.length > 0)}</span>
      )}
    </header>
  );
}

function State({ draft, reading }: Pick<EditorBarProps, 'draft' | 'reading'>) {
  const { faults } = reading;
  const write = useWrite();
  return (
    <span className="dim text-2 nowrap" role="status">
      {faults.length > 0 && <b className="field-error">{write.faults(faults.length)}</b>}{' '}
      {draft.kept ? write.kept : write.keepsNothing}
    </span>
  );
}

/** The lesson packed for a link; "" = not packed yet. */
function usePacked({ lesson, text }: Reading): string {
  return useQuestion(lesson === null ? null : text, () => packLesson(text)) ?? '';
}

/** Length of a link, in characters, from which chats and address bars may cut it. */
const LONG = 8000;

/** Copies the link and shows it with its length and QR code. */
function LinkButton({ hash }: { hash: string }) {
  const id = useId();
  const { link } = useWrite();
  const [copied, setCopied] = useState<boolean | null>(null);
  const address = pageAddress(hash);
  return (
    <>
      <Button popoverTarget={id} onClick={() => void copyText(address).then(setCopied)}>
        {link.button}
      </Button>
      <Popover id={id} label={link.heading} className={css.writeLink}>
        {() => <Link address={address} copied={copied} />}
      </Popover>
    </>
  );
}

/** `copied`: null = not known yet. If copying is refused, the address is selected, to be copied by keyboard. */
function Link({ address, copied }: { address: string; copied: boolean | null }) {
  const { link } = useWrite();
  const field = useRef<HTMLInputElement>(null);
  const code = useMemo(() => qrCode(address), [address]);
  useEffect(() => {
    if (copied === false) field.current?.select();
  }, [copied]);
  return (
    <div className="stack">
      <h2>{link.heading}</h2>
      <p role="status">
        {copied !== null && (copied ? link.copied : link.pressCopy)} {link.has(formatCount(address.length))}
        {address.length > LONG && link.long}.
      </p>
      <input
        ref={field}
        className="field mono"
        readOnly
        aria-label={link.field}
        value={address}
        onFocus={(event) => event.target.select()}
      />
      {code === null ? <p className="sub">{link.noQr}</p> : <QrPicture code={code} label={link.qr} />}
    </div>
  );
}

const FIELDS = ['about', 'minutes', 'assumes', 'able', 'id'] as const;

/** Shows the fields of the whole lesson. Each field is a line at the top of the text. */
function AboutForm({ draft }: { draft: DraftText }) {
  const id = useId();
  const { about } = useWrite();
  const { raw } = outlineOf(draft.text);
  return (
    <>
      <Button popoverTarget={`${id}popover`}>{about.button}</Button>
      <Popover id={`${id}popover`} label={about.heading} className={css.writeAbout}>
        {() => (
          <div className="stack">
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
            {FIELDS.map((name) => (
              <div key={name} className="stack gap-2">
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
        )}
      </Popover>
    </>
  );
}
