import fc from 'fast-check';
import { capture, createStore, get, ids, NONE, restore, type StoreKeyframe } from '../../src/core/tables.ts';
import {
  createDriver,
  type Driver,
  type DriverListener,
  driveClock,
  driveDone,
  driveDrain,
  driveFail,
  driveFeed,
  driveFlush,
  driveInject,
  driveReady,
  driveRefuse,
  driveSelect,
  driveSendFail,
} from '../../src/core/qmgr/driver.ts';
import type { DeliveryReport } from '../../src/core/qmgr/deliver.ts';
import { dumpState } from '../../src/core/qmgr/dump.ts';
import type { FeedbackRule } from '../../src/core/qmgr/feedback-text.ts';
import { paramSet } from '../../src/core/qmgr/param-set.ts';
import { parseSetting, parseSettings, type Settings } from '../../src/core/qmgr/params.ts';
import { scanRequest } from '../../src/core/qmgr/scan.ts';
import { transportFind } from '../../src/core/qmgr/transport.ts';
import { scanTurn } from '../fixtures/scan-turn.ts';

/**
 * Random operations on a queue manager. An operation has two free numbers, which select from the objects that exist when it
 * is performed. So every operation keeps a meaning when the sequence is shrunk.
 */
export interface RandomOperation {
  readonly kind: (typeof KINDS)[number];
  readonly a: number;
  readonly b: number;
}

const KINDS = [
  'inject',
  'inject',
  'inject',
  'select',
  'select',
  'select',
  'select',
  'select',
  'select',
  'done',
  'done',
  'done',
  'done',
  'done',
  'clock',
  'connect',
  'sendfail',
  'fail',
  'feed',
  'flush',
  'scan',
  'param',
] as const;

const TRANSPORTS = ['smtp', 'relay', 'retry'];

export const operations = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), a: fc.nat(1000), b: fc.nat(1000) }),
  { minLength: 30, maxLength: 200, size: 'max' },
);

/** Much mail for one transport and few failures, so that jobs preempt, nest and pop. */
export const calmOperations = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'inject' as const,
      ...Array.from({ length: 6 }, () => 'select' as const),
      ...Array.from({ length: 4 }, () => 'done' as const),
      'clock' as const,
      'sendfail' as const,
      'feed' as const,
    ),
    a: fc.nat(300).map((n) => n * 3),
    b: fc.nat(1000),
  }),
  { minLength: 80, maxLength: 200, size: 'max' },
);

const PARAMS: readonly [name: string, values: readonly (string | number)[]][] = [
  ['default_delivery_slot_cost', [0, 1, 2, 3, 5]],
  ['default_delivery_slot_loan', [0, 1, 3]],
  ['default_delivery_slot_discount', [0, 50, 100]],
  ['default_minimum_delivery_slots', [0, 1, 3]],
  ['initial_destination_concurrency', [1, 2, 5]],
  ['default_destination_concurrency_limit', [0, 1, 3, 20]],
  ['default_destination_recipient_limit', [0, 1, 2, 5]],
  ['default_destination_concurrency_positive_feedback', ['1', '1/3', '1/concurrency']],
  ['default_destination_concurrency_negative_feedback', ['1', '0.5', '1/concurrency']],
  ['default_destination_concurrency_failed_cohort_limit', [0, 1, 2]],
  ['smtp_destination_rate_delay', ['0s', '0s', '2s']],
  ['relay_transport_rate_delay', ['0s', '0s', '3s']],
  ['qmgr_message_active_limit', [3, 10, 50]],
  ['qmgr_message_recipient_limit', [3, 20, 100]],
  ['qmgr_message_recipient_minimum', [1, 3, 10]],
  ['default_recipient_limit', [0, 2, 10, 50]],
  ['default_extra_recipient_limit', [0, 3, 10]],
  ['default_recipient_refill_limit', [1, 5, 100]],
  ['default_recipient_refill_delay', ['1s', '5s']],
  ['maximal_queue_lifetime', ['60s', '1d']],
  ['minimal_backoff_time', ['10s', '300s']],
];

export const settingsArbitrary: fc.Arbitrary<Record<string, string | number>> = fc
  .tuple(...PARAMS.map(([, values]) => fc.constantFrom(...values)))
  .map((chosen) => Object.fromEntries(PARAMS.map(([name], i) => [name, chosen[i] as string | number])));

/** Settings under which many preemptions happen. */
export const preemptingSettings: fc.Arbitrary<Record<string, string | number>> = fc
  .record({
    default_delivery_slot_cost: fc.constantFrom(2, 2, 3),
    default_delivery_slot_loan: fc.nat(3),
    default_delivery_slot_discount: fc.constantFrom(0, 50, 100),
    default_destination_recipient_limit: fc.constantFrom(1, 2),
    default_destination_concurrency_limit: fc.constantFrom(0, 3, 20),
    qmgr_message_recipient_limit: fc.constantFrom(20, 1000),
    qmgr_message_recipient_minimum: fc.constantFrom(2, 10),
    default_recipient_limit: fc.constantFrom(10, 1000),
    default_destination_concurrency_failed_cohort_limit: fc.constantFrom(0, 5),
  })
  .map((chosen) => ({ ...chosen, default_minimum_delivery_slots: 0, qmgr_message_active_limit: 15 }));

function parsed(raw: Record<string, string | number>): Settings {
  const result = parseSettings(raw);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.value;
}

/** Makes a driver of a queue manager whose clock shows second 1000. */
export function driverFor(
  raw: Record<string, string | number>,
  listener?: DriverListener,
  feedbackRule: FeedbackRule = 'shipped',
): Driver {
  return createDriver(createStore(), 1000, parsed(raw), { feedbackRule }, listener);
}

function pick<T>(values: readonly T[], n: number): T | undefined {
  return values.length === 0 ? undefined : values[n % values.length];
}

function reportFor(a: number, size: number): DeliveryReport {
  switch (a % 6) {
    case 0:
      return { status: 'crash' };
    case 1:
      return { status: 'defer', dsn: '4.4.1', reason: 'no route', left: size };
    case 2:
      return { status: 'defer', dsn: '', reason: '', left: a % (size + 1) };
    default:
      return { status: 'ok', dsn: '', reason: '', left: 0 };
  }
}

function inject(driver: Driver, a: number, b: number): void {
  const counts = [[1], [2, 1], [7], [1, 1, 1, 1], [30], [3, 12]][Math.floor(a / 3) % 6] as number[];
  const recipients = counts.map((count, i) => ({
    transport: TRANSPORTS[((a % 3) + i * b) % 2] as string,
    nexthop: `d${(b + i) % 4}.example`,
    count,
    first: i * 50 + 1,
  }));
  const sender = a % 7 === 0 ? '' : 's@example';
  driveInject(driver, { name: `M${driver.qmgr.messages.length}`, sender, recipients });
}

/** Performs one operation. Does nothing when the operation is impossible in the present state. */
export function performRandom(driver: Driver, { kind, a, b }: RandomOperation): void {
  const { qmgr, clock } = driver;
  const transport = TRANSPORTS[a % TRANSPORTS.length] as string;
  switch (kind) {
    case 'inject':
      return inject(driver, a, b);
    case 'select':
      return void driveSelect(driver, transport);
    case 'sendfail':
      return void (b % 4 === 0 && driveSendFail(driver, transport, () => {}));
    case 'done': {
      const busy = [...ids(qmgr.entries)].filter((id) => get(qmgr.entries, id).status === 'busy');
      const entry = pick(busy, a);
      if (entry !== undefined)
        driveDone(driver, entry, reportFor(b, get(qmgr.entries, entry).recipients.length));
      return;
    }
    case 'clock':
      return void driveClock(driver, get(clock, 1).now + ([0, 1, 2, 7, 400][a % 5] as number));
    case 'connect': {
      driveDrain(driver);
      const id = transportFind(qmgr, transport);
      if (id === NONE || get(qmgr.transports, id).pending === 0) return;
      if (b % 8 === 0) driveRefuse(driver, transport);
      else driveReady(driver, transport);
      return;
    }
    case 'fail':
      return void (b % 8 === 0 && driveFail(driver, transport));
    case 'feed': {
      const idle = [...ids(qmgr.messages)].filter((id) => get(qmgr.messages, id).status !== 'active');
      const message = pick(idle, a);
      if (message !== undefined) driveFeed(driver, message, { all: b % 2 === 0, flush: b % 3 === 0 });
      return;
    }
    case 'flush':
      return void (b % 8 === 0 && driveFlush(driver));
    case 'scan':
      if (b % 2 === 0) scanRequest(qmgr, a % 2 === 0 ? 'incoming' : 'deferred', b % 4 === 0);
      for (let i = 0; i < a % 5; i++) scanTurn(qmgr);
      return void driveClock(driver, get(clock, 1).now);
    case 'param': {
      const [name, values] = PARAMS[a % PARAMS.length] as (typeof PARAMS)[number];
      const setting = parseSetting(name, values[b % values.length]);
      if (setting.ok && b % 4 === 0) paramSet(qmgr, setting.value);
      return;
    }
  }
}

export function stateText(driver: Driver): string {
  return JSON.stringify(dumpState(driver.qmgr));
}

export function keyframeOf(driver: Driver): StoreKeyframe {
  return capture(driver.store);
}

export function restoreTo(driver: Driver, keyframe: StoreKeyframe): void {
  restore(driver.store, keyframe);
}
