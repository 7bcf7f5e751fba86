import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QmgrEvent } from '../../src/protocol/events.ts';
import { violations } from '../../src/core/invariants.ts';
import type { Driver } from '../../src/core/qmgr/driver.ts';
import { jobFind } from '../../src/core/qmgr/job.ts';
import { get, NONE } from '../../src/core/tables.ts';
import {
  calmOperations,
  driverFor,
  keyframeOf,
  operations,
  performRandom,
  preemptingSettings,
  restoreTo,
  settingsArbitrary,
  stateText,
} from './qmgr-operations.ts';
import { runCount } from '../fixtures/all.ts';

const runs = { seed: 20261121, numRuns: runCount(60) };

describe('random operations', () => {
  it.each([
    ['trouble of all kinds', settingsArbitrary, operations],
    ['much preemption', preemptingSettings, calmOperations],
  ])('keep every invariant: %s', (_what, settingsOf, operationsOf) => {
    fc.assert(
      fc.property(settingsOf, operationsOf, fc.boolean(), (settings, ops, documented) => {
        const driver = driverFor(settings, undefined, documented ? 'documented' : 'shipped');
        ops.forEach((op, i) => {
          performRandom(driver, op);
          expect(violations(driver.qmgr), `after operation ${i}: ${JSON.stringify(op)}`).toEqual([]);
        });
      }),
      runs,
    );
  });

  it('are the same with and without recording, and with and without keyframes', () => {
    fc.assert(
      fc.property(settingsArbitrary, operations, (settings, ops) => {
        const plain = driverFor(settings);
        const recorded = driverFor(settings, { emit: () => {}, decide: () => {} });
        for (const op of ops) {
          keyframeOf(recorded);
          performRandom(plain, op);
          performRandom(recorded, op);
        }
        expect(stateText(recorded)).toBe(stateText(plain));
      }),
      runs,
    );
  });

  it('replay from any keyframe to the same state and the same events', () => {
    fc.assert(
      fc.property(settingsArbitrary, operations, fc.nat(1000), (settings, ops, where) => {
        const log: QmgrEvent[] = [];
        const driver = driverFor(settings, { emit: (event) => log.push(event), decide: () => {} });
        const at = where % ops.length;
        ops.slice(0, at).forEach((op) => performRandom(driver, op));
        const keyframe = keyframeOf(driver);
        const before = stateText(driver);
        log.length = 0;
        ops.slice(at).forEach((op) => performRandom(driver, op));
        const firstLog = JSON.stringify(log);
        const after = stateText(driver);
        restoreTo(driver, keyframe);
        expect(stateText(driver)).toBe(before);
        log.length = 0;
        ops.slice(at).forEach((op) => performRandom(driver, op));
        expect(JSON.stringify(log)).toBe(firstLog);
        expect(stateText(driver)).toBe(after);
      }),
      runs,
    );
  });
});

/** Delivery slots that each job should have, computed from the events alone. */
class Ledger {
  readonly units = new Map<string, number>();
  private readonly preempted = new Map<string, string>();
  driver: Driver | null = null;

  private add(key: string, units: number): void {
    this.units.set(key, (this.units.get(key) ?? 0) + units);
  }

  follow(event: QmgrEvent): void {
    if (event.kind === 'entry.selected') this.add(`${event.transport}:${event.msg}`, 1);
    if (event.kind === 'job.preempted') {
      const transports = this.driver?.qmgr.transports;
      const cost = transports ? get(transports, event.transport).params.deliverySlotCost : 0;
      this.add(`${event.transport}:${event.current}`, -event.needed * cost);
      this.preempted.set(`${event.transport}:${event.by}`, `${event.transport}:${event.current}`);
    }
    if (event.kind === 'job.popped' && event.refund !== 0) {
      this.add(this.preempted.get(`${event.transport}:${event.msg}`) ?? '', event.refund);
    }
    if (event.kind === 'message.done') {
      for (const key of this.units.keys()) if (key.endsWith(`:${event.msg}`)) this.units.delete(key);
    }
  }
}

describe('delivery slots', () => {
  it('are earned by selections, paid at preemptions, settled at pops, nowhere else', () => {
    let nested = 0;
    let refunds = 0;
    fc.assert(
      fc.property(preemptingSettings, calmOperations, (settings, ops) => {
        const ledger = new Ledger();
        const driver = driverFor(settings, {
          emit: (event) => {
            ledger.follow(event);
            if (event.kind === 'job.preempted' && event.level > 1) nested++;
            if (event.kind === 'job.popped' && event.refund !== 0) refunds++;
          },
          decide: () => {},
        });
        ledger.driver = driver;
        for (const op of ops) {
          performRandom(driver, op);
          for (const [key, units] of ledger.units) {
            const [transport, msg] = key.split(':').map(Number) as [number, number];
            const job = jobFind(driver.qmgr, msg, transport);
            expect(job, key).not.toBe(NONE);
            expect(get(driver.qmgr.jobs, job).deliverySlotsAvailable, key).toBe(units);
          }
        }
      }),
      // Fewer runs would contain too few nested preemptions.
      { ...runs, numRuns: runCount(150) },
    );
    // Without nested preemptions the test would prove nothing.
    expect(nested).toBeGreaterThan(20);
    expect(refunds).toBeGreaterThan(20);
  });
});
