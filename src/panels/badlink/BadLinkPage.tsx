import { useState, type SubmitEvent } from 'react';
import type { DecodedLink, LinkFault } from '../../scenario/link.ts';
import { useSession } from '../../store/hooks.ts';
import { formatCount } from '../../explain/format.ts';
import { Field } from '../../ui/Field.tsx';
import { Table } from '../../ui/Table.tsx';
import { LoadAgain } from '../kit/lazy.tsx';
import css from './badlink.module.css';
import { Button } from '../../ui/Button.tsx';

interface BadLinkProps {
  failure: Extract<DecodedLink, { ok: false }>;
  hash: string;
  /** Reads the link again, with a longer time limit. */
  onAgain: () => void;
}

/** Replaces the run when its link is bad: says what is wrong, what could be read, and where to go next. */
export default function BadLinkPage({ failure, hash, onAgain }: BadLinkProps) {
  const open = useSession((session) => (session.run > 0 ? session.scenario?.title : undefined));
  const { reason, detail, readable } = failure;
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className={css.badlink}>
        <div className="stack gap-10">
          <h1>{FAULT_TITLES[reason]}</h1>
          <p className="lead">
            {detail} Nothing was loaded{open === undefined ? '' : ', and your open run is still there'}.
          </p>
        </div>
        <div
          className={`mono text-2 breaks panel ${css.badlinkText}`}
          role="group"
          aria-label={`the link, ${formatCount(hash.length)} characters`}
        >
          <span className="dim">{location.host}/</span>
          {shortLink(hash)}
          {reason === 'truncated' && <span className={css.badlinkMissing}>✕ missing</span>}
        </div>
        <Checks failure={failure} />
        <p className="side-note">{FAULT_ADVICE[reason]}</p>
        <Ways
          open={open}
          onAgain={reason === 'too-slow' || reason === 'unread' ? onAgain : null}
          fresh={reason === 'unread'}
        />
        {readable !== undefined && readable.text !== '' && (
          <details className="text-2 sub">
            <summary>What could be unpacked</summary>
            <pre className="mono text-1 breaks">{readable.text}</pre>
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
    <Table
      label="What could be read"
      headless
      columns={[
        {
          name: 'part',
          cell: ({ ok, what }) => (
            <span className="row gap-12 sub">
              <span aria-hidden="true" data-lost={!ok || undefined}>
                {ok ? '✓' : '✕'}
              </span>
              {what}
            </span>
          ),
        },
        { name: 'state', className: 'mono breaks', cell: ({ state }) => state },
      ]}
      rows={lines}
      rowKey={({ what }) => what}
    />
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
  /** Reads the link again; null = a second try would give the same result. */
  onAgain: (() => void) | null;
  /** True if a part of the page could not be loaded. Browsers may remember this until the page is loaded again. */
  fresh: boolean;
}

function Ways({ open, onAgain, fresh }: WaysProps) {
  const [pasting, setPasting] = useState(false);
  const [link, setLink] = useState('');
  const paste = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const hash = /#.*/s.exec(link.replaceAll(/\s+/g, ''));
    if (hash !== null) location.hash = hash[0];
  };
  return (
    <div className="stack gap-10">
      <div className="row wrap">
        <a className="btn primary big" href="#gallery">
          Open the gallery
        </a>
        {onAgain !== null && (
          <Button look="outlined" size="big" onClick={onAgain}>
            Read it again, for up to 5 s
          </Button>
        )}
        {fresh && <LoadAgain className="btn outlined big" />}
        <Button look="outlined" size="big" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          Paste the link again
        </Button>
        {open !== undefined && (
          <Button size="big" onClick={() => history.back()}>
            Back to {open}
          </Button>
        )}
      </div>
      {pasting && (
        <form className="row" onSubmit={paste}>
          <Field
            className="grow"
            kind="code"
            name="link"
            label="link"
            placeholder="the whole link"
            value={link}
            onChange={setLink}
          />
          <button type="submit" className="btn outlined">
            Open
          </button>
        </form>
      )}
    </div>
  );
}

/** Heading of the page for each fault. The wording does not blame the reader. */
const FAULT_TITLES: Readonly<Record<LinkFault, string>> = {
  damaged: 'This link was damaged on its way',
  truncated: 'This link was cut off',
  foreign: 'This is not a link to a run',
  newer: 'This link is from a newer qmgrscope',
  invalid: 'This link contains a run that cannot be played',
  'too-large': 'This link is too large',
  'too-slow': 'This link takes too long to read',
  unread: 'This link could not be read',
};

const FAULT_ADVICE: Readonly<Record<LinkFault, string>> = {
  damaged: 'A mail program or chat probably changed a character. Ask for the link again, as text.',
  truncated: 'A mail program probably cut it. Ask for the link again, or paste all of it.',
  foreign: 'The part after # belongs to another page, or was typed by hand.',
  newer: 'Reload this page to get the newer version. If this is your own copy, update it.',
  invalid: 'Another program or a person wrote it.',
  'too-large': 'Ask for the scenario as a file and open it in the gallery.',
  'too-slow': 'Reading stops after half a second. This is a very large run, or was made to block this page.',
  unread: 'The link may be fine. The part of this page that reads links did not answer.',
};

/** Number of characters of the link that are shown; a longer link is cut in the middle. */
const SHOWN = 700;

function shortLink(link: string): string {
  if (link.length <= SHOWN) return link;
  return `${link.slice(0, SHOWN - 120)} … ${link.slice(-110)}`;
}
