import type { FilePlace, LifeRow, LineNumber, AttemptRow, ProcessId } from '../../../protocol/ids.ts';
import type { EpochMicros } from '../../../protocol/units.ts';
import { printed, DIGITS } from '../store/origins.ts';
import type { Member } from '../store/record.ts';
import { EVENT_KINDS, LINK_KINDS, OPERATION_KINDS, STATUSES } from '../store/tables.ts';
import type { Renamer } from './names.ts';
import { fixed, plainJoin, ofForm, oneOf, type Plain, plain, slice } from './plain.ts';
import { plainQueueName, plainReply } from './replies.ts';
import { plainParameter, plainVersion } from './settings.ts';

/** A line to write: the position of the original line, and the text after stamp and host. */
export interface LineRow {
  time: EpochMicros;
  file: FilePlace;
  line: LineNumber;
  text: Plain;
}

/** The part of a member that is shared. */
export interface Part {
  member: Member;
  /** 1 for each shared life. */
  lives: Uint8Array;
  from: EpochMicros;
  to: EpochMicros;
}

/**
 * Process ids that are written for programs other than agents. The real ids of these programs do not matter. Agents get
 * higher ids.
 */
const PIDS = { master: 1, pickup: 2, smtpd: 3, cleanup: 4, bounce: 5, postsuper: 6, qmgr: 10 } as const;
/** The process id that is written for an agent is its row plus this. */
const AGENT = 1000;

type Push = (
  at: { time: ArrayLike<EpochMicros>; line: ArrayLike<LineNumber>; file: ArrayLike<FilePlace> },
  row: number,
  program: Plain,
  pid: ProcessId,
  text: Plain,
) => void;

/** Notes all names of a part before any gets its number. Lives are in the order of the record. */
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

/** Queue ids are reused, so each life gets its own key. */
export function idKey({ host, name, instance }: Member, life: LifeRow, id: string): string {
  const again = instance.tables.lives.sameId[life] === 0 ? '' : ` ${life}`;
  return `${host} ${name} ${id}${again}`;
}

export function linesOfPart(part: Part, renamer: Renamer, others: ReadonlyMap<string, Plain>): LineRow[] {
  const rows: LineRow[] = [];
  const instanceTag = renamer.instance(part.member.name);
  const push: Push = (at, row, program, pid, text) =>
    rows.push({
      time: at.time[row] ?? 0,
      file: at.file[row] ?? 0,
      line: at.line[row] ?? 0,
      text: plain`${program.includes('/') ? program : plain`${instanceTag}/${program}`}[${pid}]: ${text}`,
    });
  const idOf = (life: LifeRow): Plain => {
    const { tables, pools } = part.member.instance;
    return renamer.names.token('id', idKey(part.member, life, pools.texts.text(tables.lives.id[life] ?? 0)));
  };
  const qmgr = queueManagers(part);
  arrivals(part, renamer, push, idOf);
  for (const at of activationsOf(part, renamer, idOf))
    push(part.member.instance.tables.activations, at.row, plain`qmgr`, qmgr(at.time), at.text);
  attemptsOf(part, renamer, push, idOf, others);
  lateFacts(part, renamer, push, idOf, qmgr);
  scheduling(part, renamer, push, idOf, qmgr);
  eventsOf(part, renamer, push, qmgr);
  rows.push(...ends(part, instanceTag, idOf, qmgr));
  return rows;
}

/** Gives the process id to write for the queue manager at a time. A new queue manager in the record gets a new one. */
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
  idOf: (life: LifeRow) => Plain,
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
    const old = is[parent] === 1 ? idOf(parent) : plain``;
    const sender = renamer.address(pools.strings.text(lives.sender[life] ?? 0));
    if (lives.origin[life] === 1) {
      const client = renamer.names.token('client', pools.strings.text(lives.client[life] ?? 0));
      const user = pools.strings.text(lives.user[life] ?? 0);
      const login = user === '' ? plain`` : plain`, sasl_username=${renamer.names.token('login', user)}`;
      const original = kind === 'filtered' && old !== '' ? plain`, orig_queue_id=${old}` : plain``;
      push(at, life, plain`smtpd`, PIDS.smtpd, plain`${id}: client=${client}[${client}]${original}${login}`);
    } else if (lives.origin[life] === 2) {
      const original = kind === 'requeued' && old !== '' ? plain` orig_id=${old}` : plain``;
      push(at, life, plain`pickup`, PIDS.pickup, plain`${id}: uid=0 from=<${sender}>${original}`);
    } else if (lives.messageId[life] !== 0) {
      push(at, life, plain`cleanup`, PIDS.cleanup, plain`${id}: message-id=<${id}>`);
    }
    if (lives.held[life] === 2 && !isHeldByOperator(member, life))
      push(at, life, plain`cleanup`, PIDS.cleanup, plain`${id}: hold: header`);
  }
}

function isHeldByOperator({ instance }: Member, life: LifeRow): boolean {
  const { operations } = instance.tables;
  return operations.life.subarray(0, operations.length).includes(life);
}

function activationsOf(
  { member, lives: is }: Part,
  renamer: Renamer,
  idOf: (life: LifeRow) => Plain,
): { row: number; time: EpochMicros; text: Plain }[] {
  const { activations, lives } = member.instance.tables;
  const { strings } = member.instance.pools;
  const made: { row: number; time: EpochMicros; text: Plain }[] = [];
  for (let row = 1; row < activations.length; row++) {
    const life = activations.life[row] ?? 0;
    if (is[life] !== 1) continue;
    const sender = renamer.address(strings.text(lives.sender[life] ?? 0));
    const text = plain`${idOf(life)}: from=<${sender}>, size=${lives.size[life] ?? 0}, nrcpt=${lives.nrcpt[life] ?? 0} (queue active)`;
    made.push({ row, time: activations.time[row] ?? 0, text });
  }
  return made;
}

function attemptsOf(
  { member, lives: is }: Part,
  renamer: Renamer,
  push: Push,
  idOf: (life: LifeRow) => Plain,
  others: ReadonlyMap<string, Plain>,
): void {
  const { attempts, deliveries, agents } = member.instance.tables;
  const { strings, replies, codes, texts } = member.instance.pools;
  const seconds = (column: Float32Array, row: AttemptRow, place: number): Plain => {
    const decimals = ((attempts.digits[row] ?? 0) >>> place) & 15;
    return fixed(printed(column[row] ?? 0, decimals), decimals);
  };
  for (let row = 1; row < attempts.length; row++) {
    const life = attempts.life[row] ?? 0;
    if (is[life] !== 1) continue;
    const agent = deliveries.agent[attempts.delivery[row] ?? 0] ?? 0;
    const status = oneOf(STATUSES, STATUSES[attempts.status[row] ?? 0] ?? '') ?? plain`other`;
    const queuedAs = attempts.queuedAs[row] ?? 0;
    const next = queuedAs === 0 ? undefined : others.get(texts.text(queuedAs));
    let reply = plainReply(replies.text(attempts.reply[row] ?? 0), status === 'sent', renamer);
    if (next !== undefined) reply = plain`${reply}${next}`;
    else reply = slice(reply, 0, reply.search(/: queued as $|forwarded as $|$/));
    const origTo = strings.text(attempts.origTo[row] ?? 0);
    const digits = attempts.digits[row] ?? 0;
    const connUse = attempts.connUse[row] ?? 0;
    const delay =
      (digits & 15) === 15 ? plain`` : plain`, delay=${seconds(attempts.delay, row, DIGITS.delay)}`;
    const parts = (['a', 'b', 'c', 'd'] as const).map((name) => seconds(attempts[name], row, DIGITS[name]));
    const delays =
      ((digits >>> DIGITS.b) & 15) === 15 ? plain`` : plain`, delays=${plainJoin(parts, plain`/`)}`;
    const dsn = ofForm('status', codes.text(attempts.dsn[row] ?? 0));
    push(
      attempts,
      row,
      renamer.tag(strings.text(agents.tag[agent] ?? 0)),
      AGENT + agent,
      plainJoin(
        [
          plain`${idOf(life)}: to=<${renamer.address(strings.text(attempts.to[row] ?? 0))}>`,
          origTo === '' ? plain`` : plain`, orig_to=<${renamer.address(origTo)}>`,
          plain`, relay=${renamer.relay(strings.text(attempts.relay[row] ?? 0))}`,
          connUse === 0 ? plain`` : plain`, conn_use=${connUse}`,
          delay,
          delays,
          dsn === null ? plain`` : plain`, dsn=${dsn}`,
          plain`, status=${status} (${reply})`,
        ],
        plain``,
      ),
    );
  }
}

/** Writes the events of messages other than attempts: expiry, operator actions, notifications. */
function lateFacts(
  { member, lives: is }: Part,
  renamer: Renamer,
  push: Push,
  idOf: (life: LifeRow) => Plain,
  qmgr: (time: EpochMicros) => number,
): void {
  const { expiries, operations, links, lives } = member.instance.tables;
  for (let row = 1; row < expiries.length; row++) {
    const life = expiries.life[row] ?? 0;
    if (is[life] !== 1) continue;
    const sender = renamer.address(member.instance.pools.strings.text(lives.sender[life] ?? 0));
    const how = expiries.kind[row] === 2 ? plain`force-expired` : plain`expired`;
    push(
      expiries,
      row,
      plain`qmgr`,
      qmgr(expiries.time[row] ?? 0),
      plain`${idOf(life)}: from=<${sender}>, status=${how}, returned to sender`,
    );
  }
  for (let row = 1; row < operations.length; row++) {
    const life = operations.life[row] ?? 0;
    const kind = oneOf(OPERATION_KINDS, OPERATION_KINDS[operations.kind[row] ?? 0] ?? '');
    if (is[life] === 1 && kind !== null)
      push(operations, row, plain`postsuper`, PIDS.postsuper, plain`${idOf(life)}: ${kind}`);
  }
  for (let row = 1; row < links.length; row++) {
    const kind = LINK_KINDS[links.kind[row] ?? 0];
    const [parent, child] = [links.parent[row] ?? 0, links.child[row] ?? 0];
    if ((kind !== 'notification' && kind !== 'delay-notification') || is[parent] !== 1 || is[child] !== 1)
      continue;
    const what = kind === 'notification' ? plain`non-delivery` : plain`delay`;
    push(
      links,
      row,
      plain`bounce`,
      PIDS.bounce,
      plain`${idOf(parent)}: sender ${what} notification: ${idOf(child)}`,
    );
  }
}

/** Writes the lines of `qmgr -v` and the feedback debug lines. */
function scheduling(
  { member, lives: is, from, to }: Part,
  renamer: Renamer,
  push: Push,
  idOf: (life: LifeRow) => Plain,
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
    const text = plain`qmgr_peer_select: ${idOf(life)} ${transport} ${queue} (${selections.busy[row] ?? 0} of ${selections.window[row] ?? 0})`;
    push(selections, row, plain`qmgr`, qmgr(selections.time[row] ?? 0), text);
  }
  for (let row = 1; row < preemptions.length; row++) {
    const [one, by] = [preemptions.preempted[row] ?? 0, preemptions.by[row] ?? 0];
    if (is[one] !== 1 || is[by] !== 1) continue;
    const text = plain`qmgr_job_preempt: ${idOf(one)} by ${idOf(by)}, level ${preemptions.level[row] ?? 0}`;
    push(preemptions, row, plain`qmgr`, qmgr(preemptions.time[row] ?? 0), text);
  }
  for (let row = 1; row < windows.length; row++) {
    const time = windows.time[row] ?? 0;
    if (!inside(time)) continue;
    const name = windows.throttle[row] === 1 ? plain`qmgr_queue_throttle` : plain`qmgr_queue_unthrottle`;
    const queue = plainQueueName(strings.text(windows.queue[row] ?? 0), renamer);
    const feedback = windows.feedback[row] ?? Number.NaN;
    if (!Number.isNaN(feedback))
      push(windows, row, plain`qmgr`, qmgr(time), plain`${name}: feedback ${feedback}`);
    const figures = plain`success ${windows.success[row] ?? 0} failure ${windows.failure[row] ?? 0} fail_cohorts ${windows.cohorts[row] ?? 0}`;
    push(
      windows,
      row,
      plain`qmgr`,
      qmgr(time),
      plain`${name}: queue ${queue}: limit ${windows.limit[row] ?? 0} window ${windows.window[row] ?? 0} ${figures}`,
    );
  }
}

const CLOG = /^warning: mail for (\S+) is using up (\d+) of (\d+) active queue entries/;
const FEEDBACK = /^(\S+): (\S+) feedback type (\d) value at (\d+): ([\d.e-]+)/;

function eventsOf(
  { member, from, to }: Part,
  renamer: Renamer,
  push: Push,
  qmgr: (time: EpochMicros) => number,
): void {
  const { events } = member.instance.tables;
  const { strings } = member.instance.pools;
  const version = plainVersion(strings.text(member.instance.version)) ?? plain`3.7.11`;
  for (let row = 1; row < events.length; row++) {
    const time = events.time[row] ?? 0;
    if (time < from || time > to) continue;
    const text = strings.text(events.text[row] ?? 0);
    const kind = EVENT_KINDS[events.kind[row] ?? 0];
    if (kind === 'start')
      push(
        events,
        row,
        plain`master`,
        PIDS.master,
        plain`daemon started -- version ${version}, configuration /etc/postfix`,
      );
    else if (kind === 'reload')
      push(
        events,
        row,
        plain`master`,
        PIDS.master,
        plain`reload -- version ${version}, configuration /etc/postfix`,
      );
    else if (kind === 'stop') push(events, row, plain`master`, PIDS.master, plain`terminating on signal 15`);
    else if (kind === 'lost-lines')
      push(
        events,
        row,
        plain`rsyslogd/imuxsock`,
        1,
        plain`imuxsock lost 1 messages from pid 1 due to rate-limiting`,
      );
    const clog = kind === 'clog' ? CLOG.exec(text) : null;
    if (clog !== null)
      push(
        events,
        row,
        plain`qmgr`,
        qmgr(time),
        plain`warning: mail for ${renamer.nexthop(clog[1] ?? '')} is using up ${Number(clog[2])} of ${Number(clog[3])} active queue entries`,
      );
    const feedback = kind === 'feedback-setting' ? FEEDBACK.exec(text) : null;
    const parameter = plainParameter(feedback?.[2] ?? '', renamer);
    if (feedback === null || parameter === null) continue;
    const [type, at, value] = feedback.slice(3).map(Number);
    push(
      events,
      row,
      plain`qmgr`,
      qmgr(time),
      plain`${renamer.service(feedback[1] ?? '')}: ${parameter} feedback type ${type ?? 0} value at ${at ?? 0}: ${value ?? 0}`,
    );
  }
}

/**
 * Writes the `removed` lines. The tables have only their time, not their line. If the clock was set back, they follow the last
 * attempt instead, because times would be misleading.
 */
function ends(
  { member, lives: is }: Part,
  tag: Plain,
  idOf: (life: LifeRow) => Plain,
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
    rows.push({ time, ...at, text: plain`${tag}/qmgr[${qmgr(time)}]: ${idOf(life)}: removed` });
  }
  return rows;
}
