import type { Instance } from '../../importers/store/instance.ts';
import { STATUSES } from '../../importers/store/tables.ts';
import type { PartFigures } from '../../protocol/record-questions.ts';
import { countsOf, type Parts, type Ranked, valueAt } from './ranked.ts';

/** Seconds of b from which a recipient waited long. */
const LATE = 10;

type Counted = Omit<PartFigures, 'a' | 'b' | 'b90' | 'c' | 'd' | 'perMinute'>;

/** What is counted of attempts; of the whole record once. */
interface Counts {
  recipients: number;
  status: number[];
  late: number;
  /** Attempts of each life. */
  ofLife: Uint32Array;
}

const whole = new WeakMap<Instance, Counts>();

function countRows({ tables }: Instance, rows: Uint32Array): Counts {
  const { attempts, lives } = tables;
  const status = STATUSES.map(() => 0);
  const ofLife = new Uint32Array(lives.length);
  let late = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const life = attempts.life[row] ?? 0;
    ofLife[life] = (ofLife[life] ?? 0) + 1;
    const is = attempts.status[row] ?? 0;
    status[is] = (status[is] ?? 0) + 1;
    if ((attempts.b[row] ?? 0) > LATE) late++;
  }
  return { recipients: rows.length, status, late, ofLife };
}

/** Figures of both parts of a record: the smaller one is counted, the other one is what is left. */
export function figuresOf(instance: Instance, parts: Parts): { selected: Counted; rest: Counted } {
  let all = whole.get(instance);
  if (all === undefined) {
    const { length } = instance.tables.attempts;
    all = countRows(
      instance,
      Uint32Array.from({ length: length - 1 }, (_, i) => i + 1),
    );
    whole.set(instance, all);
  }
  const fewer = parts.selected.length <= parts.rest.length ? 'selected' : 'rest';
  const counted = countRows(instance, parts[fewer]);
  let [mine, others] = [0, 0];
  for (let life = 1; life < all.ofLife.length; life++) {
    const own = counted.ofLife[life] ?? 0;
    if (own > 0) mine++;
    if (own < (all.ofLife[life] ?? 0)) others++;
  }
  const one = figures(counted.recipients, mine, counted.status, counted.late);
  const left = all.status.map((count, status) => count - (counted.status[status] ?? 0));
  const other = figures(all.recipients - counted.recipients, others, left, all.late - counted.late);
  return fewer === 'selected' ? { selected: one, rest: other } : { selected: other, rest: one };
}

function figures(recipients: number, messages: number, counts: readonly number[], waited: number): Counted {
  const of = (status: (typeof STATUSES)[number]): number => counts[STATUSES.indexOf(status)] ?? 0;
  return {
    recipients,
    messages,
    sent: of('sent'),
    deferred: of('deferred'),
    bounced: of('bounced'),
    waited,
  };
}

type Quantiles = Pick<PartFigures, 'a' | 'b' | 'b90' | 'c' | 'd'>;

/** Quantiles of a, b, c, d of both parts: every second that was printed is one of few. */
export function quantilesOf(
  seconds: Readonly<Record<'a' | 'b' | 'c' | 'd', Ranked>>,
  parts: Parts,
): { selected: Quantiles; rest: Quantiles } {
  const counted = (['a', 'b', 'c', 'd'] as const).map((name) => ({
    column: seconds[name],
    counts: countsOf(seconds[name], parts),
  }));
  const of = (part: keyof Parts): Quantiles => {
    const { length } = parts[part];
    const [inA, inB, inC, inD] = counted.map(
      ({ column, counts }) =>
        (share: number) =>
          length === 0 ? 0 : valueAt(column, counts[part], Math.min(length - 1, Math.floor(length * share))),
    );
    return {
      a: inA?.(0.5) ?? 0,
      b: inB?.(0.5) ?? 0,
      b90: inB?.(0.9) ?? 0,
      c: inC?.(0.5) ?? 0,
      d: inD?.(0.5) ?? 0,
    };
  };
  return { selected: of('selected'), rest: of('rest') };
}
