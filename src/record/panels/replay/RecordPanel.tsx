import { useState } from 'react';
import { changeHere, endFollow, useReplay } from '../../store/replay.ts';
import { useActions, useRuntime, useSession } from '../../../store/hooks.ts';
import type { ReplayResult, ReplayView } from '../../protocol/replay.ts';
import { formatCount } from '../../../explain/format.ts';
import { useLatest } from '../../../panels/kit/useLatest.ts';
import { ModelPanel } from './ModelPanel.tsx';
import { SaveCut } from './SaveCut.tsx';
import { certainty, scoreRows, verdict } from './words.ts';
import './replay.css';

/** In the place of what can be done to the world, where the world is a record: what came of holding the run against it. */
export function RecordPanel() {
  const replay = useReplay();
  const place = useLatest('record', (actions) => actions.ask('record'));
  if (place?.servers !== undefined) return <ModelPanel place={place} />;
  return (
    <div className="record-panel">
      <h2>The record</h2>
      {replay.view === null ? <FromFile /> : <Held {...replay} />}
      <p className="sub" role="status">
        {place === null
          ? ''
          : `Here: ${formatCount(place.done)} of ${formatCount(place.total)} facts of the record; run and record parted ${place.differences === 0 ? 'nowhere' : `${formatCount(place.differences)} ×`} so far.`}
      </p>
      <ChangeHere isFile={replay.view === null} />
      <SaveCut />
    </div>
  );
}

/** A run that was opened from a file: the log is not on this machine. */
function FromFile() {
  return (
    <p className="sub">
      The outside of this run is a record that came in a file. The log itself is not in it: what differs is
      told as it happens, without its line.
    </p>
  );
}

function Held({ view, result, progress, fault }: ReturnType<typeof useReplay>) {
  const runtime = useRuntime();
  return (
    <>
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {result === null && fault === '' && (
        <div className="record-progress">
          <label htmlFor="record-follow">The engine follows the record</label>
          <progress id="record-follow" max={progress?.total ?? 1} value={progress?.done ?? 0} />
          <button type="button" className="btn" onClick={() => endFollow(runtime)}>
            Cancel
          </button>
        </div>
      )}
      {result !== null && view !== null && <Score result={result} view={view} />}
    </>
  );
}

function Score({ result, view }: { result: ReplayResult; view: ReplayView }) {
  const rows = scoreRows(result);
  return (
    <>
      <p className="record-verdict">{verdict(result)}</p>
      <table className="record-score">
        <thead>
          <tr>
            <th scope="col">engine and log</th>
            <th scope="col">compared</th>
            <th scope="col">equal</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} data-differs={row.differs || undefined}>
              <th scope="row">{row.name}</th>
              {row.compared === '' ? (
                <td colSpan={2} className="dim">
                  {row.why}
                </td>
              ) : (
                <>
                  <td className="mono">{row.compared}</td>
                  <td className="mono">
                    {row.differs && <span aria-hidden="true">≠ </span>}
                    {row.equal}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <First result={result} view={view} />
      <Sure view={view} />
    </>
  );
}

/** Where run and record first part, with its line; and the way there. */
function First({ result, view }: { result: ReplayResult; view: ReplayView }) {
  const actions = useActions();
  const at = useSession((session) => session.cursor.at);
  const { first } = result.score;
  if (first === null) return <p className="sub">No difference from the first line to the last.</p>;
  const next = result.differences.find((one) => one.at > at) ?? result.differences[0];
  const file = view.fileNames.length > 1 ? `${view.fileNames[first.file] ?? ''}, ` : '';
  return (
    <section className="record-first" aria-label="First difference">
      <h3>First difference</h3>
      <p>
        {file}line {formatCount(first.line)}, {first.what}: the log has <b>{first.recorded}</b>, the engine{' '}
        <b>{first.predicted}</b>. The log is followed.
      </p>
      {next !== undefined && (
        <button type="button" className="btn outlined" onClick={() => void actions.seek({ at: next.at })}>
          {next.at > at ? 'Next difference' : 'First difference'}
        </button>
      )}
    </section>
  );
}

function Sure({ view }: { view: ReplayView }) {
  return (
    <details className="record-sure">
      <summary>How sure is what the run was given?</summary>
      <table>
        <tbody>
          {certainty(view).map(([what, from, off]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{from}</td>
              <td className="dim">{off}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {view.leftOut.length > 0 && (
        <>
          <h3>Settings that the run does not have</h3>
          <ul>
            {view.leftOut.map(({ setting, value, why }) => (
              <li key={setting}>
                <code>
                  {setting} = {value}
                </code>
                : {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

/** From the instant shown, a branch on which something may be another way. */
function ChangeHere({ isFile }: { isFile: boolean }) {
  const runtime = useRuntime();
  const [said, setSaid] = useState('');
  return (
    <section className="record-first" aria-label="What if">
      <h3>What if?</h3>
      <p className="sub">
        From this instant a branch of its own: the record becomes a model, and settings, processes and servers
        can be changed. What is under way ends as recorded.
      </p>
      {isFile && (
        <p className="sub">
          A file tells less than its log. Assumed: each delivery has a session of its own, in which connecting
          is counted; each destination is a server of its own; settings that only the log’s machine has (kept
          connections) are Postfix’s defaults.
        </p>
      )}
      <button type="button" className="btn primary" onClick={() => void changeHere(runtime).then(setSaid)}>
        Change something here
      </button>
      <span className={said === '' ? undefined : 'field-error'} role="status">
        {said}
      </span>
    </section>
  );
}
