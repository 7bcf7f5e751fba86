import { CopyButton } from '../../ui/CopyButton.tsx';
import { useEffect, useMemo, useState, useId } from 'react';
import { VERDICT } from '../../explain/policies.ts';
import { POLICY_PRESETS } from '../../scenes/policy-presets.ts';
import type { InputError } from '../../protocol/result.ts';
import {
  type PolicySettings,
  readSettings,
  settingsHash,
  blockingShare,
} from '../../scenario/policy-settings.ts';
import { usePolicyLab } from '../../store/policies.ts';
import { formatCount, formatCounted } from '../../explain/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { axisEnd, lastEnd } from './picture.ts';
import { LETTERS, NAMES, PolicyColumn } from './PolicyColumn.tsx';
import { RequestTrail } from './RequestTrail.tsx';
import { SweepPanel } from './SweepPanel.tsx';
import type { SweepAxis } from './sweep.ts';
import { Transport } from './Transport.tsx';
import css from './policies.module.css';
import { range, SettingsForm } from './SettingsForm.tsx';

/** The policy laboratory: one stream of requests under three policies, side by side. `hash` is the address. */
export default function PoliciesPage({ hash }: { hash: string }) {
  const [{ settings, errors }, setRead] = useState(() => readSettings(hash));
  const lab = usePolicyLab();
  const { compare, clearSweep, close } = lab;
  const change = (next: PolicySettings): void => setRead({ settings: next, errors: [] });
  const workload = useWorkloadKey(settings);
  useEffect(() => {
    // By its text, so that what runs depends on nothing else.
    compare(JSON.parse(workload) as PolicySettings);
  }, [compare, workload]);
  const [axis, setAxis] = useState<SweepAxis>('workers');
  // A sweep moves along its own axis itself: it outlives that, and nothing else.
  const swept = JSON.stringify({ ...settings, request: 0, [axis === 'wait' ? 'block' : axis]: 0 });
  useEffect(() => {
    clearSweep();
  }, [clearSweep, swept]);
  useEffect(() => close, [close]);
  useEffect(() => {
    // A link with faults stays in the address until something is changed: the reader may want to mend it.
    if (errors.length > 0) return undefined;
    const timer = setTimeout(() => history.replaceState(null, '', settingsHash(settings)), 100);
    return () => clearTimeout(timer);
  }, [settings, errors]);
  return (
    <main className={`page ${css.lab}`} id="stage" tabIndex={-1}>
      <Head settings={settings} errors={errors} onChange={change} />
      <StreamBar settings={settings} errors={errors} onChange={change} />
      {lab.state.fault !== '' && (
        <p className={`field-error ${css.labFault}`} role="alert">
          The runs ended: {lab.state.fault}.{' '}
          <button type="button" className="link" onClick={() => compare(settings)}>
            Run again
          </button>
        </p>
      )}
      <Runs settings={settings} errors={errors} onChange={change} axis={axis} onAxis={setAxis} />
      <Verdict />
    </main>
  );
}

/** What a run depends on: following another request runs nothing. */
function useWorkloadKey(settings: PolicySettings): string {
  return JSON.stringify({ ...settings, request: 0 });
}

interface HeadProps {
  settings: PolicySettings;
  errors: readonly InputError[];
  onChange: (settings: PolicySettings) => void;
}

const FIELDS = new Set([
  'cpus',
  'workers',
  'cv',
  'block',
  'cpu',
  'gap',
  'alphaMilli',
  'switchUs',
  'rewarmUs',
]);

const MORE_FIELDS = new Set(['profile', 'wake', 'source', 'grow', 'runQueue', 'count', 'seed', 'request']);

function Head({ settings, errors, onChange }: HeadProps) {
  const key = useWorkloadKey(settings);
  const preset = POLICY_PRESETS.find((one) => JSON.stringify({ ...one.settings, request: 0 }) === key);
  const homeless = errors.filter(({ field }) => !FIELDS.has(field) && !MORE_FIELDS.has(field));
  return (
    <header className={css.labHead}>
      <div className={`row ${css.labTitle}`}>
        <h2>One stream of requests, three ways to serve it</h2>
        <span className={css.modelMark}>model</span>
        <span className="grow" />
        <CopyLink settings={settings} />
      </div>
      <p className="lead">
        The same arrivals and the same work for all three. Every figure on this page is computed by a model of
        the scheduler, none was measured on a machine.
      </p>
      <div className={css.presets} role="group" aria-label="Streams worth seeing">
        {POLICY_PRESETS.map((one) => (
          <button
            key={one.id}
            type="button"
            className="btn outlined"
            aria-pressed={one === preset}
            onClick={() => onChange(one.settings)}
          >
            {one.title}
          </button>
        ))}
      </div>
      <p className={css.labWatch} aria-live="polite">
        {preset?.watch ?? 'A stream of your own: the address of this page stands for it.'}
      </p>
      {homeless.map(({ field }) => (
        <p key={field} className="field-error" role="alert">
          <span aria-hidden="true">✕ </span>The link sets <q>{field}</q>: this page has no such setting.
        </p>
      ))}
    </header>
  );
}

function CopyLink({ settings }: { settings: PolicySettings }) {
  const address = (): string => {
    history.replaceState(null, '', settingsHash(settings));
    return location.href;
  };
  return (
    <CopyButton
      text={address}
      label={
        <>
          <Icon name="share" />
          Copy link
        </>
      }
      copied="Link copied"
      byHand="The address bar holds the link"
    />
  );
}

interface RunsProps extends HeadProps {
  axis: SweepAxis;
  onAxis: (axis: SweepAxis) => void;
}

function Runs({ settings, errors, onChange, axis, onAxis }: RunsProps) {
  const { state } = usePolicyLab();
  const { runs, ran, busy } = state;
  const [instant, setInstant] = useState(60_000);
  const [shown, setShown] = useState<'plain' | 'fixed' | 'cmgroup'>('plain');
  const top = useMemo(
    () => Math.max(1, ...(runs ?? []).map((run) => Math.max(run.limit, run.figures.maxRunnable))),
    [runs],
  );
  if (runs === null || ran === null)
    return <p className={`${css.labWait} dim`}>The three runs are under way.</p>;
  const end = axisEnd(runs);
  const at = Math.min(instant, lastEnd(runs));
  const cut = runs.find(({ recording }) => recording.cutAt >= 0);
  const wakes =
    ran.source === 'aio'
      ? 'AIO, wakes all'
      : { lifo: 'newest first', fifo: 'oldest first', herd: 'wakes all' }[ran.wake];
  return (
    <div className={css.labRuns} data-busy={busy}>
      <div className={css.labPhone}>
        <Segmented
          className="fill"
          label="Policy"
          value={shown}
          options={runs.map(({ kind }) => ({ value: kind, text: `${LETTERS[kind]} ${NAMES[kind]}` }))}
          onChange={setShown}
        />
      </div>
      <div className={css.labColumns} data-shown={shown}>
        {runs.map((run) => (
          <PolicyColumn
            key={run.kind}
            run={run}
            runs={runs}
            cpus={ran.cpus}
            count={ran.count}
            wake={wakes}
            at={at}
            top={top}
            end={end}
            onAt={setInstant}
          />
        ))}
        <SweepPanel settings={settings} axis={axis} onAxis={onAxis} onChange={onChange} />
      </div>
      {cut !== undefined && (
        <p className={css.labWatch}>
          {LETTERS[cut.kind]} does too much to draw all of it: its pictures end early, its figures are of the
          whole run.
        </p>
      )}
      <Transport runs={runs} at={at} onAt={setInstant} />
      <RequestTrail
        runs={runs}
        request={Math.min(settings.request, ran.count)}
        count={ran.count}
        errors={errors}
        onRequest={(request) => onChange({ ...settings, request })}
        onAt={setInstant}
      />
    </div>
  );
}

function Verdict() {
  return (
    <section className={css.verdict} aria-label="What speaks against it">
      <h2>What the document itself says</h2>
      <ul>
        {VERDICT.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="sub">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StreamBarProps {
  settings: PolicySettings;
  errors: readonly InputError[];
  onChange: (settings: PolicySettings) => void;
}

/** The stream and the machine in one line; what can be changed about them opens below. A link with faults opens it. */
function StreamBar({ settings, errors, onChange }: StreamBarProps) {
  const [asked, setOpen] = useState(false);
  const id = useId();
  const open = asked || errors.length > 0;
  const { count, gap, cpus, switchUs, rewarmUs, alphaMilli, seed } = settings;
  return (
    <section className={css.stream} aria-label="The stream">
      <div className={css.streamLine}>
        <b>One stream</b>
        <span>
          {formatCount(count)} requests, one every {range(gap)}
        </span>
        <Phases settings={settings} />
        <span>
          {formatCounted(cpus, 'CPU')}, switch {switchUs + rewarmUs} µs, contention{' '}
          {(alphaMilli / 10).toFixed(1)} % a thread
        </span>
        <span className="grow" />
        <span className={css.streamWays}>
          <button
            type="button"
            className="btn outlined"
            data-tip="the same stream, drawn anew"
            onClick={() => onChange({ ...settings, seed: seed + 1 })}
          >
            Seed {seed}
          </button>
          <button
            type="button"
            className="btn outlined"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            Change the stream
          </button>
        </span>
      </div>
      <div id={id}>{open && <SettingsForm settings={settings} errors={errors} onChange={onChange} />}</div>
    </section>
  );
}

/** One request: computing is black, waiting is hollow, as wide as it is long on average. */
function Phases({ settings }: { settings: PolicySettings }) {
  const { cpu, block } = settings;
  const waits = block[1] > 0;
  const share = blockingShare(settings);
  const side = waits ? (100 - share) / 2 : 100;
  const words = waits ? `${range(cpu)} CPU, ${range(block)} wait, ${range(cpu)} CPU` : `${range(cpu)} CPU`;
  return (
    <span className={css.streamRequest}>
      <span className={css.streamPhases} aria-hidden="true">
        <i style={{ flexGrow: side }} />
        {waits && <i data-wait style={{ flexGrow: share }} />}
        {waits && <i style={{ flexGrow: side }} />}
      </span>
      {words}
    </span>
  );
}
