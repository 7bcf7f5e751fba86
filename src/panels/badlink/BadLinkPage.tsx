import { useState, type SubmitEvent } from 'react';
import type { DecodedLink, LinkFault } from '../../scenario/link.ts';
import { useSession } from '../../store/hooks.ts';
import { formatCount } from '../../explain/format.ts';
import { LoadAgain } from '../kit/lazy.tsx';
import css from './badlink.module.css';

interface BadLinkProps {
  failure: Extract<DecodedLink, { ok: false }>;
  hash: string;
  /** Reads the link once more, with more time. */
  onAgain: () => void;
}

/** A readable page instead of a wrong picture: what is wrong, what was still readable, and where to go from here. */
export default function BadLinkPage({ failure, hash, onAgain }: BadLinkProps) {
  const open = useSession((session) => (session.run > 0 ? session.scenario?.title : undefined));
  const { reason, detail, readable } = failure;
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className={css.badlink}>
        <div className={css.badlinkHead}>
          <h1>{FAULT_TITLES[reason]}</h1>
          <p className="lead">
            {detail} Nothing was loaded{open === undefined ? '' : ', and what you had open is still there'}.
          </p>
        </div>
        <div
          className={`${css.badlinkText} mono`}
          role="group"
          aria-label={`the link, ${formatCount(hash.length)} characters`}
        >
          <span className="dim">{location.host}/</span>
          {shortLink(hash)}
          {reason === 'truncated' && <span className={css.missing}>✕ missing</span>}
        </div>
        <Checks failure={failure} />
        <p className="side-note">{FAULT_ADVICE[reason]}</p>
        <Ways
          open={open}
          onAgain={reason === 'too-slow' || reason === 'unread' ? onAgain : null}
          fresh={reason === 'unread'}
        />
        {readable !== undefined && readable.text !== '' && (
          <details className={css.badlinkRaw}>
            <summary>What could be unpacked</summary>
            <pre className="mono">{readable.text}</pre>
          </details>
        )}
      </div>
    </main>
  );
}

function Checks({ failure }: { failure: BadLinkProps['failure'] }) {
  const { reason, readable } = failure;
  const title = readable?.title ?? '';
  const lines: { ok: boolean; what: string; state: string }[] = [
    { ok: reason !== 'foreign', what: 'A link of this program', state: reason === 'foreign' ? 'no' : 'yes' },
    { ok: title !== '', what: 'Title of the run', state: title === '' ? 'lost' : title },
    {
      ok: (readable?.text ?? '') !== '' && reason !== 'damaged' && reason !== 'truncated',
      what: 'The run itself',
      state: STATES[reason],
    },
  ];
  return (
    <dl className={css.checks}>
      {lines.map((line) => (
        <div key={line.what} className={line.ok ? 'ok' : css.lost}>
          <dt>
            <span aria-hidden="true">{line.ok ? '✓' : '✕'}</span>
            {line.what}
          </dt>
          <dd className="mono">{line.state}</dd>
        </div>
      ))}
    </dl>
  );
}

const STATES = {
  damaged: 'altered on the way',
  truncated: 'its end is missing',
  foreign: 'none',
  newer: 'readable, in a newer form',
  invalid: 'readable, not runnable',
  'too-large': 'not unpacked',
  'too-slow': 'not read to its end',
  unread: 'not read',
} as const;

interface WaysProps {
  /** Title of the run that is open behind this page. */
  open: string | undefined;
  /** Reads the link once more; null = it would say the same. */
  onAgain: (() => void) | null;
  /** What it needs did not come: a browser may keep that failure for as long as the page stands. */
  fresh: boolean;
}

function Ways({ open, onAgain, fresh }: WaysProps) {
  const [pasting, setPasting] = useState(false);
  const paste = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('link');
    const hash = typeof text === 'string' ? /#.*/s.exec(text.trim().replaceAll(/\s+/g, '')) : null;
    if (hash !== null) location.hash = hash[0];
  };
  return (
    <div className={css.badlinkWays}>
      <div className="row">
        <a className="btn primary big" href="#gallery">
          Open the gallery
        </a>
        {onAgain !== null && (
          <button type="button" className="btn outlined big" onClick={onAgain}>
            Read it again, for up to 5 s
          </button>
        )}
        {fresh && <LoadAgain className="btn outlined big" />}
        <button
          type="button"
          className="btn outlined big"
          aria-expanded={pasting}
          onClick={() => setPasting(!pasting)}
        >
          Paste the link again
        </button>
        {open !== undefined && (
          <button type="button" className="btn big" onClick={() => history.back()}>
            Back to {open}
          </button>
        )}
      </div>
      {pasting && (
        <form className="row" onSubmit={paste}>
          <input
            className="field mono grow"
            name="link"
            aria-label="link"
            placeholder="the whole link"
            autoComplete="off"
          />
          <button type="submit" className="btn outlined">
            Open
          </button>
        </form>
      )}
    </div>
  );
}

/** Heading of the page, by what is wrong. Plain and without blame: the reader did nothing. */
const FAULT_TITLES: Readonly<Record<LinkFault, string>> = {
  damaged: 'This link lost something on its way',
  truncated: 'This link was cut off',
  foreign: 'This is not a link to a run',
  newer: 'This link is from a newer qmgrscope',
  invalid: 'This link holds something that cannot be run',
  'too-large': 'This link is too large',
  'too-slow': 'This link takes too long to read',
  unread: 'This link could not be read',
};

/** What can be done about it. */
const FAULT_ADVICE: Readonly<Record<LinkFault, string>> = {
  damaged: 'Most likely a mail program or a chat changed a character. Ask for the link again, as text.',
  truncated: 'Most likely a mail program cut it. Ask for the link again, or paste the rest of it.',
  foreign: 'The part behind # means something to another page, or was typed by hand.',
  newer: 'Reload this page to get the newer version, if it is hosted; otherwise update your copy.',
  invalid: 'It was made by something else than this program, or by hand.',
  'too-large': 'Ask for the scenario as a file: the gallery opens files.',
  'too-slow':
    'A link is given half a second. One that takes longer is a very large run, or made to stop this page.',
  unread: 'Nothing is known to be wrong with it: the part of this page that reads links did not answer.',
};

/** Characters of the link that are shown; a long one is cut in the middle, its end matters as much as its start. */
const SHOWN = 700;

/** The link as shown. */
function shortLink(link: string): string {
  if (link.length <= SHOWN) return link;
  return `${link.slice(0, SHOWN - 120)} … ${link.slice(-110)}`;
}
