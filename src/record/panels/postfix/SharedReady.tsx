import { reportPage } from '../../explain/findings/report-page.ts';
import { classSentences } from '../../explain/shared.ts';
import { useState } from 'react';
import type { SharedRecord, ShareSample } from '../../protocol/share.ts';
import { chosenMember, type RecordState, useRecords } from '../../store/record.ts';
import { lateAgain } from '../../store/shared-again.ts';
import { copyText, pageAddress } from '../../../panels/kit/copy-text.ts';
import { saveBlob, saveText } from '../../../panels/kit/files.ts';
import { count, figure } from './words.ts';
import { ONE_PAGE } from '../../../explain/labels.ts';
import './postfix.css';

const LINK_BY_HAND = 'Select the link and press Ctrl C';

async function saveFile(bundle: string): Promise<void> {
  const stream = new Blob([bundle]).stream().pipeThrough(new CompressionStream('gzip'));
  saveBlob('record.qmgr.gz', await new Response(stream).blob());
}

/** Why mail was late in what would leave, as a page to print or to send: the names of the file and of its key, its times, its part. */
async function saveReport(shared: SharedRecord, state: RecordState): Promise<string> {
  const member = chosenMember(state);
  const report = member && (await lateAgain(shared, member, { from: 0, to: 0, exact: false }));
  if (report === null) return 'No message of this instance is in what would leave';
  saveText('qmgrscope-report.html', reportPage(report, 'UTC'), 'text/html');
  return '';
}

/** What would leave: figures, a line of each kind before and after, and the ways to take it. */
export function SharedReady({ shared, before }: { shared: SharedRecord; before: readonly string[] }) {
  const { counts, bundle, link, linkLength, key, samples } = shared;
  const { state } = useRecords();
  const [said, setSaid] = useState('');
  const address = link === '' ? '' : pageAddress(`#${link}`);
  const report = async (): Promise<void> => {
    setSaid('Reading what would leave…');
    setSaid(await saveReport(shared, state).catch((error: unknown) => `The report ended: ${String(error)}`));
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
      <ClassWords shared={shared} />
      <Lines samples={samples} before={before} />
      <div className="row share-record-ways">
        <button type="button" className="btn primary" onClick={() => void saveFile(bundle)}>
          Save the file
        </button>
        {address !== '' && (
          <button
            type="button"
            className="btn outlined"
            onClick={() => void copyText(address).then((done) => setSaid(done ? 'Copied' : LINK_BY_HAND))}
          >
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
        <button type="button" className="btn outlined" onClick={() => void report()}>
          {ONE_PAGE}
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
        Who gets it drops the file here, or opens the link. The key says which name is which: keep it.
      </p>
    </div>
  );
}

/** Which classes go along, and which stay. */
function ClassWords({ shared }: { shared: SharedRecord }) {
  const sentences = classSentences(shared);
  if (sentences.length === 0) return null;
  return (
    <ul className="share-record-classes">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
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
