import type { EntryId, MessageId, TransportId } from '../../src/protocol/ids.ts';
import {
  type Driver,
  driveClock,
  driveDone,
  driveDrain,
  driveFail,
  driveFeed,
  driveFlush,
  driveInject,
  drivePick,
  driveReady,
  driveRefuse,
  driveSelect,
  driveSendFail,
} from '../../src/core/qmgr/driver.ts';
import type { DeliveryReport } from '../../src/core/qmgr/deliver.ts';
import type { MessageSpec, RecipientSpec } from '../../src/core/qmgr/inject.ts';
import { selectionView } from '../fixtures/selection-view.ts';
import { find, get, NONE } from '../../src/core/tables.ts';

/** One operation of a trace, such as `["select","smtp"]`. */
export type Operation = readonly [string, ...unknown[]];

/** Ids by message name. The same operations give the same ids, so the map stays valid after a keyframe is restored. */
export type MessageNames = Map<string, number>;

type RecipientText = readonly [transport: string, nexthop: string, what: string | number, first?: number];

interface InjectOptions {
  readonly rcpts: readonly RecipientText[];
  readonly created?: number;
  readonly sender?: string;
}

interface ReportOptions {
  readonly left?: number;
  readonly status?: number;
  readonly dsn?: string;
  readonly reason?: string;
}

function selectionOut(driver: Driver, entry: number): object | null {
  if (entry === NONE) return null;
  const view = selectionView(driver.qmgr, entry);
  return {
    entry: `E${entry}`,
    msg: view.messageName,
    transport: view.transport,
    queue: view.queue,
    rcpts: view.recipients,
    first: view.firstAddress,
    ...(view.reuse === '' ? {} : { conn: view.reuse }),
  };
}

function messageSpec(name: string, options: InjectOptions): MessageSpec {
  const recipients = options.rcpts.map(([transport, nexthop, what, first]): RecipientSpec => {
    if (typeof what === 'string') return { transport, nexthop, address: what };
    return { transport, nexthop, count: what, first: first ?? 1 };
  });
  const created = options.created === undefined ? {} : { created: options.created };
  return { name, sender: options.sender ?? 'sender@example.com', recipients, ...created };
}

function report(driver: Driver, entry: number, result: unknown, options: ReportOptions): DeliveryReport {
  const row = get(driver.qmgr.entries, entry);
  const all = row.recipients.length;
  if (result === 'crash') return { status: 'crash' };
  if (result === 'ok') return { status: 'ok', dsn: '', reason: '', left: 0 };
  if (result === 'defer') return { status: 'defer', dsn: '', reason: '', left: options.left ?? all };
  if (result === 'site-fail') {
    const { nexthop } = get(driver.qmgr.queues, row.queue);
    const reason = options.reason ?? `connect to ${nexthop} failed`;
    return { status: 'defer', dsn: options.dsn ?? '4.4.1', reason, left: all };
  }
  const explicit = result as ReportOptions;
  const status = explicit.status === 0 ? 'ok' : 'defer';
  const left = explicit.left ?? (status === 'ok' ? 0 : all);
  return { status, dsn: explicit.dsn ?? '', reason: explicit.reason ?? '', left };
}

function transportName(driver: Driver, id: TransportId): string | null {
  return id === NONE ? null : get(driver.qmgr.transports, id).name;
}

function entryId(name: unknown): EntryId {
  return Number(String(name).slice(1));
}

function messageId(names: MessageNames, name: unknown): MessageId {
  const id = names.get(String(name));
  if (id === undefined) throw new Error(`message ${String(name)}: never injected`);
  return id;
}

/** Performs one operation and returns its result in the form of the trace's `out`. */
export function perform(driver: Driver, names: MessageNames, op: Operation): unknown {
  const [kind, a, b, c] = op;
  switch (kind) {
    case 'clock': {
      const { fired, selected } = driveClock(driver, a as number);
      return { fired, selected: selected.map((entry) => selectionOut(driver, entry)) };
    }
    case 'inject': {
      // Set before the call, because events of the step name the message, and the message may have ended when the call
      // returns.
      names.set(String(a), driver.qmgr.messages.length);
      return { fed: driveInject(driver, messageSpec(String(a), b as InjectOptions)).fed };
    }
    case 'feed': {
      const id = messageId(names, a);
      if (!find(driver.qmgr.messages, id)) throw new Error(`message ${String(a)}: no longer there`);
      return driveFeed(driver, id, (b ?? {}) as object);
    }
    case 'select':
      return selectionOut(driver, driveSelect(driver, String(a)));
    case 'sendfail': {
      let out: unknown = null;
      driveSendFail(driver, String(a), (entry) => {
        out = selectionOut(driver, entry);
      });
      return out;
    }
    case 'fail':
      driveFail(driver, String(a));
      return {};
    case 'pick':
      return transportName(driver, drivePick(driver));
    case 'drain':
      return driveDrain(driver).map((id) => transportName(driver, id));
    case 'ready': {
      const answer = driveReady(driver, String(a));
      return answer.kind === 'delayed'
        ? { delayed: answer.due }
        : selectionOut(driver, answer.choice?.entry ?? NONE);
    }
    case 'refuse':
      driveRefuse(driver, String(a));
      return null;
    case 'done': {
      const entry = entryId(a);
      driveDone(driver, entry, report(driver, entry, b, (c ?? {}) as ReportOptions));
      return {};
    }
    case 'flush':
      driveFlush(driver);
      return {};
    default:
      throw new Error(`unknown operation ${kind}`);
  }
}
