import { type ReactNode, useId, useState } from 'react';
import { formatSpanDigits } from '../../explain/figures.ts';
import { formatCount, formatCounted } from '../../explain/format.ts';
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
import { Button } from '../../ui/Button.tsx';
import { Slider } from '../../ui/Slider.tsx';

/** The settings of the page, and how to change them. */
export interface PolicyForm {
  settings: PolicySettings;
  /** Errors of the values in the link that were refused. */
  errors: readonly InputError[];
  set: (part: Partial<PolicySettings>) => void;
}

/** Shows the stream and the machine in one line. Its button opens the settings; a link with errors opens them too. */
export function StreamBar({ form }: { form: PolicyForm }) {
  const [asked, setOpen] = useState(false);
  const id = useId();
  const { settings, errors, set } = form;
  const { count, gap, cpus, switchUs, rewarmUs, alphaMilli, seed } = settings;
  const open = asked || errors.length > 0;
  return (
    <section className={css.part} aria-label="The stream">
      <div className="row wrap gap-12 text-2 sub">
        <b className="strong">One stream</b>
        <span>
          {formatCount(count)} requests, one every {range(gap)}
        </span>
        <OneRequest settings={settings} />
        <span>
          {formatCounted(cpus, 'CPU')}, switch {switchUs + rewarmUs} µs, contention{' '}
          {(alphaMilli / 10).toFixed(1)} % per thread
        </span>
        <span className="grow" />
        <span className="row gap-10">
          <Button look="outlined" data-tip="same stream, next seed" onClick={() => set({ seed: seed + 1 })}>
            Seed {seed}
          </Button>
          <Button look="outlined" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            Change the stream
          </Button>
        </span>
      </div>
      <div id={id}>{open && <SettingsForm form={form} />}</div>
    </section>
  );
}

/** Draws the mean request: CPU time, wait, CPU time. */
function OneRequest({ settings }: { settings: PolicySettings }) {
  const { cpu, block } = settings;
  const waits = block[1] > 0;
  const share = blockingShare(settings);
  const half = (100 - share) / 2;
  return (
    <span className="row gap-12">
      <span className={`${css.bar} ${css.request}`} aria-hidden="true">
        <i data-piece="running" style={{ flexGrow: waits ? half : 1 }} />
        {waits && <i data-piece="blocked" style={{ flexGrow: share }} />}
        {waits && <i data-piece="running" style={{ flexGrow: half }} />}
      </span>
      {waits ? `${range(cpu)} CPU, ${range(block)} wait, ${range(cpu)} CPU` : `${range(cpu)} CPU`}
    </span>
  );
}

/** A slider: its ends, its value, and the value as text. `set` = what a new value changes. */
interface Slide {
  name: SettingName;
  label: string;
  low?: number;
  high: number;
  value: number;
  text: string;
  /** Text for screen readers, where the slider's own number means nothing. */
  valueText?: string;
  set: (value: number) => Partial<PolicySettings>;
}

type Whole = Pick<Slide, 'low' | 'high' | 'text' | 'label'>;

function machineSlides(s: PolicySettings): Slide[] {
  const { workers } = RULES;
  return [
    whole(s, 'cpus', { label: 'CPUs', low: 1, high: 32, text: String(s.cpus) }),
    whole(s, 'workers', {
      label: 'Workers in A and C',
      low: 1,
      high: workers.kind === 'whole' ? workers.high : 0,
      text: String(s.workers),
    }),
    whole(s, 'grow', {
      label: 'Pool grows by',
      high: 16,
      text: s.grow === 0 ? 'fixed' : `${s.grow} up to ${s.workers}`,
    }),
    whole(s, 'cv', {
      label: 'CV, limit of the group',
      high: 64,
      text: s.cv === 0 ? `0: ${s.cpus}, as CPUs` : String(s.cv),
    }),
  ];
}

/** Sliders for the times of a request, which are ranges. A slider moves both ends in proportion. */
function timeSlides(s: PolicySettings): Slide[] {
  const time = cpuTime(s);
  const gap = (s.gap[0] + s.gap[1]) / 2;
  const share = blockingShare(s);
  return [
    {
      name: 'block',
      label: 'Blocking share',
      high: 97,
      value: share,
      text: s.block[1] === 0 ? 'never blocks' : `${share} %, ${range(s.block)}`,
      set: (percent) => withBlockingShare(s, percent),
    },
    {
      name: 'cpu',
      label: 'CPU time',
      high: 100,
      value: toLog(time, 20, 10_000),
      valueText: formatSpanDigits(time),
      text: s.block[1] > 0 ? `2 × ${range(s.cpu)}` : range(s.cpu),
      set: (place) => withCpuTime(s, fromLog(place, 20, 10_000)),
    },
    {
      name: 'gap',
      label: 'Between requests',
      high: 100,
      value: toLog(gap, 5, 10_000),
      valueText: formatSpanDigits(gap),
      text: range(s.gap),
      set: (place) => ({ gap: scaleSpan(s.gap, fromLog(place, 5, 10_000), RULES.gap) }),
    },
  ];
}

function costSlides(s: PolicySettings, errors: readonly InputError[]): Slide[] {
  const longer = { label: 'Length of a long request', low: 2, high: 500, text: `${s.longer} × a short one` };
  return [
    whole(s, 'longs', { label: 'Long requests', high: 50, text: s.longs === 0 ? 'none' : `${s.longs} %` }),
    ...(s.longs > 0 || errors.some(({ field }) => field === 'longer') ? [whole(s, 'longer', longer)] : []),
    whole(s, 'alphaMilli', {
      label: 'Contention',
      high: 120,
      text: `${(s.alphaMilli / 10).toFixed(1)} % per thread`,
    }),
    whole(s, 'switchUs', { label: 'Switch', high: 50, text: `${s.switchUs} µs` }),
    whole(s, 'rewarmUs', { label: 'Cache warm-up after it', high: 100, text: `${s.rewarmUs} µs` }),
  ];
}

function whole(s: PolicySettings, name: SettingName, parts: Whole): Slide {
  return { name, ...parts, value: Number(s[name]), set: (value) => ({ [name]: value }) };
}

const PROFILE_WORDS: Record<PolicySettings['profile'], string> = {
  none: 'none (runs until it waits)',
  'one-cpu': '0.75 to 3 ms, one CPU',
  text: 'as in the document',
  'kernel-3.14': 'as in kernel 3.14',
  'round-robin': 'fixed, 100 ms',
};

/** Settings that have two or three choices. */
const CHOICES = [
  {
    name: 'wake',
    label: 'Plain source wakes',
    options: [
      { value: 'lifo', text: 'newest' },
      { value: 'fifo', text: 'oldest' },
      { value: 'herd', text: 'all (herd)' },
    ],
  },
  {
    name: 'source',
    label: 'Event source',
    options: [
      { value: 'epoll', text: 'epoll' },
      { value: 'aio', text: 'AIO, current' },
    ],
  },
  {
    name: 'runQueue',
    label: 'Run queue',
    options: [
      { value: 'global', text: 'one' },
      { value: 'per-cpu', text: 'one per CPU' },
    ],
  },
] as const;

/** The settings of the stream and of the machine. */
function SettingsForm({ form }: { form: PolicyForm }) {
  const { settings: s, errors, set } = form;
  const id = useId();
  const sliders = (slides: readonly Slide[]) =>
    slides.map((slide) => <SliderSetting key={slide.name} slide={slide} form={form} />);
  return (
    <div className={css.settings}>
      {sliders([...machineSlides(s), ...timeSlides(s), ...costSlides(s, errors)])}
      <Setting name="profile" errors={errors}>
        <label htmlFor={id}>Slice</label>
        <Select
          id={id}
          value={s.profile}
          options={PROFILES.map((value) => ({ value, text: PROFILE_WORDS[value] }))}
          onChange={(profile) => set({ profile })}
        />
      </Setting>
      {CHOICES.map(({ name, label, options }) => (
        <Setting key={name} name={name} errors={errors}>
          <span>{label}</span>
          <Segmented<string>
            className="fill"
            label={label}
            value={s[name]}
            options={options}
            onChange={(value) => set({ [name]: value })}
          />
        </Setting>
      ))}
      {sliders([
        whole(s, 'count', { label: 'Requests', low: 100, high: 5_000, text: String(s.count) }),
        whole(s, 'seed', { label: 'Seed', high: Math.max(40, s.seed), text: String(s.seed) }),
      ])}
    </div>
  );
}

interface SettingProps {
  name: SettingName;
  errors: readonly InputError[];
  children: ReactNode;
}

function Setting({ name, errors, children }: SettingProps) {
  return (
    <div className={`row wrap between gap-4 text-1 sub ${css.setting}`}>
      {children}
      <LinkError name={name} errors={errors} />
    </div>
  );
}

function SliderSetting({ slide, form }: { slide: Slide; form: PolicyForm }) {
  const { name, label, low = 0, high, value, text, valueText = text } = slide;
  const id = useId();
  return (
    <Setting name={name} errors={form.errors}>
      <label htmlFor={id}>{label}</label>
      <output className="mono strong" htmlFor={id}>
        {text}
      </output>
      <Slider
        id={id}
        min={low}
        max={Math.max(high, value)}
        value={value}
        text={valueText}
        data-setting={name}
        onChange={(to) => form.set(slide.set(to))}
      />
    </Setting>
  );
}

/** Shows the refused value of the link, and the accepted ones. The value is from outside, so it is rendered as text. */
export function LinkError({ name, errors }: Omit<SettingProps, 'children'>) {
  const error = errors.find(({ field }) => field === name);
  if (error === undefined) return null;
  return (
    <p className="field-error" role="alert">
      <span aria-hidden="true">✕ </span>The link says {error.value === '' ? 'nothing' : <q>{error.value}</q>}.
      Expected: {error.accepted}. The default is shown.
    </p>
  );
}

/** Both ends of a range as text, or one length if the ends are equal. */
function range([low, high]: Span): string {
  return low === high
    ? formatSpanDigits(low)
    : `${formatSpanDigits(low).replace(/ µs$/, high < 1_000 ? '' : ' µs')}–${formatSpanDigits(high)}`;
}

/** Position of a value on a logarithmic slider, from 0 to 100. */
function toLog(value: number, low: number, high: number): number {
  return Math.round((100 * Math.log(Math.max(low, value) / low)) / Math.log(high / low));
}

function fromLog(place: number, low: number, high: number): number {
  return low * (high / low) ** (place / 100);
}
