import { describe, expect, it } from 'vitest';
import { createDriver, type Driver, driveClock, driveDone, driveSelect } from '../../src/core/qmgr/driver.ts';
import { messageCreate } from '../../src/core/qmgr/inject.ts';
import { CORE, coreOf } from '../../src/core/qmgr/model.ts';
import { parseSettings } from '../../src/core/qmgr/params.ts';
import { scanRequest } from '../../src/core/qmgr/scan.ts';
import { violations } from '../../src/core/invariants.ts';
import { listIds } from '../../src/core/lists.ts';
import { createStore, get, NONE } from '../../src/core/tables.ts';
import { scanTurn } from '../fixtures/scan-turn.ts';

function driverWith(params: Record<string, string | number> = {}): Driver {
  const settings = parseSettings(params);
  if (!settings.ok) throw new Error(JSON.stringify(settings.errors));
  return createDriver(createStore(), 1000, settings.value, { feedbackRule: 'shipped' });
}

function arrive(driver: Driver, ...names: string[]): void {
  for (const name of names) {
    const recipients = [{ transport: 'smtp', nexthop: `${name}.example`, count: 1 }];
    messageCreate(driver.qmgr, { name, sender: 's@example', recipients });
  }
}

function deliverAll(driver: Driver, status: 'ok' | 'defer'): void {
  for (let entry = driveSelect(driver, 'smtp'); entry !== NONE; entry = driveSelect(driver, 'smtp')) {
    driveDone(driver, entry, { status, dsn: '', reason: '', left: status === 'ok' ? 0 : 1 });
  }
}

function active(driver: Driver): string[] {
  const { qmgr } = driver;
  return listIds(qmgr.lists.active, CORE).map((id) => get(qmgr.messages, id).name);
}

describe('a turn of the scans', () => {
  it('does nothing until a scan is asked for', () => {
    const driver = driverWith();
    arrive(driver, 'a');
    expect(scanTurn(driver.qmgr)).toBe('nothing');
    scanRequest(driver.qmgr, 'incoming');
    expect(scanTurn(driver.qmgr)).toBe('fed');
    expect(scanTurn(driver.qmgr)).toBe('nothing');
    expect(active(driver)).toEqual(['a']);
  });

  it('feeds a file per turn in order of arrival; later arrivals wait for a request', () => {
    const driver = driverWith();
    arrive(driver, 'a', 'b');
    scanRequest(driver.qmgr, 'incoming');
    expect(scanTurn(driver.qmgr)).toBe('fed');
    arrive(driver, 'c');
    expect(scanTurn(driver.qmgr)).toBe('fed');
    expect(scanTurn(driver.qmgr)).toBe('nothing');
    expect(active(driver)).toEqual(['a', 'b']);
    scanRequest(driver.qmgr, 'incoming');
    scanTurn(driver.qmgr);
    expect(active(driver)).toEqual(['a', 'b', 'c']);
  });

  it('a request during a run makes it begin again afterwards', () => {
    const driver = driverWith();
    arrive(driver, 'a');
    scanRequest(driver.qmgr, 'incoming');
    arrive(driver, 'b');
    scanRequest(driver.qmgr, 'incoming');
    expect([scanTurn(driver.qmgr), scanTurn(driver.qmgr), scanTurn(driver.qmgr)]).toEqual([
      'fed',
      'fed',
      'nothing',
    ]);
  });

  it('leaves a deferred file before its time, unless all are wanted', () => {
    const driver = driverWith({ minimal_backoff_time: '300s' });
    arrive(driver, 'a');
    scanRequest(driver.qmgr, 'incoming');
    scanTurn(driver.qmgr);
    deliverAll(driver, 'defer');
    scanRequest(driver.qmgr, 'deferred');
    expect(scanTurn(driver.qmgr)).toBe('looked');
    expect(active(driver)).toEqual([]);
    // A file becomes eligible one second before its time stamp.
    driveClock(driver, 1298);
    scanRequest(driver.qmgr, 'deferred');
    expect(scanTurn(driver.qmgr)).toBe('looked');
    driveClock(driver, 1299);
    scanRequest(driver.qmgr, 'deferred');
    expect(scanTurn(driver.qmgr)).toBe('fed');
    deliverAll(driver, 'defer');
    scanRequest(driver.qmgr, 'deferred', true);
    expect(scanTurn(driver.qmgr)).toBe('fed');
  });

  it('alternates between scans while there is room, else prefers new mail', () => {
    const driver = driverWith({ qmgr_message_active_limit: 4 });
    arrive(driver, 'old1', 'old2', 'old3');
    scanRequest(driver.qmgr, 'incoming');
    while (scanTurn(driver.qmgr) === 'fed') deliverAll(driver, 'defer');
    driveClock(driver, 2000);
    arrive(driver, 'new1', 'new2', 'new3', 'new4');
    scanRequest(driver.qmgr, 'incoming');
    scanRequest(driver.qmgr, 'deferred');
    for (let i = 0; i < 6; i++) scanTurn(driver.qmgr);
    const names = active(driver);
    expect(names).toHaveLength(4);
    expect(names.filter((name) => name.startsWith('new'))).toHaveLength(2);
    expect(coreOf(driver.qmgr).scanPreferred).toBe('incoming');
    deliverAll(driver, 'ok');
    scanTurn(driver.qmgr);
    expect(active(driver)).toEqual(['new3']);
    expect(violations(driver.qmgr)).toEqual([]);
  });
});
