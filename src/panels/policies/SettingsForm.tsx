import { formatSpanDigits } from '../../explain/figures.ts';
import { useId } from 'react';
import type { InputError } from '../../protocol/result.ts';
import {
  blockingShare,
  cpuTime,
  type PolicySettings,
  PROFILES,
  RULES,
  scaleSpan,
  type SettingName,
  type Span,
  withBlockingShare,
  withCpuTime,
} from '../../scenario/policy-settings.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import css from './policies.module.css';

interface SettingsFormProps {
  settings: PolicySettings;
  /** What the link held and could not be taken. */
  errors: readonly InputError[];
  onChange: (settings: PolicySettings) => void;
}

const PROFILE_WORDS: Record<PolicySettings['profile'], string> = {
  none: 'none: runs until it waits',
  'one-cpu': '0.75 to 3 ms, one CPU',
  text: 'as in the document',
  'kernel-3.14': 'as in kernel 3.14',
  'round-robin': 'fixed, 100 ms',
};

/** The stream and the machine. */
export function SettingsForm({ settings: s, errors, onChange }: SettingsFormProps) {
  const set = (part: Partial<PolicySettings>): void => {
    const next = { ...s, ...part };
    onChange({ ...next, request: Math.min(next.request, next.count) });
  };
  const whole = (name: SettingName, label: string, high: number, text: string, low = 0) => (
    <Slider
      name={name}
      label={label}
      low={low}
      high={high}
      value={Number(s[name])}
      text={text}
      errors={errors}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <div className={css.settings}>
      {whole('cpus', 'CPUs', 32, String(s.cpus), 1)}
      {whole(
        'workers',
        'Workers in A and C',
        RULES.workers.kind === 'whole' ? RULES.workers.high : 0,
        String(s.workers),
        1,
      )}
      {whole('grow', 'Pool grows by', 16, s.grow === 0 ? 'fixed' : `${s.grow} up to ${s.workers}`)}
      {whole('cv', 'CV, the group’s limit', 64, s.cv === 0 ? `0: ${s.cpus}, as CPUs` : String(s.cv))}
      <Ranges settings={s} errors={errors} onChange={onChange} />
      {whole('longs', 'Long requests', 50, s.longs === 0 ? 'none' : `${s.longs} %`, 0)}
      {s.longs > 0 && whole('longer', 'A long one takes', 500, `${s.longer} × a short one`, 2)}
      {whole('alphaMilli', 'Contention', 120, `${(s.alphaMilli / 10).toFixed(1)} % a thread`)}
      {whole('switchUs', 'Switch', 50, `${s.switchUs} µs`)}
      {whole('rewarmUs', 'Warming up after it', 100, `${s.rewarmUs} µs`)}
      <Profile settings={s} errors={errors} onChange={set} />
      <Choices settings={s} errors={errors} onChange={set} />
      {whole('count', 'Requests', 5_000, String(s.count), 100)}
      {whole('seed', 'Seed', Math.max(40, s.seed), String(s.seed))}
    </div>
  );
}

/** Times of a request, which are ranges: a slider that stands for both ends moves them in proportion. */
function Ranges({ settings: s, errors, onChange }: SettingsFormProps) {
  const time = cpuTime(s);
  const gap = (s.gap[0] + s.gap[1]) / 2;
  return (
    <>
      <Slider
        name="block"
        label="Blocking share"
        low={0}
        high={97}
        value={blockingShare(s)}
        text={s.block[1] === 0 ? 'never blocks' : `${blockingShare(s)} %, ${range(s.block)}`}
        errors={errors}
        onChange={(percent) => onChange(withBlockingShare(s, percent))}
      />
      <Slider
        name="cpu"
        label="CPU time"
        low={0}
        high={100}
        value={toLog(time, 20, 10_000)}
        valueText={formatSpanDigits(time)}
        text={s.block[1] > 0 ? `2 × ${range(s.cpu)}` : range(s.cpu)}
        errors={errors}
        onChange={(place) => onChange(withCpuTime(s, fromLog(place, 20, 10_000)))}
      />
      <Slider
        name="gap"
        label="Between requests"
        low={0}
        high={100}
        value={toLog(gap, 5, 10_000)}
        valueText={formatSpanDigits(gap)}
        text={range(s.gap)}
        errors={errors}
        onChange={(place) => onChange({ ...s, gap: scaleSpan(s.gap, fromLog(place, 5, 10_000), RULES.gap) })}
      />
    </>
  );
}

interface PartProps {
  settings: PolicySettings;
  errors: readonly InputError[];
  onChange: (part: Partial<PolicySettings>) => void;
}

function Profile({ settings, errors, onChange }: PartProps) {
  const id = useId();
  return (
    <div className={css.setting}>
      <label htmlFor={id}>Slice</label>
      <Select
        id={id}
        value={settings.profile}
        options={PROFILES.map((value) => ({ value, text: PROFILE_WORDS[value] }))}
        onChange={(profile) => onChange({ profile })}
      />
      <LinkError name="profile" errors={errors} />
    </div>
  );
}

function Choices({ settings, errors, onChange }: PartProps) {
  return (
    <>
      <div className={css.setting}>
        <span>Plain source wakes</span>
        <Segmented
          label="Plain source wakes"
          value={settings.wake}
          options={[
            { value: 'lifo', text: 'newest' },
            { value: 'fifo', text: 'oldest' },
            { value: 'herd', text: 'all (herd)' },
          ]}
          onChange={(wake) => onChange({ wake })}
        />
        <LinkError name="wake" errors={errors} />
      </div>
      <div className={css.setting}>
        <span>Requests come by</span>
        <Segmented
          label="Requests come by"
          value={settings.source}
          options={[
            { value: 'epoll', text: 'epoll' },
            { value: 'aio', text: 'AIO of today' },
          ]}
          onChange={(source) => onChange({ source })}
        />
        <LinkError name="source" errors={errors} />
      </div>
      <div className={css.setting}>
        <span>Run queue</span>
        <Segmented
          label="Run queue"
          value={settings.runQueue}
          options={[
            { value: 'global', text: 'one' },
            { value: 'per-cpu', text: 'one a CPU' },
          ]}
          onChange={(runQueue) => onChange({ runQueue })}
        />
        <LinkError name="runQueue" errors={errors} />
      </div>
    </>
  );
}

interface SliderProps {
  name: SettingName;
  label: string;
  low: number;
  high: number;
  value: number;
  text: string;
  /** What is read out, where the slider's own number means nothing. */
  valueText?: string;
  errors: readonly InputError[];
  onChange: (value: number) => void;
}

function Slider({ name, label, low, high, value, text, valueText, errors, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={css.setting}>
      <label htmlFor={id}>{label}</label>
      <output className={`mono ${css.settingValue}`} htmlFor={id}>
        {text}
      </output>
      <input
        id={id}
        type="range"
        min={low}
        max={Math.max(high, value)}
        value={value}
        aria-valuetext={valueText ?? text}
        data-setting={name}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <LinkError name={name} errors={errors} />
    </div>
  );
}

/** What the link held for a field, and what the field takes. The text is from outside: shown as text. */
export function LinkError({ name, errors }: { name: string; errors: readonly InputError[] }) {
  const error = errors.find(({ field }) => field === name);
  if (error === undefined) return null;
  return (
    <p className="field-error" role="alert">
      <span aria-hidden="true">✕ </span>The link says {error.value === '' ? 'nothing' : <q>{error.value}</q>};
      needs {error.accepted}. The default is shown.
    </p>
  );
}

/** Both ends of a range, or the one length that it has. */
export function range([low, high]: Span): string {
  return low === high
    ? formatSpanDigits(low)
    : `${formatSpanDigits(low).replace(/ µs$/, high < 1_000 ? '' : ' µs')}–${formatSpanDigits(high)}`;
}

/** Place from 0 to 100 on a scale where equal steps are equal factors. */
function toLog(value: number, low: number, high: number): number {
  return Math.round((100 * Math.log(Math.max(low, value) / low)) / Math.log(high / low));
}

function fromLog(place: number, low: number, high: number): number {
  return low * (high / low) ** (place / 100);
}
