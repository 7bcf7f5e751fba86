import { CopyButton } from '../../ui/CopyButton.tsx';
import { isOnRecord, viewOf } from '../kinds/views.ts';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { entityOf } from '../../store/entity.ts';
import { BOOKMARKS_MAX, type LinkExtras, NOTE_MAX } from '../../scenario/link-extras.ts';
import { useDebug, useMarks } from '../../store/debug.ts';
import { useApp, useRuntime, useSession, useView } from '../../store/hooks.ts';
import { KeepForm } from '../library/KeepForm.tsx';
import { pageAddress } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { saveRunFile, saveText, LINK_HERE } from '../kit/files.ts';
import { formatCount, formatSeconds, formatCounted } from '../../explain/format.ts';
import { qrCode, qrSvg } from './qr.ts';
import { QrPicture } from './QrPicture.tsx';
import { useLink, type Carry, type ShareLink } from './useLink.ts';
import css from './share.module.css';
import { SAVE_REAL, SAVE_FILE } from '../../explain/labels.ts';

/** Mail programs cut links above this. */
const SAFE = 2000;
/** Longer ones are better sent as a file: chats and address bars drop them. */
const FILE_ABOVE = 8000;

interface SharePopoverProps {
  onCopied: (hash: string) => void;
  /** Who gets the next turn here, such as `m6`, for an exercise; "" = no question can be asked, null = not wanted, or not known yet. */
  useAnswer: (wanted: boolean) => string | null;
  /** Other ways to use this moment. */
  more: ReactNode;
}

/** A way to give this moment to another reader. Nothing is sent anywhere. */
export function SharePopover(props: SharePopoverProps) {
  const onRecord = useSession(({ scenario }) => isOnRecord(scenario));
  return onRecord ? <ShareRecord /> : <ShareLinkHere {...props} />;
}

/** A record has names of real people in it: there is no link to it, and the file says what it holds. */
function ShareRecord() {
  const runtime = useRuntime();
  return (
    <div className={css.shareContent}>
      <h2>No link to a record</h2>
      <p>
        Real addresses, host names and queue ids stand in this run as they stand in the log. They go into no
        link. A file holds them too: give it only to people who may read the log.
      </p>
      <button type="button" className="btn outlined" onClick={() => void saveRunFile(runtime)}>
        {SAVE_REAL}
      </button>
    </div>
  );
}

/** A link to this moment: what it carries, how long it is. */
function ShareLinkHere({ onCopied, useAnswer, more }: SharePopoverProps) {
  const selected = useView((view) => view.selected);
  const [carry, setCarry] = useState<Carry>({
    instant: true,
    selection: true,
    live: true,
    bookmarks: true,
    marks: true,
    note: true,
    answer: false,
    layout: false,
  });
  const [note, setNote] = useState('');
  const entity = useApp(({ session, view }) => entityOf(view, session.queues, session.transports));
  const answer = useAnswer(carry.answer);
  const extras = useExtras(note, answer ?? '');
  const link = useLink(carry, entity, extras);
  const address = link === null ? '' : pageAddress(link.hash);
  return (
    <div className={css.shareContent}>
      <div className="row">
        <h2>{LINK_HERE}</h2>
        <span className="grow" />
        <span className="dim">nothing is uploaded</span>
      </div>
      <Copy address={address} onCopied={() => link !== null && onCopied(link.hash)} />
      <Length length={address.length} />
      {link !== null && (
        <Parts
          link={link}
          carry={carry}
          setCarry={setCarry}
          selected={selected}
          entity={entity}
          answer={answer}
        />
      )}
      <Field
        text="Note for the reader"
        line={`field-stack ${css.shareNote}`}
        value={note}
        maxLength={NOTE_MAX}
        placeholder="Why does 6 keep the turn?"
        onChange={setNote}
      />
      {address !== '' && <Code address={address} />}
      {link !== null && <KeepForm hash={link.hash} />}
      {more}
    </div>
  );
}

/** Bookmarks, breakpoints, watches and layout of the page, the note that is being written, the answer of an exercise. */
function useExtras(note: string, answer: string): LinkExtras {
  const bookmarks = useDebug((debug) => debug.bookmarks);
  const branch = useSession((session) => session.branch);
  const world = useView((view) => !view.worldCollapsed);
  const explain = useView((view) => !view.explainCollapsed);
  const dock = useView((view) => view.dockTab);
  const order = useView((view) => view.order);
  const marks = useMarks();
  return useMemo(
    () => ({
      marks,
      bookmarks: bookmarks.slice(0, BOOKMARKS_MAX).map((mark) => ({
        step: mark.step,
        ...(mark.branch === branch ? {} : { branch: mark.branch }),
        at: mark.at,
        note: mark.note.slice(0, NOTE_MAX),
      })),
      note,
      answer,
      layout: { world, explain, dock, order },
    }),
    [bookmarks, branch, marks, note, answer, world, explain, dock, order],
  );
}

/** The link for a camera, or why there is none; and the run as a file. */
function Code({ address }: { address: string }) {
  const runtime = useRuntime();
  const code = useMemo(() => qrCode(address), [address]);
  const [large, setLarge] = useState(false);
  return (
    <div className={css.shareCode}>
      {code !== null && <QrPicture code={code} label="QR code of the link" />}
      <div className={css.shareCodeWays}>
        <p>
          {code === null
            ? 'Too long for a QR code. '
            : `For a projector: ${code.size} × ${code.size} modules, readable from the back row when shown large. `}
          {address.length > FILE_ABOVE && 'A link of this length is dropped by many programs: send the file.'}
        </p>
        {code !== null && (
          <>
            <button type="button" className="btn outlined" onClick={() => setLarge(true)}>
              Show large
            </button>
            <button
              type="button"
              className="btn"
              onClick={() => saveText('qmgrscope-link.svg', qrSvg(code), 'image/svg+xml')}
            >
              Save as SVG
            </button>
            {large && (
              <Dialog label="QR code of the link" className={css.qrLarge} onClose={() => setLarge(false)}>
                {(close) => (
                  <>
                    <QrPicture code={code} label="QR code of the link, large" />
                    <button type="button" className="btn primary" onClick={close}>
                      Close
                    </button>
                  </>
                )}
              </Dialog>
            )}
          </>
        )}
        <button
          type="button"
          className={`btn ${address.length > FILE_ABOVE ? 'primary' : ''}`}
          onClick={() => void saveRunFile(runtime)}
        >
          {SAVE_FILE}
        </button>
      </div>
    </div>
  );
}

function Copy({ address, onCopied }: { address: string; onCopied: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={css.shareCopy}>
      <input
        ref={field}
        id="share-link"
        className="field mono"
        readOnly
        aria-label="link"
        value={address.replace(/^https?:\/\//, '')}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton
        text={address}
        className="btn primary"
        disabled={address === ''}
        byHand="Press Ctrl C"
        onAsked={onCopied}
        // The text is selected, so that the keyboard can do it.
        onRefused={() => field.current?.select()}
      />
    </div>
  );
}

function Length({ length }: { length: number }) {
  const full = Math.max(SAFE * 1.2, length);
  const over = length > SAFE;
  return (
    <div className={css.shareLength}>
      <div className="row">
        <span>
          <b>{formatCount(length)}</b> characters
        </span>
        <span className="grow" />
        <span className={over ? css.over : 'dim'} role={over ? 'status' : undefined}>
          {over ? 'too long for some mail programs, they cut above' : 'mail programs cut above'}{' '}
          {formatCount(SAFE)}
        </span>
      </div>
      <div className={css.meter} aria-hidden="true">
        <b style={{ width: `${(length / full) * 100}%` }} />
        <u style={{ left: `${(SAFE / full) * 100}%` }} />
      </div>
    </div>
  );
}

interface PartsProps {
  link: ShareLink;
  carry: Carry;
  setCarry: (carry: Carry) => void;
  selected: number;
  /** What the link points at, "" = nothing: the selected message, the panel on the stage. */
  entity: string;
  /** Who gets the next turn, such as `m6`; "" = no job, null = not asked for, or not known yet. */
  answer: string | null;
}

/** Parts that the same words always name, when there is something of them. */
const NAMED = [
  { part: 'bookmarks', text: 'bookmarks with their notes' },
  { part: 'marks', text: 'breakpoints and watches' },
  { part: 'note', text: 'the note below' },
] as const;

/** What the link carries, line by line; each can be left out. */
function Parts({ link, carry, setCarry, selected, entity, answer }: PartsProps) {
  const { scenario, live, cursor } = link.saved;
  const { nextTurn, settings } = viewOf(scenario);
  const toggle = (part: keyof Carry) => (): void => setCarry({ ...carry, [part]: !carry[part] });
  return (
    <div className="share-parts">
      <Part
        on
        text={`${scenario.script.length} scripted actions,${settings?.(scenario) ?? ''} seed`}
        cost="always"
      />
      {link.cost.instant > 0 && (
        <Part
          on={carry.instant && (carry.live || live.length === 0)}
          onChange={toggle('instant')}
          text={`instant ${formatSeconds(cursor.at)}, opens paused`}
          cost={`+${link.cost.instant}`}
        />
      )}
      {entity !== '' && (
        <Part
          on={carry.selection}
          onChange={toggle('selection')}
          text={
            <>
              {selected > 0 ? 'selection ' : 'the open panel'}
              {selected > 0 && <Chip number={selected} size="small" />}
              {selected > 0 && entity.includes('__') && ' and the open panel'}
            </>
          }
          cost={`+${link.cost.selection}`}
        />
      )}
      {live.length > 0 && (
        <Part
          on={carry.live}
          onChange={toggle('live')}
          text={`${formatCounted(live.length, 'change')} made on the way`}
          cost={`+${link.cost.live}`}
        />
      )}
      {NAMED.filter(({ part }) => link.cost[part] > 0).map(({ part, text }) => (
        <Part key={part} on={carry[part]} onChange={toggle(part)} text={text} cost={`+${link.cost[part]}`} />
      ))}
      {nextTurn === true && (
        <AnswerPart
          on={carry.answer}
          onChange={toggle('answer')}
          none={answer === ''}
          cost={link.cost.answer}
        />
      )}
      <Part
        on={carry.layout}
        onChange={toggle('layout')}
        text="how the page is arranged"
        cost={`+${link.cost.layout}`}
      />
    </div>
  );
}

interface AnswerPartProps {
  on: boolean;
  onChange: () => void;
  /** It was asked for, and there is none. */
  none: boolean;
  /** Characters; 0 = not known. */
  cost: number;
}

/** Makes an exercise of the link; finding the answer takes a run of its own, so it is asked for here only. */
function AnswerPart({ on, onChange, none, cost }: AnswerPartProps) {
  const text =
    on && none
      ? 'no exercise: no entry is selected from here on, or only one job could have the turn'
      : 'expected answer, for an exercise: which job gets the next turn?';
  return <Part on={on} onChange={onChange} text={text} cost={cost > 0 ? `+${cost}` : ''} />;
}

interface PartProps {
  on: boolean;
  text: ReactNode;
  cost: string;
  onChange?: () => void;
}

function Part({ on, text, cost, onChange }: PartProps) {
  return (
    <label className={css.sharePart}>
      <input
        type="checkbox"
        checked={on}
        disabled={onChange === undefined}
        onChange={onChange ?? (() => undefined)}
      />
      <span>{text}</span>
      <span className="mono dim">{cost}</span>
    </label>
  );
}
