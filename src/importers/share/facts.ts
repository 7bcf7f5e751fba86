import type { FilePlace, LifeRow, LineNumber, AttemptRow, ProcessId } from '../../protocol/ids.ts';
import type { EpochMicros } from '../../protocol/units.ts';
import { printed, DIGITS } from '../store/origins.ts';
import type { Member } from '../store/record.ts';
import { EVENT_KINDS, LINK_KINDS, OPERATION_KINDS, STATUSES } from '../store/tables.ts';
import type { Renamer } from './names.ts';
import { plainQueueName, plainReply } from './replies.ts';

/** One line that is to be written: where what it says stood, and its text behind the stamp and the host. */
export interface LineRow {
  time: EpochMicros;
  file: FilePlace;
  line: LineNumber;
  text: string;
}

/** Which part of a member is written. */
export interface Part {
  member: Member;
  /** 1 for each life that is in it. */
  lives: Uint8Array;
  from: EpochMicros;
  to: EpochMicros;
}

/** Process ids of programs of which nothing depends on it; agents follow behind. */
const PIDS = { master: 1, pickup: 2, smtpd: 3, cleanup: 4, bounce: 5, postsuper: 6, qmgr: 10 } as const;
/** An agent's process id is its row behind this. */
const AGENT = 1000;

type Push = (
  at: { time: ArrayLike<EpochMicros>; line: ArrayLike<LineNumber>; file: ArrayLike<FilePlace> },
  row: number,
  program: string,
  pid: ProcessId,
  text: string,
) => void;

/** Names of a part, before any of them gets its number. Lives in the order of the record. */
export function notePart({ member, lives }: Part, renamer: Renamer): void {
  const { tables, pools } = member.instance;
  const { strings, texts } = pools;
  renamer.names.note('host', member.host);
  if (member.name !== 'postfix') renamer.names.note('postfix', member.name);
  for (let row = 1; row < tables.attempts.length; row++) {
    if (lives[tables.attempts.life[row] ?? 0] !== 1) continue;
    renamer.noteAddress(strings.text(tables.attempts.to[row] ?? 0));
    renamer.noteAddress(strings.text(tables.attempts.origTo[row] ?? 0));
  }
  for (let life = 1; life < tables.lives.length; life++) {
    if (lives[life] !== 1) continue;
    renamer.noteAddress(strings.text(tables.lives.sender[life] ?? 0));
    renamer.names.note('id', idKey(member, life, texts.text(tables.lives.id[life] ?? 0)));
  }
  for (let row = 1; row < tables.attempts.length; row++)
    if (lives[tables.attempts.life[row] ?? 0] === 1)
      renamer.noteRelay(strings.text(tables.attempts.relay[row] ?? 0));
}

/** Ids are used again: each life gets its own. */
export function idKey({ host, name, instance }: Member, life: LifeRow, id: string): string {
  const again = instance.tables.lives.sameId[life] === 0 ? '' : ` ${life}`;
  return `${host} ${name} ${id}${again}`;
}

/** The lines of a part, in no order. */
export function linesOfPart(part: Part, renamer: Renamer, others: ReadonlyMap<string, string>): LineRow[] {
  const rows: LineRow[] = [];
  const instanceTag = renamer.instance(part.member.name);
  const push: Push = (at, row, program, pid, text) =>
    rows.push({
      time: at.time[row] ?? 0,
      file: at.file[row] ?? 0,
      line: at.line[row] ?? 0,
      text: `${program.includes('/') ? program : `${instanceTag}/${program}`}[${pid}]: ${text}`,
    });
  const idOf = (life: LifeRow): string => {
    const { tables, pools } = part.member.instance;
    return renamer.names.token('id', idKey(part.member, life, pools.texts.text(tables.lives.id[life] ?? 0)));
  };
  const qmgr = queueManagers(part);
  arrivals(part, renamer, push, idOf);
  for (const at of activationsOf(part, renamer, idOf))
    push(part.member.instance.tables.activations, at.row, 'qmgr', qmgr(at.time), at.text);
  attemptsOf(part, renamer, push, idOf, others);
  lateFacts(part, renamer, push, idOf, qmgr);
  scheduling(part, renamer, push, idOf, qmgr);
  eventsOf(part, renamer, push, qmgr);
  rows.push(...ends(part, instanceTag, idOf, qmgr));
  return rows;
}

/** The process id of the queue manager at a time: another one each time that the record sees another one. */
function queueManagers({ member }: Part): (time: EpochMicros) => number {
  const { events } = member.instance.tables;
  const changes: number[] = [];
  for (let row = 1; row < events.length; row++)
    if (EVENT_KINDS[events.kind[row] ?? 0] === 'new-qmgr') changes.push(events.time[row] ?? 0);
  return (time) => PIDS.qmgr + changes.filter((change) => change <= time).length;
}

function arrivals(
  { member, lives: is }: Part,
  renamer: Renamer,
  push: Push,
  idOf: (life: LifeRow) => string,
): void {
  const { tables, pools } = member.instance;
  const { lives, links } = tables;
  const parents = new Map<number, [kind: string, parent: number]>();
  for (let row = 1; row < links.length; row++) {
    const kind = LINK_KINDS[links.kind[row] ?? 0] ?? '';
    if (kind === 'requeued' || kind === 'filtered')
      parents.set(links.child[row] ?? 0, [kind, links.parent[row] ?? 0]);
  }
  const at = { time: lives.firstTime, line: lives.line, file: lives.file };
  for (let life = 1; life < lives.length; life++) {
    if (is[life] !== 1) continue;
    const id = idOf(life);
    const [kind, parent = 0] = parents.get(life) ?? [];
    const old = is[parent] === 1 ? idOf(parent) : '';
    const sender = renamer.address(pools.strings.text(lives.sender[life] ?? 0));
    if (lives.origin[life] === 1) {
      const client = renamer.names.token('client', pools.strings.text(lives.client[life] ?? 0));
      const user = pools.strings.text(lives.user[life] ?? 0);
      const login = user === '' ? '' : `, sasl_username=${renamer.names.token('login', user)}`;
      const original = kind === 'filtered' && old !== '' ? `, orig_queue_id=${old}` : '';
      push(at, life, 'smtpd', PIDS.smtpd, `${id}: client=${client}[${client}]${original}${login}`);
    } else if (lives.origin[life] === 2) {
      const original = kind === 'requeued' && old !== '' ? ` orig_id=${old}` : '';
      push(at, life, 'pickup', PIDS.pickup, `${id}: uid=0 from=<${sender}>${original}`);
    } else if (lives.messageId[life] !== 0) {
      push(at, life, 'cleanup', PIDS.cleanup, `${id}: message-id=<${id}>`);
    }
    if (lives.held[life] === 2 && !isHeldByOperator(member, life))
      push(at, life, 'cleanup', PIDS.cleanup, `${id}: hold: header`);
  }
}

function isHeldByOperator({ instance }: Member, life: LifeRow): boolean {
  const { operations } = instance.tables;
  return operations.life.subarray(0, operations.length).includes(life);
}

function activationsOf(
  { member, lives: is }: Part,
  renamer: Renamer,
  idOf: (life: LifeRow) => string,
): { row: number; time: EpochMicros; text: string }[] {
  const { activations, lives } = member.instance.tables;
  const { strings } = member.instance.pools;
  const made: { row: number; time: EpochMicros; text: string }[] = [];
  for (let row = 1; row < activations.length; row++) {
    const life = activations.life[row] ?? 0;
    if (is[life] !== 1) continue;
    const sender = renamer.address(strings.text(lives.sender[life] ?? 0));
    const text = `${idOf(life)}: from=<${sender}>, size=${lives.size[life]}, nrcpt=${lives.nrcpt[life]} (queue active)`;
    made.push({ row, time: activations.time[row] ?? 0, text });
  }
  return made;
}

function attemptsOf(
  { member, lives: is }: Part,
  renamer: Renamer,
  push: Push,
  idOf: (life: LifeRow) => string,
  others: ReadonlyMap<string, string>,
): void {
  const { attempts, deliveries, agents } = member.instance.tables;
  const { strings, replies, codes, texts } = member.instance.pools;
  const seconds = (column: Float32Array, row: AttemptRow, place: number): string => {
    const decimals = ((attempts.digits[row] ?? 0) >>> place) & 15;
    return printed(column[row] ?? 0, decimals).toFixed(decimals);
  };
  for (let row = 1; row < attempts.length; row++) {
    const life = attempts.life[row] ?? 0;
    if (is[life] !== 1) continue;
    const agent = deliveries.agent[attempts.delivery[row] ?? 0] ?? 0;
    const status = STATUSES[attempts.status[row] ?? 0] ?? 'other';
    const queuedAs = attempts.queuedAs[row] ?? 0;
    const next = queuedAs === 0 ? undefined : others.get(texts.text(queuedAs));
    let reply = plainReply(replies.text(attempts.reply[row] ?? 0), status === 'sent', renamer);
    if (next !== undefined) reply += next;
    else reply = reply.replace(/: queued as $|forwarded as $/, '');
    const origTo = strings.text(attempts.origTo[row] ?? 0);
    const digits = attempts.digits[row] ?? 0;
    const delay = (digits & 15) === 15 ? '' : `, delay=${seconds(attempts.delay, row, DIGITS.delay)}`;
    const parts = (['a', 'b', 'c', 'd'] as const).map((name) => seconds(attempts[name], row, DIGITS[name]));
    const delays = ((digits >>> DIGITS.b) & 15) === 15 ? '' : `, delays=${parts.join('/')}`;
    const dsn = codes.text(attempts.dsn[row] ?? 0);
    push(
      attempts,
      row,
      renamer.tag(strings.text(agents.tag[agent] ?? 0)),
      AGENT + agent,
      `${idOf(life)}: to=<${renamer.address(strings.text(attempts.to[row] ?? 0))}>` +
        (origTo === '' ? '' : `, orig_to=<${renamer.address(origTo)}>`) +
        `, relay=${renamer.relay(strings.text(attempts.relay[row] ?? 0))}` +
        ((attempts.connUse[row] ?? 0) === 0 ? '' : `, conn_use=${attempts.connUse[row]}`) +
        `${delay}${delays}${dsn === '' ? '' : `, dsn=${dsn}`}, status=${status} (${reply})`,
    );
  }
}

/** What happened to messages besides tries: expiry, operators, notifications. */
function lateFacts(
  { member, lives: is }: Part,
  renamer: Renamer,
  push: Push,
  idOf: (life: LifeRow) => string,
  qmgr: (time: EpochMicros) => number,
): void {
  const { expiries, operations, links, lives } = member.instance.tables;
  for (let row = 1; row < expiries.length; row++) {
    const life = expiries.life[row] ?? 0;
    if (is[life] !== 1) continue;
    const sender = renamer.address(member.instance.pools.strings.text(lives.sender[life] ?? 0));
    const how = expiries.kind[row] === 2 ? 'force-expired' : 'expired';
    push(
      expiries,
      row,
      'qmgr',
      qmgr(expiries.time[row] ?? 0),
      `${idOf(life)}: from=<${sender}>, status=${how}, returned to sender`,
    );
  }
  for (let row = 1; row < operations.length; row++) {
    const life = operations.life[row] ?? 0;
    if (is[life] === 1)
      push(
        operations,
        row,
        'postsuper',
        PIDS.postsuper,
        `${idOf(life)}: ${OPERATION_KINDS[operations.kind[row] ?? 0]}`,
      );
  }
  for (let row = 1; row < links.length; row++) {
    const kind = LINK_KINDS[links.kind[row] ?? 0];
    const [parent, child] = [links.parent[row] ?? 0, links.child[row] ?? 0];
    if ((kind !== 'notification' && kind !== 'delay-notification') || is[parent] !== 1 || is[child] !== 1)
      continue;
    const what = kind === 'notification' ? 'sender non-delivery notification' : 'sender delay notification';
    push(links, row, 'bounce', PIDS.bounce, `${idOf(parent)}: ${what}: ${idOf(child)}`);
  }
}

/** Lines of `qmgr -v` and of the feedback debug form. */
function scheduling(
  { member, lives: is, from, to }: Part,
  renamer: Renamer,
  push: Push,
  idOf: (life: LifeRow) => string,
  qmgr: (time: EpochMicros) => number,
): void {
  const { selections, preemptions, windows } = member.instance.tables;
  const { strings } = member.instance.pools;
  const inside = (time: EpochMicros): boolean => time >= from && time <= to;
  for (let row = 1; row < selections.length; row++) {
    const life = selections.life[row] ?? 0;
    if (is[life] !== 1) continue;
    const transport = renamer.service(strings.text(selections.transport[row] ?? 0));
    const queue = plainQueueName(strings.text(selections.queue[row] ?? 0), renamer);
    const text = `qmgr_peer_select: ${idOf(life)} ${transport} ${queue} (${selections.busy[row]} of ${selections.window[row]})`;
    push(selections, row, 'qmgr', qmgr(selections.time[row] ?? 0), text);
  }
  for (let row = 1; row < preemptions.length; row++) {
    const [one, by] = [preemptions.preempted[row] ?? 0, preemptions.by[row] ?? 0];
    if (is[one] !== 1 || is[by] !== 1) continue;
    const text = `qmgr_job_preempt: ${idOf(one)} by ${idOf(by)}, level ${preemptions.level[row]}`;
    push(preemptions, row, 'qmgr', qmgr(preemptions.time[row] ?? 0), text);
  }
  for (let row = 1; row < windows.length; row++) {
    const time = windows.time[row] ?? 0;
    if (!inside(time)) continue;
    const name = windows.throttle[row] === 1 ? 'qmgr_queue_throttle' : 'qmgr_queue_unthrottle';
    const queue = plainQueueName(strings.text(windows.queue[row] ?? 0), renamer);
    const feedback = windows.feedback[row] ?? Number.NaN;
    if (!Number.isNaN(feedback)) push(windows, row, 'qmgr', qmgr(time), `${name}: feedback ${feedback}`);
    const figures = `success ${windows.success[row]} failure ${windows.failure[row]} fail_cohorts ${windows.cohorts[row]}`;
    push(
      windows,
      row,
      'qmgr',
      qmgr(time),
      `${name}: queue ${queue}: limit ${windows.limit[row]} window ${windows.window[row]} ${figures}`,
    );
  }
}

const CLOG = /^warning: mail for (\S+) is using up (\d+) of (\d+) active queue entries/;
const FEEDBACK =
  /^(\S+): (\w+_destination_concurrency_(?:positive|negative)_feedback) (feedback type \d value at \d+: [\d.e-]+)/;

function eventsOf(
  { member, from, to }: Part,
  renamer: Renamer,
  push: Push,
  qmgr: (time: EpochMicros) => number,
): void {
  const { events } = member.instance.tables;
  const { strings } = member.instance.pools;
  const version = /^[\d.]+(?:-[\w.-]+)?$/.exec(strings.text(member.instance.version))?.[0] ?? '3.7.11';
  for (let row = 1; row < events.length; row++) {
    const time = events.time[row] ?? 0;
    if (time < from || time > to) continue;
    const text = strings.text(events.text[row] ?? 0);
    const kind = EVENT_KINDS[events.kind[row] ?? 0];
    if (kind === 'start')
      push(
        events,
        row,
        'master',
        PIDS.master,
        `daemon started -- version ${version}, configuration /etc/postfix`,
      );
    else if (kind === 'reload')
      push(events, row, 'master', PIDS.master, `reload -- version ${version}, configuration /etc/postfix`);
    else if (kind === 'stop') push(events, row, 'master', PIDS.master, 'terminating on signal 15');
    else if (kind === 'lost-lines')
      push(events, row, 'rsyslogd/imuxsock', 1, 'imuxsock lost 1 messages from pid 1 due to rate-limiting');
    const clog = kind === 'clog' ? CLOG.exec(text) : null;
    if (clog !== null)
      push(
        events,
        row,
        'qmgr',
        qmgr(time),
        `warning: mail for ${renamer.nexthop(clog[1] ?? '')} is using up ${clog[2]} of ${clog[3]} active queue entries`,
      );
    const feedback = kind === 'feedback-setting' ? FEEDBACK.exec(text) : null;
    if (feedback !== null)
      push(
        events,
        row,
        'qmgr',
        qmgr(time),
        `${renamer.service(feedback[1] ?? '')}: ${parameter(feedback[2] ?? '', renamer)} ${feedback[3]}`,
      );
  }
}

/** A parameter with the name of a transport in front. */
function parameter(name: string, renamer: Renamer): string {
  const at = name.indexOf('_destination_concurrency_');
  const transport = name.slice(0, at);
  return `${transport === 'default' ? transport : renamer.service(transport)}${name.slice(at)}`;
}

/**
 * `removed`: the tables do not say at which line it stood, only when. Where the clock was set back it comes behind the last
 * try: times would lead astray.
 */
function ends(
  { member, lives: is }: Part,
  tag: string,
  idOf: (life: LifeRow) => string,
  qmgr: (time: EpochMicros) => number,
): LineRow[] {
  const { tables, clockSteps } = member.instance;
  const { lives, attempts } = tables;
  const rows: LineRow[] = [];
  for (let life = 1; life < lives.length; life++) {
    const last = lives.lastAttempt[life] ?? 0;
    const stepped = clockSteps.length > 0 && last !== 0;
    const at = stepped
      ? { file: attempts.file[last] ?? 0, line: (attempts.line[last] ?? 0) + 0.5 }
      : { file: -1, line: 0 };
    const time = lives.ended[life] ?? 0;
    if (is[life] !== 1 || lives.end[life] !== 1) continue;
    rows.push({ time, ...at, text: `${tag}/qmgr[${qmgr(time)}]: ${idOf(life)}: removed` });
  }
  return rows;
}
