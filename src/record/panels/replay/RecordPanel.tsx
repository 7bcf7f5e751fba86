import { Table } from '../../../ui/Table.tsx';
import { useState } from 'react';
import { changeHere, endFollow, useReplay } from '../../store/replay.ts';
import { useActions, useRuntime, useSession } from '../../../store/hooks.ts';
import type { ReplayResult, ReplayView } from '../../protocol/replay.ts';
import { formatCount, formatSeconds } from '../../../explain/format.ts';
import { useLatest } from '../../../panels/kit/useLatest.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { certainty, scoreRows, verdict } from './score-words.ts';
import { Fault } from '../kit/parts.tsx';
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
import { Button } from '../../../ui/Button.tsx';

/** Compares the run with its record. Shown instead of the world panel. */
export function RecordPanel() {
  const replay = useReplay();
  const place = useLatest('record', (actions) => actions.ask('record'));
  if (place?.servers !== undefined) return <ModelPanel place={place} />;
  return (
    <div className={`stack gap-12 ${css.recordPanel}`}>
      <h2>The record</h2>
      {replay.view === null ? (
        <p className="sub">
          This run replays a record from a file without its log. Differences are reported without a log line.
        </p>
      ) : (
        <Comparison {...replay} />
      )}
      <p className="sub" role="status">
        {place !== null && `At this instant: ${placeWords(place)}`}
      </p>
      <ChangeHere isFile={replay.view === null} />
      <SaveCut />
    </div>
  );
}

function placeWords({ done, total, differences }: RecordPlace): string {
  const differ =
    differences === 0
      ? 'No difference'
      : `${formatCount(differences)} ${differences === 1 ? 'difference' : 'differences'}`;
  return `${formatCount(done)} of ${formatCount(total)} facts of the record. ${differ} so far.`;
}

const FOLLOWS = 'The engine follows the record';

function Comparison({ view, result, progress, fault }: ReturnType<typeof useReplay>) {
  const runtime = useRuntime();
  return (
    <>
      <Fault text={fault} />
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
  return (
    <>
      <p className={`strong ${css.recordVerdict}`}>{verdict(result)}</p>
      <Table
        label="Engine and log"
        columns={[
          {
            name: 'engine and log',
            cell: ({ name, compared, why }) => (
              <>
                {name} {compared === '' && <span className="dim">{why}</span>}
              </>
            ),
          },
          { name: 'compared', numeric: true, className: 'mono', cell: ({ compared }) => compared },
          {
            name: 'equal',
            numeric: true,
            className: 'mono strong',
            cell: ({ equal, differs }) => (
              <>
                {differs && <span aria-hidden="true">≠ </span>}
                {equal}
              </>
            ),
          },
        ]}
        rows={scoreRows(result)}
        rowKey={({ name }) => name}
        rowProps={({ differs }) => ({ 'data-differs': differs || undefined })}
      />
      <First result={result} view={view} />
      <Certainty view={view} />
    </>
  );
}

/** Shows the first difference between run and record, and a button to the next. */
function First({ result, view }: { result: ReplayResult; view: ReplayView }) {
  const actions = useActions();
  const at = useSession((session) => session.cursor.at);
  const { first } = result.score;
  if (first === null) return <p className="sub">No difference from the first line to the last.</p>;
  const next = result.differences.find((one) => one.at > at) ?? result.differences[0];
  const file = view.fileNames.length > 1 ? `${view.fileNames[first.file] ?? ''}, ` : '';
  return (
    <section className="stack gap-6 breaks" aria-label="First difference">
      <h3>First difference</h3>
      <p>
        {file}line {formatCount(first.line)}, {first.what}: the log has <b>{first.recorded}</b>, the engine{' '}
        <b>{first.predicted}</b>. The run follows the log.
      </p>
      {next !== undefined && (
        <p>
          <Button look="outlined" onClick={() => void actions.seek({ at: next.at })}>
            {next.at > at ? 'Next difference' : 'First difference'}
          </Button>
        </p>
      )}
    </section>
  );
}

function Certainty({ view }: { view: ReplayView }) {
  return (
    <details className="stack text-1">
      <summary>How certain is the input of the run?</summary>
      <Table
        label="Certainty of the input"
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
              <li key={setting} className="breaks">
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

/** Starts a branch at the current instant, on which the reader can change things. */
function ChangeHere({ isFile }: { isFile: boolean }) {
  const runtime = useRuntime();
  const [error, setError] = useState('');
  return (
    <section className="stack gap-6 breaks" aria-label="What if">
      <h3>What if?</h3>
      <p className="sub">
        Start a branch here. The record becomes a model, and you can change settings, processes and servers.
        Deliveries under way end as recorded.
      </p>
      {isFile && (
        <p className="sub">
          A file has less detail than its log. Each delivery is assumed to have its own session, connection
          time included. Each destination is assumed to be one server. Settings that only the log’s machine
          has (cached connections) are assumed to have Postfix’s defaults.
        </p>
      )}
      <p>
        <Button look="primary" onClick={() => void changeHere(runtime).then(setError)}>
          Change something here
        </Button>
      </p>
      <span className={error === '' ? undefined : 'field-error'} role="status">
        {error}
      </span>
    </section>
  );
}

/** Shown instead of the comparison on a branch that has left the record. */
function ModelPanel({ place }: { place: RecordPlace }) {
  const actions = useActions();
  const branch = useSession((session) => session.branch);
  return (
    <div className={`stack gap-12 ${css.recordPanel}`}>
      <h2>A model of the record</h2>
      <p>
        This branch has left the log. Mail still arrives as it did, and servers answer as inferred from the
        log. This is a prediction and is not compared with the log.
      </p>
      <p className="sub" role="status">
        At this instant: {formatCount(place.done)} of {formatCount(place.total)} messages have arrived.
      </p>
      <p className="row wrap">
        <Button
          look="outlined"
          onClick={() => actions.look({ mainPanel: { kind: 'compare', a: 1, b: branch } })}
        >
          Compare with the record
        </Button>
        <Button onClick={() => void actions.switchBranch(1)}>Back to the record</Button>
      </p>
      <Parameters />
      <ModelServers />
      <InjectForm />
    </div>
  );
}

/** Saves the run, or a time range of it, as a file with real addresses. */
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
    <section className="stack gap-6" aria-label="Save">
      <h3>{SAVE_FILE}</h3>
      <p>
        {from === null ? 'from the beginning' : `from ${formatSeconds(begin)}`}{' '}
        {to === null ? 'to the end' : `to ${formatSeconds(end)}`}
      </p>
      <p className="row wrap">
        <Button disabled={at >= end} onClick={() => setFrom(at)}>
          Begin here
        </Button>
        <Button disabled={at <= begin} onClick={() => setTo(at)}>
          End here
        </Button>
        {isPart && (
          <Button
            onClick={() => {
              setFrom(null);
              setTo(null);
            }}
          >
            Whole
          </Button>
        )}
      </p>
      <p>
        <Button look="outlined" onClick={save}>
          {isPart ? 'Save this part' : 'Save this replay'}
        </Button>
      </p>
      <p className="sub">
        The file contains addresses and queue ids as in the log.
        {isPart && ' A part starts with the mail active then, without windows or other learned state.'}
      </p>
      <p className="sub" role="status">
        {said}
      </p>
    </section>
  );
}

/** Saves a part of the record as a run. Returns a sentence for the reader. */
function savePart(scenario: MailScenario, from: Micros, to: Micros): string {
  if (scenario.recorded === undefined) return '';
  const recorded = cutRecorded(scenario.recorded, from, to);
  if (recorded.messages.id.length === 0) return 'No message is active in this part. Choose another.';
  const title = `${scenario.title}, ${Math.floor(from / MICROS_PER_SECOND)} to ${Math.ceil(to / MICROS_PER_SECOND)} s`;
  const cut = { ...scenario, title, recorded };
  saveText(`${fileName(title)}.json`, JSON.stringify({ scenario: cut }), 'application/json');
  return 'Saved';
}
