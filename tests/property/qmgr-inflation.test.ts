import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driveDone, driveInject, driveSelect } from '../../src/core/qmgr/driver.ts';
import { get, NONE } from '../../src/core/tables.ts';
import { driverFor } from './qmgr-operations.ts';
import { runCount } from '../fixtures/all.ts';

/**
 * The bound of the preemption rule. For every k of its n deliveries, a message pays one slot to other messages, and
 * these messages pay for their slots in the same way. So the message finishes after at most n · k/(k−1) selections,
 * whatever arrives. This assumes that all recipients are in memory and that no destination delays a delivery. Loan and
 * discount do not change the bound. They give slots to other messages earlier, but a candidate must fit into what the
 * message can still earn, and the full price is paid.
 */
interface Arrival {
  readonly after: number;
  readonly size: number;
}

const arrivals = fc.array(fc.record({ after: fc.nat(150), size: fc.integer({ min: 1, max: 30 }) }), {
  maxLength: 40,
});

interface Setting {
  readonly cost: number;
  readonly loan: number;
  readonly discount: number;
}

/** Counts the selections until the first message finishes, and how many of these selected other messages. */
function selectionsOfFirst(
  { cost, loan, discount }: Setting,
  size: number,
  later: readonly Arrival[],
): { all: number; others: number } {
  const driver = driverFor({
    default_delivery_slot_cost: cost,
    default_delivery_slot_loan: loan,
    default_delivery_slot_discount: discount,
    default_minimum_delivery_slots: 0,
    default_destination_recipient_limit: 1,
    default_destination_concurrency_limit: 0,
    initial_destination_concurrency: 1000,
  });
  const inject = (name: string, count: number): number =>
    driveInject(driver, {
      name,
      sender: 's@example',
      recipients: [{ transport: 'smtp', nexthop: `${name}.example`, count }],
    }).message;
  const first = inject('first', size);
  let own = 0;
  for (let all = 0; ; all++) {
    for (const [i, { after, size: count }] of later.entries()) if (after === all) inject(`m${i}`, count);
    if (own === size) return { all, others: all - own };
    const entry = driveSelect(driver, 'smtp');
    if (entry === NONE) throw new Error('nothing to select');
    if (get(driver.qmgr.entries, entry).message === first) own++;
    driveDone(driver, entry, { status: 'ok', dsn: '', reason: '', left: 0 });
  }
}

const setting = fc.record({
  cost: fc.integer({ min: 2, max: 8 }),
  loan: fc.nat(10),
  discount: fc.constantFrom(0, 50, 100),
});

describe('inflation', () => {
  it('of a message is at most k/(k−1)', () => {
    let delayed = 0;
    fc.assert(
      fc.property(setting, fc.integer({ min: 1, max: 120 }), arrivals, (chosen, size, later) => {
        const { all, others } = selectionsOfFirst(chosen, size, later);
        expect(all).toBeLessThanOrEqual((size * chosen.cost) / (chosen.cost - 1));
        if (others > 0) delayed++;
      }),
      { seed: 7, numRuns: runCount(300) },
    );
    expect(delayed).toBeGreaterThan(50);
  });

  it('comes close to the bound when small mail keeps arriving', () => {
    const small = Array.from({ length: 60 }, (_, i) => ({ after: i, size: 1 }));
    // Before its last delivery, the message of 40 deliveries has earned 19 slots. The small messages of one delivery earn
    // none.
    expect(selectionsOfFirst({ cost: 2, loan: 0, discount: 0 }, 40, small)).toEqual({ all: 59, others: 19 });
    // Messages that preempt are large enough to be preempted, too. This gives the geometric series of the bound.
    const nested = [
      { after: 2, size: 16 },
      { after: 6, size: 6 },
      { after: 9, size: 2 },
    ];
    const { others } = selectionsOfFirst({ cost: 2, loan: 16, discount: 0 }, 40, nested);
    expect(others).toBeGreaterThan(20);
    expect(others).toBeLessThanOrEqual(40);
  });

  it('is none at cost 1, which counts as off', () => {
    const small = Array.from({ length: 60 }, (_, i) => ({ after: i, size: 1 }));
    expect(selectionsOfFirst({ cost: 1, loan: 0, discount: 0 }, 40, small).others).toBe(0);
  });
});
