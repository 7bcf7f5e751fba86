import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../explain/format.ts';
import { SAVE_REAL } from '../../explain/labels.ts';
import { BOOKMARKS_MAX, type LinkExtras, NOTE_MAX } from '../../scenario/link-extras.ts';
import { useDebug, useMarks } from '../../store/debug.ts';
import { entityOf } from '../../store/entity.ts';
import { useApp, useRuntime, useSession, useView } from '../../store/hooks.ts';
import { pageAddress } from '../../ui/copy-text.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { isOnRecord } from '../kinds/views.ts';
import { LINK_HERE, saveRunFile } from '../kit/files.ts';
import { KeepForm } from '../library/KeepForm.tsx';
import css from './share.module.css';
import { ShareCode } from './ShareCode.tsx';
import { ShareParts } from './ShareParts.tsx';
import { CARRIED_FIRST, useLink } from './useLink.ts';
import { Button } from '../../ui/Button.tsx';

/** Longest link, in characters, that all mail programs keep intact. */
const SAFE = 2000;

interface SharePopoverProps {
  onCopied: (hash: string) => void;
  /** Next job, such as `m6`, for an exercise; "" = no job, null = not requested or not known yet. */
  useAnswer: (wanted: boolean) => string | null;
  /** Additional actions for this moment. */
  more: ReactNode;
}

/** Shares this moment by link or by file. Nothing is uploaded. */
export function SharePopover(props: SharePopoverProps) {
  const onRecord = useSession(({ scenario }) => isOnRecord(scenario));
  return onRecord ? <ShareRecord /> : <ShareLinkHere {...props} />;
}

/** Replaces the link of a record: a record contains real names, so no link to it is made. */
function ShareRecord() {
  const runtime = useRuntime();
  return (
    <div className="stack gap-12">
      <h2>No link to a record</h2>
      <p>
        This run contains real addresses, host names and queue ids. Links leave them out; files contain them.
        Give a file only to people who may read the log.
      </p>
      <Button look="outlined" onClick={() => void saveRunFile(runtime)}>
        {SAVE_REAL}
      </Button>
    </div>
  );
}

/** A link to this moment, with its length and parts. */
function ShareLinkHere({ onCopied, useAnswer, more }: SharePopoverProps) {
  const selected = useView((view) => view.selected);
  const [carry, setCarry] = useState(CARRIED_FIRST);
  const [note, setNote] = useState('');
  const entity = useApp(({ session, view }) => entityOf(view, session.queues, session.transports));
  const answer = useAnswer(carry.answer);
  const extras = useExtras(note, answer ?? '');
  const link = useLink(carry, entity, extras);
  const address = link === null ? '' : pageAddress(link.hash);
  return (
    <div className="stack gap-12">
      <div className="row between">
        <h2>{LINK_HERE}</h2>
        <span className="dim text-1">nothing is uploaded</span>
      </div>
      <Copy address={address} onCopied={() => link !== null && onCopied(link.hash)} />
      <Length length={address.length} />
      {link !== null && (
        <ShareParts
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
        line="field-stack text-1 sub"
        value={note}
        maxLength={NOTE_MAX}
        placeholder="Why does 6 keep the turn?"
        onChange={setNote}
      />
      {address !== '' && <ShareCode address={address} />}
      {link !== null && <KeepForm hash={link.hash} />}
      {more}
    </div>
  );
}

/** Contents of the link besides the run. `note` and `answer` come from this popover. */
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

function Copy({ address, onCopied }: { address: string; onCopied: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={css.shareCopy}>
      <input
        ref={field}
        id="share-link"
        className="field mono cut"
        readOnly
        aria-label="link"
        value={address.replace(/^https?:\/\//, '')}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton
        text={address}
        className="btn primary big"
        disabled={address === ''}
        byHand="Press Ctrl C"
        onAsked={onCopied}
        // Copying was refused; select the text, so that the reader can copy it by keyboard.
        onRefused={() => field.current?.select()}
      />
    </div>
  );
}

function Length({ length }: { length: number }) {
  const full = Math.max(SAFE * 1.2, length);
  const over = length > SAFE;
  return (
    <div className={`stack gap-6 text-1 sub ${css.shareLength}`}>
      <div className="row wrap between">
        <span>
          <span className="strong">{formatCount(length)}</span> characters
        </span>
        <span className="dim" role={over ? 'status' : undefined}>
          some mail programs cut links over {formatCount(SAFE)} characters
        </span>
      </div>
      <div
        className={css.shareMeter}
        style={
          { '--length': `${(length / full) * 100}%`, '--safe': `${(SAFE / full) * 100}%` } as CSSProperties
        }
        aria-hidden="true"
      />
    </div>
  );
}
