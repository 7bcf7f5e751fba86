import { Dialog } from '../../../ui/Dialog.tsx';
import { type KeyboardEvent, Suspense, useState, useMemo } from 'react';
import { lazyWithRetry } from '../../../panels/kit/lazy.tsx';
import { toText } from '../../../explain/tokens.ts';
import {
  collect,
  type Collected,
  type Collection,
  collectionCsv,
  EMPTY,
  isEmpty,
  isReplaced,
} from '../../class/collection.ts';
import type { Words } from '../../words/en/index.ts';
import { Opening } from '../../../panels/kit/Opening.tsx';
import { fileName, saveText } from '../../../panels/kit/files.ts';
import { useWords } from '../kit/useWords.ts';
import { qrCode } from '../../../panels/share/qr.ts';
import { QrPicture } from '../../../panels/share/QrPicture.tsx';
import { languageToSay } from '../../store/language.ts';
import { pageAddress } from '../../../ui/copy-text.ts';
import type { AskedOfClass } from './ClassQuestion.tsx';
import type { Collecting } from './class-kept.ts';
import css from './classroom.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

const Camera = lazyWithRetry(() => import('./Camera.tsx'));

interface DeskProps {
  asked: AskedOfClass;
  tag: number;
  collecting: Collecting;
}

/** The teacher's desk takes the codes of the answers. */
export function Desk({ asked, tag, collecting }: DeskProps) {
  const { desk: words } = useWords();
  return (
    <aside className={`stack gap-16 ${css.desk}`} aria-label={words.collect}>
      <Collect asked={asked} tag={tag} collecting={collecting} />
      <Received asked={asked} collecting={collecting} />
    </aside>
  );
}

/** Takes codes that the teacher types or pastes, or that the camera reads. */
function Collect({ asked, tag, collecting }: Pick<DeskProps, 'asked' | 'tag' | 'collecting'>) {
  const { desk: words } = useWords();
  const { question } = asked;
  const { collection, set } = collecting;
  const [said, setSaid] = useState('');
  const [camera, setCamera] = useState(false);
  const take = (text: string): void => {
    if (question === null || text.trim() === '') return;
    const collected = collect(collection, text, { tag, choices: question.choices.length });
    if (collected.added > 0) set(collected.collection);
    setSaid(saysOf(words, collected));
  };
  return (
    <section className="stack">
      <h2>{words.collect}</h2>
      <p className="side-note">{words.how}</p>
      <CodeField disabled={question === null} onText={take} />
      <Button
        look="outlined"
        size="big"
        aria-expanded={camera}
        disabled={question === null}
        onClick={() => setCamera(!camera)}
      >
        {camera ? words.cameraOff : words.camera}
      </Button>
      {camera && (
        <Suspense fallback={<Opening />}>
          <Camera onCode={take} onClose={() => setCamera(false)} />
        </Suspense>
      )}
      <p className={css.deskSaid} role="status">
        {said}
      </p>
    </section>
  );
}

function Received({ asked, collecting }: Pick<DeskProps, 'asked' | 'collecting'>) {
  const { desk: words } = useWords();
  const { collection, set, undo, isKept } = collecting;
  const { question } = asked;
  const csv = (): void => {
    const rows = (question?.choices ?? []).map(({ key, label }) => ({
      text: toText(label),
      right: key === question?.right,
    }));
    saveText(`${fileName(`${asked.where} answers`)}.csv`, collectionCsv(collection, rows), 'text/csv');
  };
  const none = isEmpty(collection);
  return (
    <section className="stack">
      <h2>
        {words.received} <span className="dim">{collection.entries.length}</span>
      </h2>
      <Codes collection={collection} />
      <div className="row wrap">
        <Button look="outlined" disabled={undo === null} onClick={() => undo?.()}>
          {words.undo}
        </Button>
        <Button look="outlined" disabled={none} onClick={() => set(EMPTY)}>
          {words.clear}
        </Button>
        <Button look="outlined" disabled={collection.entries.length === 0 || question === null} onClick={csv}>
          {words.csv}
        </Button>
      </div>
      <p className="side-note">{isKept ? words.kept : words.notKept}</p>
    </section>
  );
}

/** Maximum number of codes shown. */
const SHOWN = 14;

/** Lists the latest codes. Codes that a later answer replaced are struck through. */
function Codes({ collection }: { collection: Collection }) {
  const { desk: words } = useWords();
  const latest = collection.entries.slice(-SHOWN).toReversed();
  const more = collection.entries.length - latest.length;
  if (latest.length === 0) return <p className="side-note">{words.noAnswer}</p>;
  return (
    <ul className="row wrap gap-6" data-codes>
      {latest.map((entry, i) => (
        // The same code can occur twice, when the phone sent another code in between.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${entry.code} ${i}`}>
          <kbd>{isReplaced(collection, entry) ? <s>{entry.code}</s> : entry.code}</kbd>
        </li>
      ))}
      {more > 0 && <li>{words.more(more)}</li>}
    </ul>
  );
}

/** A field for one code or a list. Enter adds the typed codes; pasted codes are added immediately. */
function CodeField({ disabled, onText }: { disabled: boolean; onText: (text: string) => void }) {
  const { desk: words } = useWords();
  const [text, setText] = useState('');
  const add = (): void => {
    onText(text);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="row gap-6">
      <TextArea
        kind="code"
        rows={1}
        label={words.codes}
        placeholder="K7M-4QXD"
        autoComplete="off"
        autoCapitalize="characters"
        disabled={disabled}
        value={text}
        onChange={setText}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          event.preventDefault();
          onText(`${text} ${event.clipboardData.getData('text/plain')}`);
          setText('');
        }}
      />
      <Button look="primary" size="big" disabled={disabled} onClick={add}>
        {words.add}
      </Button>
    </div>
  );
}

/** Maximum number of refused codes that are reported one by one. */
const REPORTED = 4;

/** Reports the result of adding codes in a few sentences. */
function saysOf(words: Words['desk'], { added, replaced, refused }: Collected): string {
  const parts = [
    ...(added === 0 ? [] : [words.added(added)]),
    ...(replaced === 0 ? [] : [words.replaced(replaced)]),
    ...refused.slice(0, REPORTED).map(({ text, fault }) => `${text}: ${words.faults[fault]}.`),
    ...(refused.length > REPORTED ? [words.moreRefused(refused.length - REPORTED)] : []),
  ];
  return parts.join(' ');
}

interface JoinProps {
  /** The part of an address that names the question. */
  part: string;
  /** True to show only the QR code, in the corner of the wall. */
  small?: boolean;
  large: boolean;
  onLarge: (large: boolean) => void;
}

/** Shows how phones join: a QR code for their cameras, and the address to type. */
export function Join({ part, small = false, large, onLarge }: JoinProps) {
  const { join: words } = useWords();
  const lang = languageToSay();
  const asked = lang === '' ? part : part.replace(/(?=&stop=|$)/, `&lang=${lang}`);
  const address = pageAddress(`#answer${asked}`);
  const code = useMemo(() => qrCode(address), [address]);
  const typed = address.replace(/^https?:\/\//, '');
  const onlyHere = /^(localhost|127\.|\[::1\])/.test(location.host);
  return (
    <section className={small ? css.joinCorner : `stack gap-12 ${css.join}`} aria-label={words.title}>
      {!small && <h2>{words.title}</h2>}
      {!small && onlyHere && <Notice inPlace>{words.onlyHere}</Notice>}
      {code === null && !small && <p className="side-note">{words.tooLong}</p>}
      {code !== null && !(small && onlyHere) && (
        <button
          type="button"
          className={css.deskQr}
          aria-label={words.large}
          data-tip={words.largeTip}
          onClick={() => onLarge(true)}
        >
          <QrPicture code={code} label={words.qr} />
        </button>
      )}
      {!small && <Typed address={typed} />}
      {large && (
        <Dialog
          label={words.way}
          className={`sheet stack gap-12 ${css.wallLarge}`}
          onClose={() => onLarge(false)}
        >
          {(close) => (
            <>
              {code !== null && <QrPicture code={code} label={words.qrLarge} />}
              <Typed address={typed} />
              <Button look="primary" size="big" onClick={close}>
                {words.close}
              </Button>
            </>
          )}
        </Dialog>
      )}
    </section>
  );
}

/** Shows an address to type. A long address is shortened, since nobody types it. */
function Typed({ address }: { address: string }) {
  return (
    <p className={`${css.deskAddress} mono`}>{address.length > 90 ? `${address.slice(0, 60)}…` : address}</p>
  );
}
