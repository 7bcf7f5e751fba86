import { groupDigits } from '../../scenario/digits.ts';
import type { RecipientShare } from '../../protocol/commands.ts';
import type { Again } from '../../protocol/session-api.ts';
import type { InputError } from '../../protocol/result.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { DEFAULT_TRANSPORT } from '../../scenario/defaults.ts';
import { LIMITS } from '../../scenario/limits.ts';
import { isDestinationName, isTransportName } from '../../protocol/names.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

/** One destination of the mix. `weight` is the typed text, parsed when used. */
export interface MixRow {
  id: number;
  destination: string;
  weight: string;
  transport: string;
}

const MOST_WEIGHT = 1000;

/** Distributes `count` recipients by weight; largest remainder, so that they add up. */
export function shareOut(count: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (count * weight) / total);
  const whole = exact.map(Math.floor);
  let left = count - whole.reduce((sum, n) => sum + n, 0);
  const byRemainder = exact.map((value, i) => ({ i, rest: value - Math.floor(value) }));
  byRemainder.sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of byRemainder) {
    if (left === 0) break;
    whole[i] = (whole[i] ?? 0) + 1;
    left -= 1;
  }
  return whole;
}

/** Form errors by field: `count`, `destination-3`, `weight-3`, `transport-3` (with the row's id). */
export type MixErrors = ReadonlyMap<string, InputError>;

/** The parsed form: an injection, or errors. */
export interface MixReading {
  shares: RecipientShare[];
  /** Recipients of each row, in row order, for the legend. */
  counts: number[];
  errors: MixErrors;
}

/** Parses the form for error messages and the legend. The session validates again. */
export function readMix(count: string, rows: readonly MixRow[]): MixReading {
  const errors = new Map<string, InputError>();
  const wanted = readWhole('count', count, 1, LIMITS.recipientsPerMessage, errors);
  const weights = rows.map((row) => {
    checkNames(row, errors);
    return readWhole(`weight-${row.id}`, row.weight, 1, MOST_WEIGHT, errors) ?? 0;
  });
  const counts = shareOut(wanted ?? 0, weights);
  const shares = rows.flatMap((row, i): RecipientShare[] => {
    const n = counts[i] ?? 0;
    if (n === 0) return [];
    const share = { destination: row.destination.trim(), count: n };
    return [row.transport === DEFAULT_TRANSPORT ? share : { ...share, transport: row.transport }];
  });
  return { shares, counts, errors };
}

function checkNames(row: MixRow, errors: Map<string, InputError>): void {
  if (!isDestinationName(row.destination.trim())) {
    const accepted = 'a host name such as slow.example';
    errors.set(`destination-${row.id}`, { field: 'destination', value: shorten(row.destination), accepted });
  }
  if (!isTransportName(row.transport)) {
    const accepted = 'a transport name such as smtp';
    errors.set(`transport-${row.id}`, { field: 'transport', value: shorten(row.transport), accepted });
  }
}

/** Parses a whole number in a range; on failure sets an error for `field`. */
function readWhole(
  field: string,
  text: string,
  min: number,
  max: number,
  errors: Map<string, InputError>,
): number | null {
  const plain = text.trim().replaceAll(/[\u2009\u202f\u00a0,](?=\d{3}(\D|$))/g, '');
  const n = /^\d{1,12}$/.test(plain) ? Number(plain) : Number.NaN;
  if (Number.isInteger(n) && n >= min && n <= max) return n;
  const accepted = wholeNumber(min, groupDigits(max));
  errors.set(field, { field, value: shorten(text), accepted });
  return null;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

const INVENTED = [
  { destination: 'a.example', weight: '40' },
  { destination: 'b.example', weight: '30' },
  { destination: 'slow.example', weight: '20' },
  { destination: 'd.example', weight: '10' },
];

/** Largest number of rows proposed; readers can add more. */
const PROPOSED = 4;

/** A default mix: the scenario's destinations, or four invented ones. */
export function proposeMix(scenario: MailScenario | null): MixRow[] {
  const names = new Set<string>();
  for (const { command } of scenario?.script ?? []) {
    if (command.kind !== 'message.inject') continue;
    for (const share of command.to) {
      if ((share.transport ?? DEFAULT_TRANSPORT) === DEFAULT_TRANSPORT) names.add(share.destination);
    }
  }
  for (const name of Object.keys(scenario?.servers ?? {})) if (name !== '*') names.add(name);
  const known = [...names].slice(0, PROPOSED).map((destination, i) => ({
    destination,
    weight: String([40, 30, 20, 10][i] ?? 10),
  }));
  return (known.length > 0 ? known : INVENTED).map((row, i) => ({
    id: i + 1,
    ...row,
    transport: DEFAULT_TRANSPORT,
  }));
}

/** The form's message every two simulated seconds; null when the form is invalid. */
export function everyTwoSeconds(count: string, rows: readonly MixRow[]): Again | null {
  const { shares, errors } = readMix(count, rows);
  return errors.size > 0 ? null : { command: { kind: 'message.inject', to: shares }, every: 2_000_000 };
}
