import { describe, expect, it } from 'vitest';
import { createDriver, driveDone, driveFeed, driveInject, driveSelect } from '../../src/core/qmgr/driver.ts';
import { coreOf } from '../../src/core/qmgr/model.ts';
import { paramSet, paramValue } from '../../src/core/qmgr/param-set.ts';
import { parseSetting, parseSettings } from '../../src/core/qmgr/params.ts';
import { selectionView } from '../fixtures/selection-view.ts';
import { transportFind } from '../../src/core/qmgr/transport.ts';
import { violations } from '../../src/core/invariants.ts';
import { createStore, get, NONE } from '../../src/core/tables.ts';

const MILLION = 1_000_000;

describe('a message of a million recipients', () => {
  const driver = createDriver(createStore(), 1000, [], { feedbackRule: 'shipped' });
  const { qmgr } = driver;
  const recipients = [{ transport: 'smtp', nexthop: 'list.example', count: MILLION }];
  const { message } = driveInject(driver, { name: 'list', sender: 's@example', recipients });

  it('is a range on file and one batch in memory', () => {
    expect(get(qmgr.messages, message).ranges).toHaveLength(1);
    expect(coreOf(qmgr).recipientCount).toBe(5000);
    expect(qmgr.entries.live).toBe(100);
  });

  it('leaves deferred recipients for the next time, as spans', () => {
    let deliveries = 0;
    for (let entry = driveSelect(driver, 'smtp'); entry !== NONE; entry = driveSelect(driver, 'smtp')) {
      deliveries++;
      const left = deliveries % 1000 === 0 ? 3 : 0;
      driveDone(driver, entry, { status: left > 0 ? 'defer' : 'ok', dsn: '', reason: '', left });
    }
    expect(deliveries).toBe(MILLION / 50);
    expect(get(qmgr.messages, message)).toMatchObject({ status: 'deferred', recipientCount: 0 });
    const spans = get(qmgr.messages, message).remaining ?? [];
    expect(spans.length).toBeLessThanOrEqual(2 * 60);
    expect(qmgr.entries.live).toBe(0);
    expect(qmgr.leftovers.live).toBe(0);
    driveFeed(driver, message, { all: true });
    expect(coreOf(qmgr).recipientCount).toBe(60);
    const entry = driveSelect(driver, 'smtp');
    expect(selectionView(qmgr, entry)).toMatchObject({ recipients: 50, queue: 'list.example' });
    expect(violations(qmgr)).toEqual([]);
  });
});

describe('paramSet(q, setting)', () => {
  function set(driver: ReturnType<typeof createDriver>, name: string, value: string | number): void {
    const setting = parseSetting(name, value);
    if (!setting.ok) throw new Error(name);
    paramSet(driver.qmgr, setting.value);
  }

  it('changes running and later transports, and keeps windows, slots and counters', () => {
    const driver = createDriver(createStore(), 1000, [], { feedbackRule: 'shipped' });
    const { qmgr } = driver;
    const recipients = [{ transport: 'smtp', nexthop: 'd.example', count: 500 }];
    driveInject(driver, { name: 'a', sender: 's@example', recipients });
    for (let i = 0; i < 3; i++) {
      driveDone(driver, driveSelect(driver, 'smtp'), { status: 'ok', dsn: '', reason: '', left: 0 });
    }
    const smtp = transportFind(qmgr, 'smtp');
    const { queueFirst } = get(qmgr.transports, smtp);
    const before = get(qmgr.queues, queueFirst).window;
    expect(before).toBeGreaterThan(5);
    expect(paramValue(qmgr, 'smtp_delivery_slot_cost')).toBe('5');
    set(driver, 'default_delivery_slot_cost', 2);
    set(driver, 'smtp_destination_concurrency_limit', 3);
    expect(paramValue(qmgr, 'smtp_delivery_slot_cost')).toBe('2');
    expect(get(qmgr.transports, smtp).params).toMatchObject({
      deliverySlotCost: 2,
      destinationConcurrencyLimit: 3,
    });
    expect(get(qmgr.queues, queueFirst).window).toBe(before);
    expect(violations(qmgr)).toEqual([]);
  });

  it('moves the recipient slot pool by the difference', () => {
    const driver = createDriver(createStore(), 1000, [], { feedbackRule: 'shipped' });
    const recipients = [{ transport: 'smtp', nexthop: 'd.example', count: 500 }];
    driveInject(driver, { name: 'a', sender: 's@example', recipients });
    const smtp = transportFind(driver.qmgr, 'smtp');
    const unused = (): number => get(driver.qmgr.transports, smtp).recipientSlotsUnused;
    expect(unused()).toBe(19500);
    set(driver, 'smtp_recipient_limit', 100);
    expect(unused()).toBe(-400);
    expect(violations(driver.qmgr)).toEqual([]);
  });

  it('a job that preempts after a lower limit gets no extra slots, and loses none', () => {
    const settings = parseSettings({
      default_delivery_slot_cost: 2,
      default_minimum_delivery_slots: 0,
      default_recipient_limit: 50,
      default_extra_recipient_limit: 0,
      qmgr_message_active_limit: 3,
      qmgr_message_recipient_limit: 3,
    });
    if (!settings.ok) throw new Error('settings');
    const driver = createDriver(createStore(), 1000, settings.value, { feedbackRule: 'shipped' });
    const far = Array.from({ length: 10 }, (_, i) => ({
      transport: 'smtp',
      nexthop: `d${i}.example`,
      count: 1,
    }));
    driveInject(driver, { name: 'large', sender: 's@example', recipients: far });
    const near = [{ transport: 'smtp', nexthop: 'one.example', count: 12 }];
    const { message } = driveInject(driver, { name: 'small', sender: 's@example', recipients: near });
    set(driver, 'smtp_recipient_limit', 0);
    for (let i = 0; i < 8; i++) driveSelect(driver, 'smtp');
    const { recipientLimit, recipientCount } = get(driver.qmgr.messages, message);
    expect(recipientLimit).toBeGreaterThanOrEqual(recipientCount);
    expect(violations(driver.qmgr)).toEqual([]);
  });

  it('a rate delay set while running finds windows of 1', () => {
    const driver = createDriver(createStore(), 1000, [], { feedbackRule: 'shipped' });
    const recipients = [{ transport: 'smtp', nexthop: 'd.example', count: 500 }];
    driveInject(driver, { name: 'a', sender: 's@example', recipients });
    set(driver, 'smtp_destination_rate_delay', '5s');
    const entry = driveSelect(driver, 'smtp');
    expect(driveSelect(driver, 'smtp')).toBe(NONE);
    driveDone(driver, entry, { status: 'ok', dsn: '', reason: '', left: 0 });
    expect(driveSelect(driver, 'smtp')).toBe(NONE);
    expect(violations(driver.qmgr)).toEqual([]);
  });
});
