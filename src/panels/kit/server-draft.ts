import type { FaultKind } from '../../explain/servers.ts';
import { groupDigits } from '../../scenario/digits.ts';
import type { ServerBehaviour, ServerFault } from '../../protocol/commands.ts';
import type { InputError, Result } from '../../protocol/result.ts';
import { LIMITS } from '../../scenario/limits.ts';

/** Field texts of the server form, not parsed yet. Latencies in milliseconds, instants in seconds of the run. */
export interface ServerDraft {
  fault: FaultKind;
  fields: Readonly<Record<string, string>>;
}

/** One numeric field. `name` is the key in the scenario file. */
export interface FieldSpec {
  name: string;
  label: string;
  unit: string;
  min: number;
  max: number;
  fallback: number;
  /** Instants are seconds with up to three decimals; other fields are whole numbers. */
  seconds?: true;
}

function field(
  name: string,
  label: string,
  unit: string,
  min: number,
  max: number,
  fallback: number,
): FieldSpec {
  return { name, label, unit, min, max, fallback };
}

const RUN_MS = LIMITS.at / 1000;
/** Fields for the duration of a successful session. */
export const LATENCY_FIELDS: readonly FieldSpec[] = [
  field('low', 'one delivery takes from', 'ms', 0, LIMITS.latencyMs, 1000),
  field('high', 'to', 'ms', 0, LIMITS.latencyMs, 1000),
];

/** Fields of each fault. */
export const FAULT_FIELDS: Readonly<Record<FaultKind, readonly FieldSpec[]>> = {
  none: [],
  refuse: [],
  unreachable: [],
  silent: [],
  limit: [field('sessions', 'concurrent sessions', '', 1, LIMITS.sessions, 4)],
  backlog: [
    field('workers', 'served concurrently', '', 1, LIMITS.sessions, 2),
    field('queue', 'more that can wait', '', 0, LIMITS.sessions, 4),
  ],
  'one-of': [field('machines', 'machines, one of which refuses', '', 1, LIMITS.sessions, 4)],
  down: [
    { ...field('from', 'refuses from', 's', 0, RUN_MS, 0), seconds: true },
    { ...field('until', 'until', 's', 0, RUN_MS, 60_000), seconds: true },
  ],
  greylist: [field('wait', '4xx until the message has this age', 'ms', 0, LIMITS.latencyMs, 300_000)],
  bounce: [field('percent', 'of the recipients get 5xx', '%', 0, 100, 10)],
};

/** The form's texts for a behaviour. A new outage begins at `now` (microseconds) and lasts a minute. */
export function draftOf({ latency, fault }: ServerBehaviour, now = 0): ServerDraft {
  const [low, high] = typeof latency === 'number' ? [latency, latency] : latency;
  const { kind = 'none', ...numbers } = fault ?? {};
  const begin = Math.floor(now / 1000);
  const texts = Object.entries({ from: begin, until: begin + 60_000, ...numbers }).map(
    ([name, value]) => [name, String(INSTANTS.has(name) ? Number(value) / 1000 : value)] as const,
  );
  return { fault: kind, fields: { low: String(low), high: String(high), ...Object.fromEntries(texts) } };
}

const INSTANTS: ReadonlySet<string> = new Set(['from', 'until']);

/** Text of a field: typed text, or its initial value. */
export function fieldText(draft: ServerDraft, spec: FieldSpec): string {
  return draft.fields[spec.name] ?? String(spec.fallback);
}

/** Parses the form. Reports every wrong field with its value and accepted range. */
export function readServerDraft(draft: ServerDraft): Result<ServerBehaviour> {
  const errors: InputError[] = [];
  const read = (spec: FieldSpec): number => {
    const text = fieldText(draft, spec).trim();
    const form = spec.seconds === true ? /^\d{1,12}(\.\d{1,3})?$/ : /^\d{1,15}$/;
    const scale = spec.seconds === true ? 1000 : 1;
    const value = form.test(text) ? Math.round(Number(text) * scale) : Number.NaN;
    if (value >= spec.min && value <= spec.max) return value;
    const what = spec.seconds === true ? 'seconds' : 'a whole number';
    const bounds = [spec.min / scale, spec.max / scale].map((bound) => groupDigits(bound));
    const accepted = `${what} from ${bounds.join(' to ')}`;
    errors.push({ field: spec.name, value: text.slice(0, 40), accepted });
    return Number.NaN;
  };
  const [low = 0, high = 0] = LATENCY_FIELDS.map(read);
  const numbers = Object.fromEntries(FAULT_FIELDS[draft.fault].map((spec) => [spec.name, read(spec)]));
  if (low > high)
    errors.push({ field: 'high', value: String(high), accepted: `at least the first number, ${low}` });
  const { from, until } = numbers;
  if (from !== undefined && until !== undefined && from >= until) {
    errors.push({
      field: 'until',
      value: `${until / 1000} s`,
      accepted: `an instant after ${from / 1000} s`,
    });
  }
  if (errors.length > 0) return { ok: false, errors };
  const latency = low === high ? low : ([low, high] as [number, number]);
  if (draft.fault === 'none') return { ok: true, value: { latency } };
  return { ok: true, value: { latency, fault: faultOf(draft, numbers) } };
}

function faultOf(draft: ServerDraft, numbers: Record<string, number>): ServerFault {
  const n = (name: string): number => numbers[name] ?? 0;
  switch (draft.fault) {
    case 'limit':
      return { kind: 'limit', sessions: n('sessions') };
    case 'backlog': {
      const fault = { kind: 'backlog' as const, workers: n('workers'), queue: n('queue') };
      return draft.fields['overflow'] === 'hang' ? { ...fault, overflow: 'hang' } : fault;
    }
    case 'one-of':
      return {
        kind: 'one-of',
        machines: n('machines'),
        pick: draft.fields['pick'] === 'chance' ? 'chance' : 'turn',
      };
    case 'down':
      return { kind: 'down', from: n('from'), until: n('until') };
    case 'greylist':
      return { kind: 'greylist', wait: n('wait') };
    case 'bounce':
      return { kind: 'bounce', percent: n('percent') };
    case 'refuse':
    case 'unreachable':
    case 'silent':
      return { kind: draft.fault };
    case 'none':
      throw new Error('a healthy server has no fault');
    default:
      return draft.fault satisfies never;
  }
}
