import type { TimerScenario } from '../../protocol/scenario.ts';
import type { LabSettings, LabStreamSetup } from '../../protocol/lab.ts';
import { useTimers } from '../../store/of-kind.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { formatCount, formatCounted } from '../../explain/format.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { FigureField } from '../../ui/Field.tsx';
import { Line } from './ByHand.tsx';
import { useChange } from './Measures.tsx';
import css from './lab.module.css';

/** Streams to choose from; a field that is absent has its default. */
const STREAMS: readonly { id: string; text: string; stream: Partial<LabStreamSetup> }[] = [
  { id: 'mixed', text: 'Mixed', stream: {} },
  { id: 'hot', text: 'Hot keys', stream: { keySpace: 20 } },
  { id: 'cold', text: 'Cold keys', stream: { keySpace: 20_000 } },
  { id: 'late', text: 'Timeouts', stream: { timeout: 100, p50: 200, p75: 400, keySpace: 1000 } },
  {
    id: 'storm',
    text: 'Overload',
    stream: { requests: 9000, perSecond: 1000, timeout: 3000, keySpace: 500, p50: 2000, p75: 2900 },
  },
];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function Stream({ stream }: { stream: LabStreamSetup }) {
  const setup = useTimers((scenario) => scenario?.lab.stream);
  const { change, rerun, error } = useChange();
  const set =
    (next: Partial<LabStreamSetup>) =>
    (s: TimerScenario): TimerScenario => ({ ...s, lab: { ...s.lab, kind: 'designs', stream: next } });
  const chosen = STREAMS.find((one) => same(one.stream, setup ?? {}))?.id ?? '';
  return (
    <section className="stack" aria-labelledby="lab-stream">
      <h2 id="lab-stream">Request stream</h2>
      <Segmented
        className={`fill ${css.labStreams}`}
        label="Examples of streams"
        value={chosen}
        options={STREAMS.map(({ id, text }) => ({ value: id, text }))}
        onChange={(id) => change(set(STREAMS.find((one) => one.id === id)?.stream ?? {}))}
      />
      <p className="side-note">{described(stream)}</p>
      <details className={css.labMore}>
        <summary className="text-1 sub">Change the stream</summary>
        {FIELDS.map(([name, text, unit]) => (
          <FigureField
            key={name}
            text={name === text ? <span className="mono">{text}</span> : text}
            unit={unit}
            value={stream[name]}
            onSet={(value) => rerun(set({ ...setup, [name]: value }))}
          />
        ))}
      </details>
      <FieldError id="lab-stream-error" error={error} />
    </section>
  );
}

const FIELDS: readonly [keyof LabStreamSetup, string, string][] = [
  ['requests', 'requests', ''],
  ['perSecond', 'arrivals', '/s'],
  ['timeout', 'timeout', 'ms'],
  ['keys', 'keys each', ''],
  ['keySpace', 'keys in all', ''],
  ['p50', 'median answer', 'ms'],
  ['p75', '75 % answer in', 'ms'],
  ['answered', 'ever answered', '%'],
];

function described(s: LabStreamSetup): string {
  if (s.requests === 0) return 'No automatic requests: you add all of them by hand.';
  const share = s.answered < 100 ? ` ${s.answered} % are ever answered.` : '';
  return `${formatCount(s.requests)} requests, ${s.perSecond / 1000} per ms, ${formatCounted(s.keys, 'key')} each of ${formatCount(s.keySpace)}. Half answer in ${formatCount(s.p50)} ms; timeout ${formatCount(s.timeout)} ms.${share}`;
}

/** Fields for the thresholds of a purge, the interval of garbage collections, and the wait of the reaper. */
export function Thresholds({ settings }: { settings: LabSettings }) {
  const params = useTimers((scenario) => scenario?.lab.params);
  const { change, rerun, error } = useChange();
  const set =
    (part: Partial<LabSettings>) =>
    (s: TimerScenario): TimerScenario => ({
      ...s,
      lab: { ...s.lab, kind: 'designs', params: { ...params, ...part } },
    });
  const figure = (
    name: 'purgeInterval' | 'weakThreshold' | 'collectEvery' | 'reaperWait',
    text: string,
    unit: string,
  ) => (
    <FigureField
      text={<span className="mono">{text}</span>}
      unit={unit}
      value={settings[name]}
      onSet={(value) => rerun(set({ [name]: value }))}
    />
  );
  return (
    <>
      {figure('purgeInterval', 'purge_interval', '')}
      {figure('weakThreshold', 'weak_threshold', '')}
      {figure('collectEvery', 'gc_every', 'ms')}
      {figure('reaperWait', 'reaper_wait', 'ms')}
      <Line text="counted">
        <Segmented
          className="fill"
          label="Cleared references are counted"
          value={settings.weakCount}
          options={[
            { value: 'per-list', text: 'per list' },
            { value: 'global', text: 'of all' },
          ]}
          onChange={(weakCount) => change(set({ weakCount }))}
        />
      </Line>
      <Line text="old rule">
        <Segmented
          className="fill"
          label="Version of the old design"
          value={settings.oldVersion}
          options={[
            { value: '0.8.1', text: '0.8.1', title: 'counts additions' },
            { value: '0.8.2', text: '0.8.2', title: 'counts what is listed' },
          ]}
          onChange={(oldVersion) => change(set({ oldVersion }))}
        />
      </Line>
      <FieldError id="lab-thresholds-error" error={error} />
    </>
  );
}
