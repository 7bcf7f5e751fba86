import { Table } from '../../../ui/Table.tsx';
import { useState } from 'react';
import { changeHere, endFollow, useReplay } from '../../store/replay.ts';
import { useActions, useRuntime, useSession } from '../../../store/hooks.ts';
import type { ReplayResult, ReplayView } from '../../protocol/replay.ts';
import { formatCount, formatSeconds } from '../../../explain/format.ts';
import { useLatest } from '../../../panels/kit/useLatest.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { certainty, scoreRows, verdict } from './score-words.ts';
import css from './replay.module.css';
import type { RecordPlace } from '../../../protocol/recorded.ts';
import { InjectForm } from '../../../panels/world/InjectForm.tsx';
import { Parameters } from '../../../panels/world/Parameters.tsx';
import { ModelServers } from '../../../panels/world/ModelServers.tsx';
import { SAVE_FILE } from '../../../explain/labels.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { cutRecorded } from '../../../scenario/recorded-cut.ts';
import { useMail } from '../../../store/of-kind.ts';
import { fileName, saveRunFile, saveText } from '../../../panels/kit/files.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';

/** In the place of what can be done to the world, where the world is a record: what came of holding the run against it. */
export function RecordPanel() {
  const replay = useReplay();
  const place = useLatest('record', (actions) => actions.ask('record'));
  if (place?.servers !== undefined) return <ModelPanel place={place} />;
  return (
    <div className={css.recordPanel}>
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

const FOLLOWS = 'The engine follows the record';

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
        <Progress
          name={FOLLOWS}
          max={progress?.total ?? 1}
          value={progress?.done ?? 0}
          text={FOLLOWS}
          ownLine
          onCancel={() => endFollow(runtime)}
        />
      )}
      {result !== null && view !== null && <Score result={result} view={view} />}
    </>
  );
}

function Score({ result, view }: { result: ReplayResult; view: ReplayView }) {
  const rows = scoreRows(result);
  return (
    <>
      <p className={css.recordVerdict}>{verdict(result)}</p>
      <table className={css.recordScore}>
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
    <section className={css.recordFirst} aria-label="First difference">
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
    <details className={css.recordSure}>
      <summary>How sure is what the run was given?</summary>
      <Table
        label="How sure what the run was given is"
        headless
        columns={[
          { name: 'what', cell: ([what]) => what },
          { name: 'from', cell: ([, from]) => from },
          { name: 'off', className: 'dim', cell: ([, , off]) => off },
        ]}
        rows={certainty(view)}
        rowKey={([what]) => what}
      />
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
    <section className={css.recordFirst} aria-label="What if">
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

/** In the place of the record on a branch that has left it: what the run is now, and what can be changed. */
function ModelPanel({ place }: { place: RecordPlace }) {
  const actions = useActions();
  const branch = useSession((session) => session.branch);
  return (
    <div className={css.recordPanel}>
      <h2>A model of the record</h2>
      <p>
        This branch has left the log. Mail still arrives as it did; servers answer as the log lets one infer.
        What happens here is a prediction, and nothing of it is held against the log.
      </p>
      <p className="sub" role="status">
        Here: {formatCount(place.done)} of {formatCount(place.total)} messages have arrived.
      </p>
      <p className="row">
        <button
          type="button"
          className="btn outlined"
          onClick={() => actions.look({ mainPanel: { kind: 'compare', a: 1, b: branch } })}
        >
          Compare with the record
        </button>
        <button type="button" className="btn" onClick={() => void actions.switchBranch(1)}>
          Back to the record
        </button>
      </p>
      <Parameters />
      <ModelServers />
      <InjectForm />
    </div>
  );
}

/** The run as a file, or a part of it by time; real addresses are in it, and that is said. */
function SaveCut() {
  const runtime = useRuntime();
  const scenario = useMail((open) => open);
  const at = useSession((session) => session.cursor.at);
  const [from, setFrom] = useState<number | null>(null);
  const [to, setTo] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  if (scenario?.recorded === undefined) return null;
  const begin = from ?? 0;
  const last = scenario.recorded.facts.at.at(-1) ?? 0;
  const end = to ?? last + 1;
  const isPart = from !== null || to !== null;
  const save = (): void => {
    if (!isPart) return void saveRunFile(runtime).then(() => setSaid('Saved'));
    setSaid(savePart(scenario, begin, end));
  };
  return (
    <section className={css.recordSave} aria-label="Save">
      <h3>{SAVE_FILE}</h3>
      <p className="row">
        <span>
          {from === null ? 'from the beginning' : `from ${formatSeconds(begin)}`}{' '}
          {to === null ? 'to the end' : `to ${formatSeconds(end)}`}
        </span>
      </p>
      <p className="row">
        <button type="button" className="btn" disabled={at >= end} onClick={() => setFrom(at)}>
          Begin here
        </button>
        <button type="button" className="btn" disabled={at <= begin} onClick={() => setTo(at)}>
          End here
        </button>
        {isPart && (
          <button
            type="button"
            className="btn"
            onClick={() => {
              setFrom(null);
              setTo(null);
            }}
          >
            Whole
          </button>
        )}
      </p>
      <button type="button" className="btn outlined" onClick={save}>
        {isPart ? 'Save this part' : 'Save this replay'}
      </button>
      <span className="sub">
        Addresses and queue ids stand in it as they are in the log.
        {isPart &&
          ' A part begins with the mail that was active then; windows and what else had been learned before are not in it.'}
      </span>
      <span className="sub" role="status">
        {said}
      </span>
    </section>
  );
}

/** Saves a part of the record as a run of its own; what came of it. */
function savePart(scenario: MailScenario, from: Micros, to: Micros): string {
  if (scenario.recorded === undefined) return '';
  const recorded = cutRecorded(scenario.recorded, from, to);
  if (recorded.messages.id.length === 0) return 'In this part no message is active: choose another.';
  const title = `${scenario.title}, ${Math.floor(from / MICROS_PER_SECOND)} to ${Math.ceil(to / MICROS_PER_SECOND)} s`;
  const cut = { ...scenario, title, recorded };
  saveText(`${fileName(title)}.json`, JSON.stringify({ scenario: cut }), 'application/json');
  return 'Saved';
}
