import type { EntryId, MessageId, TransportId } from '../../protocol/ids.ts';
import type { Seconds } from '../../protocol/units.ts';
import { runToEnd } from '../sliced.ts';
import { createTable, get, insert, NONE, type Row, type Store, type Table, touch } from '../tables.ts';
import { type FeedAnswer, type FeedOptions, messageFeed } from './active.ts';
import { type AgentAnswer, agentReady, connectionRefused, entrySendFailed, transportFail } from './agent.ts';
import { type DeliveryReport, deliveryReport } from './deliver.ts';
import { flushAll } from './flush.ts';
import { type MessageSpec, messageInject } from './inject.ts';
import { createQmgr, type QmgrOptions } from './create.ts';
import type { Qmgr } from './model.ts';
import type { Settings } from './params.ts';
import type { QmgrPort, QmgrTimerKind } from './port.ts';
import { entrySelect } from './selection.ts';
import { timerFired } from './timer-fired.ts';
import { transportConnect, transportFind, transportPick } from './transport.ts';

/**
 * Drives the queue manager on a virtual clock, without agents, servers or wheels, by the operations of recorded traces:
 * clock, inject, feed, select, sendfail, fail, pick, drain, ready, refuse, done, flush. Used by conformance tests,
 * property tests and benchmarks; the simulation uses the wheel instead. All state is in the store, timers included.
 */

interface DriverTimer {
  readonly kind: QmgrTimerKind;
  readonly object: number;
  readonly due: Seconds;
}

/** The single row of the table `clock`: the time, and the timers in the order in which they fire. */
interface ClockRow extends Row {
  now: Seconds;
  timers: readonly DriverTimer[];
}

export interface Driver {
  readonly qmgr: Qmgr;
  readonly store: Store;
  readonly clock: Table<ClockRow>;
}

export type DriverListener = Pick<QmgrPort, 'emit' | 'decide'>;

const CLOCK = 1;

/** Creates a driver on an empty store, at `start` seconds. Without a listener nothing is recorded. */
export function createDriver(
  store: Store,
  start: Seconds,
  settings: Settings,
  options: QmgrOptions,
  listener?: DriverListener,
): Driver {
  const clock = createTable<ClockRow>(store, 'driver.clock');
  insert(clock, { now: start, timers: [] });
  const port: QmgrPort = {
    recording: listener !== undefined,
    emit: (event) => listener?.emit(event),
    decide: (decision) => listener?.decide(decision),
    requestTimer: (kind, object, delay) => requestTimer(clock, kind, object, delay),
    cancelTimer: (kind, object) => cancelTimer(clock, kind, object),
    systemSeconds: () => get(clock, CLOCK).now,
  };
  return { qmgr: createQmgr(store, settings, port, options), store, clock };
}

function cancelTimer(clock: Table<ClockRow>, kind: QmgrTimerKind, object: number): void {
  const { timers } = get(clock, CLOCK);
  const kept = timers.filter((t) => t.kind !== kind || t.object !== object);
  if (kept.length < timers.length) touch(clock, CLOCK).timers = kept;
}

function requestTimer(clock: Table<ClockRow>, kind: QmgrTimerKind, object: number, delay: Seconds): void {
  cancelTimer(clock, kind, object);
  const { now, timers } = get(clock, CLOCK);
  const due = now + delay;
  const at = timers.findLastIndex((t) => t.due <= due) + 1;
  touch(clock, CLOCK).timers = timers.toSpliced(at, 0, { kind, object, due });
}

/** Takes the first timer that is due by `until`, or null. Bounce answers are not timers: see `settle`. */
function takeDue(driver: Driver, until: Seconds): DriverTimer | null {
  const { timers } = get(driver.clock, CLOCK);
  const at = timers.findIndex((t) => t.kind !== 'message.bounce');
  const timer = timers[at];
  if (timer === undefined || timer.due > until) return null;
  touch(driver.clock, CLOCK).timers = timers.toSpliced(at, 1);
  return timer;
}

/** Delivers outstanding answers of the bounce service. The traces do so at the end of each step. */
function settle(driver: Driver): void {
  for (;;) {
    const { timers } = get(driver.clock, CLOCK);
    if (timers.length === 0) return;
    const at = timers.findIndex((t) => t.kind === 'message.bounce');
    const timer = timers[at];
    if (timer === undefined) return;
    touch(driver.clock, CLOCK).timers = timers.toSpliced(at, 1);
    timerFired(driver.qmgr, timer.kind, timer.object);
  }
}

function settled<T>(driver: Driver, answer: T): T {
  settle(driver);
  return answer;
}

/** Moves the clock and fires timers. Returns their number and the entries selected by delayed connections. */
export function driveClock(driver: Driver, to: Seconds): { fired: number; selected: EntryId[] } {
  const selected: EntryId[] = [];
  let fired = 0;
  for (let timer = takeDue(driver, to); timer !== null; timer = takeDue(driver, to)) {
    touch(driver.clock, CLOCK).now = Math.max(timer.due, get(driver.clock, CLOCK).now);
    const choice = timerFired(driver.qmgr, timer.kind, timer.object);
    if (choice !== null) selected.push(choice.entry);
    fired++;
    settle(driver);
  }
  touch(driver.clock, CLOCK).now = to;
  return { fired, selected };
}

export function driveInject(driver: Driver, spec: MessageSpec): { message: MessageId; fed: boolean } {
  return settled(driver, messageInject(driver.qmgr, spec));
}

export function driveFeed(driver: Driver, message: MessageId, options: FeedOptions): FeedAnswer {
  return settled(driver, messageFeed(driver.qmgr, message, options));
}

/** Lets an agent take an entry without a connection. Returns NONE if there is no entry or no such transport. */
export function driveSelect(driver: Driver, transport: string): EntryId {
  const id = transportFind(driver.qmgr, transport);
  return id === NONE ? NONE : settled(driver, entrySelect(driver.qmgr, id)?.entry ?? NONE);
}

/** Like `driveSelect`, but the request cannot be sent. `seen` is called after the selection and before the failure. */
export function driveSendFail(driver: Driver, transport: string, seen: (entry: EntryId) => void): EntryId {
  const entry = driveSelect(driver, transport);
  if (entry === NONE) return NONE;
  seen(entry);
  runToEnd(entrySendFailed(driver.qmgr, entry));
  return settled(driver, entry);
}

export function driveFail(driver: Driver, transport: string): void {
  const id = transportFind(driver.qmgr, transport);
  if (id !== NONE) runToEnd(transportFail(driver.qmgr, id));
  settle(driver);
}

export function drivePick(driver: Driver): TransportId {
  return transportPick(driver.qmgr);
}

export function driveDrain(driver: Driver): TransportId[] {
  const opened: TransportId[] = [];
  for (let id = transportPick(driver.qmgr); id !== NONE; id = transportPick(driver.qmgr)) {
    transportConnect(driver.qmgr, id);
    opened.push(id);
  }
  return opened;
}

/** An agent accepts the oldest pending connection of a transport. Selects nothing when none is pending. */
export function driveReady(driver: Driver, transport: string): AgentAnswer {
  const id = withPending(driver, transport);
  return id === NONE ? { kind: 'selected', choice: null } : settled(driver, agentReady(driver.qmgr, id));
}

export function driveRefuse(driver: Driver, transport: string): void {
  const id = withPending(driver, transport);
  if (id !== NONE) runToEnd(connectionRefused(driver.qmgr, id));
  settle(driver);
}

function withPending(driver: Driver, transport: string): TransportId {
  const id = transportFind(driver.qmgr, transport);
  return id !== NONE && get(driver.qmgr.transports, id).pending > 0 ? id : NONE;
}

export function driveDone(driver: Driver, entry: EntryId, report: DeliveryReport): void {
  deliveryReport(driver.qmgr, entry, report);
  settle(driver);
}

export function driveFlush(driver: Driver): void {
  flushAll(driver.qmgr);
  settle(driver);
}
