import { describe, expect, it } from 'vitest';
import { deferredPicture } from '../../src/learn/panels/lesson/deferred-layout.ts';
import type { MessageRow } from '../../src/protocol/rows.ts';

function message(injected: number, retryAt = -1): MessageRow {
  const at = retryAt < 0 ? -1 : retryAt * 1e6;
  return {
    id: 2,
    rev: 1,
    number: 2,
    injected: injected * 1e6,
    recipients: 1,
    delivered: 0,
    bounced: 0,
    deferred: 0,
    place: retryAt < 0 ? 'active' : 'deferred',
    retryAt: at,
    firstSlotAt: -1,
    lastSlotAt: -1,
    doneAt: -1,
  } as MessageRow;
}

describe('the picture of mail that waits', () => {
  it('draws the age, the backoff, and the scan that takes the message', () => {
    const { now, rows, scans } = deferredPicture([message(15, 1185)], 600e6, {});
    expect(now).toBe(600);
    expect(rows).toEqual([{ number: 2, from: 15, age: 585, until: 1185, triedAt: 1200 }]);
    expect(scans).toContain(1200);
  });

  it('keeps its axis before the message is deferred, and does not reveal the answer', () => {
    const before = deferredPicture([message(15)], 600e6, {});
    const after = deferredPicture([message(15, 1185)], 600e6, {});
    expect(before.end).toBe(after.end);
    expect(before.rows).toEqual([{ number: 2, from: 15, age: 585, until: 0, triedAt: 0 }]);
  });

  it('follows the settings of the run, and draws no more scans than can be read', () => {
    const { every, least, most, scans } = deferredPicture([message(0)], 5000e6, {
      queue_run_delay: 60,
      minimal_backoff_time: 120,
      maximal_backoff_time: 240,
    });
    expect([every, least, most]).toEqual([60, 120, 240]);
    expect(scans.length).toBeLessThanOrEqual(12);
    expect(scans.every((time) => time % 60 === 0)).toBe(true);
  });
});
