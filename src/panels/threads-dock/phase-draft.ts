import type { InputError, Result } from '../../protocol/result.ts';
import {
  DELIVERY_PHASES,
  type DeliveryPhase,
  type PhaseTable,
  type Span,
} from '../../protocol/threads-setup.ts';

/** The steps of a delivery as a person edits them: text, `20` or `20–80`; empty = as for all servers. */
export type PhaseDraft = Record<DeliveryPhase, { wait: string; cpu: string }>;

/** A table as text. CPU work is written in milliseconds, as waits are. */
export function phaseDraft(table: PhaseTable): PhaseDraft {
  const draft = {} as PhaseDraft;
  for (const phase of DELIVERY_PHASES) {
    const { waitMs, cpuUs } = table[phase] ?? {};
    draft[phase] = { wait: spanText(waitMs, 1), cpu: spanText(cpuUs, 1_000) };
  }
  return draft;
}

function spanText(span: Span | undefined, unit: number): string {
  if (span === undefined) return '';
  return typeof span === 'number' ? String(span / unit) : `${span[0] / unit}–${span[1] / unit}`;
}

/** The table of a draft, or what is wrong with its fields (`connect.wait`). */
export function readPhases(draft: PhaseDraft): Result<PhaseTable> {
  const errors: InputError[] = [];
  const table: PhaseTable = {};
  for (const phase of DELIVERY_PHASES) {
    const waitMs = readSpan(draft[phase].wait, 1);
    const cpuUs = readSpan(draft[phase].cpu, 1_000);
    if (waitMs === null) errors.push(refused(`${phase}.wait`, draft[phase].wait, 'whole milliseconds'));
    if (cpuUs === null)
      errors.push(refused(`${phase}.cpu`, draft[phase].cpu, 'milliseconds with up to three decimals'));
    const times = {
      ...(waitMs === null || waitMs === undefined ? {} : { waitMs }),
      ...(cpuUs === null || cpuUs === undefined ? {} : { cpuUs }),
    };
    if (Object.keys(times).length > 0) table[phase] = times;
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: table };
}

function refused(field: string, value: string, unit: string): InputError {
  return { field, value, accepted: `${unit} from 0, or a range such as 20–80 that does not fall` };
}

/** Undefined for an empty field, null for one that cannot be read. */
function readSpan(text: string, unit: number): Span | undefined | null {
  if (text.trim() === '') return undefined;
  const parts = text.split(/–|-|to/).map((part) => part.trim());
  const figures = parts.map((part) =>
    /^\d+(\.\d{1,3})?$/.test(part) ? Math.round(Number(part) * unit * 1000) / 1000 : -1,
  );
  const [low = -1, high = low] = figures;
  if (parts.length > 2 || !Number.isInteger(low) || !Number.isInteger(high) || low < 0 || high < low)
    return null;
  return parts.length === 1 ? low : [low, high];
}
