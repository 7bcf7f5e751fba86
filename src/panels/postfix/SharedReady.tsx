import { useState } from 'react';
import type { SharedRecord, ShareSample } from '../../protocol/share.ts';
import { saveBlob, saveText } from '../kit/files.ts';
import { count, figure } from './words.ts';
import './postfix.css';

async function saveFile(bundle: string): Promise<void> {
  const stream = new Blob([bundle]).stream().pipeThrough(new CompressionStream('gzip'));
  saveBlob('record.qmgr.gz', await new Response(stream).blob());
}

/** What would leave: figures, a line of each kind before and after, and the ways to take it. */
export function SharedReady({ shared, before }: { shared: SharedRecord; before: readonly string[] }) {
  const { counts, bundle, link, linkLength, key, samples } = shared;
  const [said, setSaid] = useState('');
  const address = link === '' ? '' : `${location.href.replace(/#.*$/, '')}#${link}`;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid('Copied');
    } catch {
      setSaid('Select the link and press Ctrl C');
    }
  };
  return (
    <div className="share-record-ready" role="region" aria-label="What would leave">
      <p>
        <b>
          {count(counts.lines, 'line')}, {count(counts.messages, 'message')},{' '}
          {count(counts.settings, 'setting')}
        </b>
        {counts.settingsLeft > 0 &&
          `; ${count(counts.settingsLeft, 'setting')} that others need not see stay here`}
        .
      </p>
      <Lines samples={samples} before={before} />
      <div className="row share-record-ways">
        <button type="button" className="btn primary" onClick={() => void saveFile(bundle)}>
          Save the file
        </button>
        {address !== '' && (
          <button type="button" className="btn outlined" onClick={() => void copy()}>
            Copy a link
          </button>
        )}
        <button
          type="button"
          className="btn outlined"
          onClick={() => saveText('record-key.txt', `${key}\n`, 'text/plain')}
        >
          Save the key
        </button>
        <span role="status">{said}</span>
      </div>
      {address === '' ? (
        <p className="sub">
          {linkLength === 0 ? 'Too much for a link' : `A link would have ${figure(linkLength)} characters`}:
          at most 8{'\u202f'}000 arrive everywhere. Send the file, or cut it by time or by class.
        </p>
      ) : (
        <input
          className="field mono"
          readOnly
          aria-label="Link to the record"
          value={address}
          onFocus={(event) => event.target.select()}
        />
      )}
      <p className="sub">
        Who gets it drops the file here, or opens the link. The key says which name is which: keep it. A
        report of one page is under “Take away” in the{' '}
        <a className="link" href="#postfix&tab=overview">
          overview
        </a>
        .
      </p>
    </div>
  );
}

function Lines({ samples, before }: { samples: readonly ShareSample[]; before: readonly string[] }) {
  return (
    <>
      {/* A keyboard scrolls only what it can reach. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="share-record-lines" tabIndex={0} role="region" aria-label="Before and after">
        {samples.map(({ after, file, line }, i) => (
          <dl key={`${file} ${line}`}>
            {(before[i] ?? '') !== '' && (
              <div>
                <dt>log</dt>
                <dd className="mono dim">{before[i]}</dd>
              </div>
            )}
            <div>
              <dt>shared</dt>
              <dd className="mono">{after}</dd>
            </div>
          </dl>
        ))}
      </div>
    </>
  );
}
