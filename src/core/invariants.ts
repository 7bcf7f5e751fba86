import { type HashIndex, type Hashed, hashFirst } from './hash-index.ts';
import { type List, listFirst, listIds, listNext } from './lists.ts';
import { jobIsBlocker } from './qmgr/blocker-tag.ts';
import { jobOrder, NOWHERE, PARKED } from './qmgr/candidate-index.ts';
import { CORE, coreOf, type EntryRow, type Qmgr } from './qmgr/model.ts';
import { find, get, ids, NONE, type Row, type Table } from './tables.ts';

/**
 * Checks the invariants of the queue manager by counting everything again; for tests and the simulation's own check.
 * The invariants hold between operations, not within an operation. A check takes time in proportion to the whole state.
 */

/** Returns one description for each broken invariant; empty when all hold. */
export function violations(q: Qmgr): string[] {
  const found: string[] = [];
  checkLists(q, found);
  checkIndexes(q, found);
  if (found.length > 0) return found;
  checkTotals(q, found);
  checkMessages(q, found);
  checkJobs(q, found);
  checkStacks(q, found);
  checkCandidateIndex(q, found);
  checkPeersAndQueues(q, found);
  checkTransports(q, found);
  return found;
}

function equal(found: string[], what: string, held: number, counted: number): void {
  if (held !== counted) found.push(`${what} is ${held}, counted ${counted}`);
}

function must(found: string[], what: string, holds: boolean): void {
  if (!holds) found.push(what);
}

function rows<R extends Row>(table: Table<R>): { id: number; row: Readonly<R> }[] {
  return [...ids(table)].map((id) => ({ id, row: get(table, id) }));
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

type EntryKey = 'message' | 'peer' | 'queue';

/** Groups entries by what they refer to. Reads them from the table, so that the lists can be compared with it. */
function entriesBy(q: Qmgr, key: EntryKey): (id: number) => Readonly<EntryRow>[] {
  const groups = new Map<number, Readonly<EntryRow>[]>();
  for (const { row } of rows(q.entries)) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return (id) => groups.get(id) ?? [];
}

/** Checks one list: links in both directions, both ends, no cycle, no item twice. Returns the fault, or null. */
function listIsSound(list: List, owner: number, seen: Set<number>): string | null {
  let before = NONE;
  let id = listFirst(list, owner);
  while (id !== NONE) {
    if (seen.has(id)) return `${list.name} of ${owner}: item ${id} twice`;
    const row = find(list.items, id);
    if (!row) return `${list.name} of ${owner}: item ${id} is gone`;
    if (list.links.left(row) !== before)
      return `${list.name} of ${owner}: item ${id} has a wrong predecessor`;
    seen.add(id);
    before = id;
    id = listNext(list, id);
  }
  const last = list.ends.right(get(list.owners, owner));
  return last === before ? null : `${list.name} of ${owner}: last is ${last}, should be ${before}`;
}

function checkLists(q: Qmgr, found: string[]): void {
  for (const list of Object.values(q.lists) as List[]) {
    const seen = new Set<number>();
    for (const owner of ids(list.owners)) {
      const fault = listIsSound(list, owner, seen);
      if (fault !== null) found.push(fault);
    }
  }
}

function checkIndex<R extends Hashed>(index: HashIndex<R>, found: string[]): void {
  equal(found, `${index.items.name} index count`, get(index.extent, 1).count, index.items.live);
  for (const { id, row } of rows(index.items)) {
    let at = hashFirst(index, row.hash);
    for (let steps = 0; at !== id && at !== NONE && steps <= index.items.live; steps++) {
      at = get(index.items, at).hashNext;
    }
    must(found, `${index.items.name} ${id} is in its index`, at === id);
  }
}

function checkIndexes(q: Qmgr, found: string[]): void {
  checkIndex(q.queueIndex, found);
  checkIndex(q.groupIndex, found);
}

/** Checks the totals of the queue manager (qmgr/README.md §1.10). */
function checkTotals(q: Qmgr, found: string[]): void {
  const core = coreOf(q);
  const active = listIds(q.lists.active, CORE);
  equal(found, 'messages in core', core.messageCount, active.length);
  equal(found, 'queues in core', core.queueCount, q.queues.live);
  const recipients = sum(active.map((id) => get(q.messages, id).recipientCount));
  equal(found, 'recipients in core', core.recipientCount, recipients);
  equal(
    found,
    'jobs on messages',
    sum(active.map((id) => listIds(q.lists.jobsOfMessage, id).length)),
    q.jobs.live,
  );
  const listed = [q.lists.incoming, q.lists.active, q.lists.deferred, q.lists.hold].map(
    (list) => listIds(list, CORE).length,
  );
  equal(found, 'messages in mail queues', sum(listed), q.messages.live);
}

/** Checks that the counters of each message match its entries and jobs (qmgr/README.md §1.9, §5, §8.1). */
function checkMessages(q: Qmgr, found: string[]): void {
  const entriesOf = entriesBy(q, 'message');
  for (const { id, row } of rows(q.messages)) {
    const name = `message ${row.name}`;
    const own = entriesOf(id);
    equal(found, `${name} entries`, row.entryCount, own.length);
    equal(found, `${name} recipients`, row.recipientCount, sum(own.map((e) => e.recipients.length)));
    must(
      found,
      `${name} has an entry, or waits for the bounce service`,
      row.status !== 'active' || row.entryCount > 0 || row.awaitsBounce,
    );
    must(found, `${name} has more only while active`, !row.more || row.status === 'active');
    must(found, `${name} unread ${row.unread} is not negative`, row.unread >= 0);
    if (row.status !== 'active') continue;
    const jobs = listIds(q.lists.jobsOfMessage, id).map((job) => get(q.jobs, job));
    equal(found, `${name} recipients of jobs`, sum(jobs.map((j) => j.recipientCount)), row.recipientCount);
    const { messageRecipientMinimum } = coreOf(q).params;
    const slots = messageRecipientMinimum + sum(jobs.map((j) => j.recipientLimit));
    equal(found, `${name} recipient slots`, row.recipientLimit, slots);
    checkPositions(
      q,
      id,
      own.flatMap((e) => [...e.recipients]),
      found,
    );
  }
  equal(found, 'leftovers in chains', countLeftovers(q), q.leftovers.live);
}

/** Checks that no recipient is in two places: an entry, a leftover, or the unread part of the file. */
function checkPositions(q: Qmgr, id: number, inEntries: number[], found: string[]): void {
  const { name, recipientTotal, more, position } = get(q.messages, id);
  const all = [...inEntries];
  for (let note = get(q.messages, id).leftoverFirst; note !== NONE; note = get(q.leftovers, note).next) {
    all.push(...get(q.leftovers, note).recipients);
  }
  equal(found, `message ${name} distinct recipients`, new Set(all).size, all.length);
  const end = more ? position : recipientTotal;
  must(
    found,
    `message ${name} holds only recipients it has read`,
    all.every((at) => at >= 0 && at < end),
  );
}

function countLeftovers(q: Qmgr): number {
  let count = 0;
  for (const { row } of rows(q.messages)) {
    for (let note = row.leftoverFirst; note !== NONE; note = get(q.leftovers, note).next) count++;
  }
  return count;
}

/** Checks that the counters of each job, linked or not, match its peers (qmgr/README.md §1.8, §7). */
function checkJobs(q: Qmgr, found: string[]): void {
  const entriesOf = entriesBy(q, 'peer');
  for (const { id, row } of rows(q.jobs)) {
    const name = `job ${id} of ${get(q.messages, row.message).name}`;
    const peers = listIds(q.lists.peers, id);
    const queues = peers.map((peer) => get(q.peers, peer).queue);
    equal(found, `${name} peers for different destinations`, new Set(queues).size, peers.length);
    const waiting = peers.flatMap((peer) => listIds(q.lists.entriesOfPeer, peer));
    equal(found, `${name} waiting entries`, row.readEntries - row.selectedEntries, waiting.length);
    must(found, `${name} with waiting entries is linked`, waiting.length === 0 || row.level >= 0);
    const own = peers.flatMap(entriesOf);
    equal(found, `${name} recipients`, row.recipientCount, sum(own.map((e) => e.recipients.length)));
    must(found, `${name} recipient slots ${row.recipientLimit} are not negative`, row.recipientLimit >= 0);
    const { blockerTag } = get(q.transports, row.transport);
    must(found, `${name} blocker tag ${row.blockerTag} is not ahead`, row.blockerTag <= blockerTag);
    if (row.level < 0 || !jobIsBlocker(q, id)) continue;
    const marked = peers.every((peer) => {
      const { entryFirst, queue } = get(q.peers, peer);
      return entryFirst === NONE || get(q.queues, queue).blockerTag === blockerTag;
    });
    must(found, `${name} is a blocker, so its destinations are marked`, marked);
  }
}

/** Checks the job list and the time list of a transport, and the stacks in the job list (qmgr/README.md §7, §10). */
function checkStacks(q: Qmgr, found: string[]): void {
  for (const { id: transport, row: t } of rows(q.transports)) {
    const order = listIds(q.lists.jobs, transport);
    const ordered = new Set(order);
    const byTime = listIds(q.lists.byTime, transport);
    const linked = rows(q.jobs).filter((j) => j.row.transport === transport && j.row.level >= 0);
    equal(found, `${t.name} scheduler list`, order.length, linked.length);
    equal(found, `${t.name} time list`, byTime.length, linked.length);
    must(
      found,
      `${t.name}: both lists hold the same jobs`,
      byTime.every((id) => ordered.has(id)),
    );
    checkTimes(q, `${t.name} time list`, byTime, found);
    // The candidate scan relies on this order to stop early (§10.4).
    checkOrder(
      q,
      order.filter((id) => get(q.jobs, id).level === 0),
      found,
    );
    order.forEach((id, place) => checkStackOf(q, id, place, order, found));
  }
}

function checkTimes(q: Qmgr, what: string, jobs: readonly number[], found: string[]): void {
  const times = jobs.map((id) => get(q.messages, get(q.jobs, id).message).queuedAt);
  must(
    found,
    `${what}: in the order of queue times`,
    times.every((t, i) => i === 0 || (times[i - 1] as number) <= t),
  );
}

/** Checks that every linked job with entries is where the candidate search expects it (qmgr/candidate-index.ts). */
function checkCandidateIndex(q: Qmgr, found: string[]): void {
  for (const { id, row } of rows(q.jobs)) {
    const { place, level } = row;
    if (level < 0) must(found, `job ${id} is retired, so nowhere`, place === NOWHERE);
    else if (row.readEntries > 0) must(found, `job ${id} is linked, so somewhere`, place !== NOWHERE);
    const { blockerTag, parkedTag } = get(q.transports, row.transport);
    // Parked jobs may no longer be blockers until the index is updated. Jobs elsewhere in the index are never blockers.
    if (blockerTag === parkedTag && place === PARKED) must(found, `job ${id} is parked`, jobIsBlocker(q, id));
    if (place !== PARKED && place !== NOWHERE) must(found, `job ${id} is no blocker`, !jobIsBlocker(q, id));
    if (place <= 0) continue;
    const { unread } = get(q.messages, row.message);
    const plain = level === 0 && row.childFirst === NONE && row.selectedEntries === 0 && unread === 0;
    must(found, `job ${id} in a group is untouched`, plain);
    equal(found, `job ${id} total of its group`, get(q.candidateGroups, place).total, row.readEntries);
  }
  for (const id of ids(q.candidateGroups)) checkOrder(q, listIds(q.lists.jobsOfGroup, id), found);
}

/** Checks that jobs on level 0 are ordered by queue time, then by when they were linked. */
function checkOrder(q: Qmgr, jobs: readonly number[], found: string[]): void {
  jobs.forEach((id, i) => {
    const before = jobs[i - 1];
    if (before === undefined) return;
    must(found, `job ${id} is after ${before}`, jobOrder(get(q.jobs, before), get(q.jobs, id)) < 0);
  });
}

function checkStackOf(q: Qmgr, id: number, place: number, order: readonly number[], found: string[]): void {
  const { level, parent } = get(q.jobs, id);
  for (const child of listIds(q.lists.children, id)) {
    const row = get(q.jobs, child);
    must(found, `job ${child} knows its parent ${id}`, row.parent === id);
    must(found, `job ${child} is deeper than its parent ${id}`, row.level > level);
  }
  if (parent === NONE) return;
  must(found, `job ${id} with a parent has a level`, level > 0);
  must(found, `job ${id} stands before its parent ${parent}`, place < order.indexOf(parent));
  must(found, `job ${id} is a child of ${parent}`, listIds(q.lists.children, parent).includes(id));
}

/** Checks that peers and destinations match the entries (qmgr/README.md §1.5–1.7). */
function checkPeersAndQueues(q: Qmgr, found: string[]): void {
  const ofPeer = entriesBy(q, 'peer');
  const ofQueue = entriesBy(q, 'queue');
  for (const { id, row } of rows(q.peers)) {
    const own = ofPeer(id);
    equal(found, `peer ${id} entries`, row.entryCount, own.length);
    must(found, `peer ${id} lives by its entries`, own.length > 0);
    const waiting = own.filter((e) => e.status === 'todo');
    equal(found, `peer ${id} waiting entries`, listIds(q.lists.entriesOfPeer, id).length, waiting.length);
    must(
      found,
      `peer ${id} and its entries agree on the destination`,
      own.every((e) => e.queue === row.queue),
    );
  }
  for (const { id, row } of rows(q.queues)) {
    const todo = ofQueue(id).filter((e) => e.status === 'todo');
    const busy = ofQueue(id).filter((e) => e.status === 'busy');
    equal(found, `queue ${row.name} todo count`, row.todoCount, todo.length);
    equal(found, `queue ${row.name} todo list`, listIds(q.lists.todo, id).length, todo.length);
    equal(found, `queue ${row.name} busy count`, row.busyCount, busy.length);
    equal(found, `queue ${row.name} busy list`, listIds(q.lists.busy, id).length, busy.length);
    must(found, `queue ${row.name} window ${row.window} is at least 1`, row.window >= 1);
    must(
      found,
      `queue ${row.name} has a cause when dead`,
      (row.cause !== null) === (row.status === 'throttled'),
    );
    must(
      found,
      `queue ${row.name}: nothing waits while dead`,
      row.status !== 'throttled' || todo.length === 0,
    );
    const { blockerTag } = get(q.transports, row.transport);
    must(found, `queue ${row.name} blocker tag is not ahead`, row.blockerTag <= blockerTag);
  }
}

/** Checks that recipient slots are constant and that job pointers lead to linked jobs (qmgr/README.md §8, §11.1). */
function checkTransports(q: Qmgr, found: string[]): void {
  for (const { id, row: t } of rows(q.transports)) {
    const jobs = rows(q.jobs).filter((j) => j.row.transport === id);
    const out = sum(jobs.map((j) => j.row.recipientLimit));
    equal(found, `${t.name} recipient slots in all`, t.params.recipientLimit, t.recipientSlotsUnused + out);
    must(
      found,
      `${t.name}: a job that reads on holds the pool`,
      t.nextUnreadJob === NONE || t.recipientSlotsUnused <= 0,
    );
    must(found, `${t.name} blocker tag is odd`, t.blockerTag % 2 === 1);
    must(found, `${t.name} pending ${t.pending} is not negative`, t.pending >= 0);
    must(found, `${t.name} has a cause when dead`, (t.cause !== null) === (t.status === 'throttled'));
    const linked = (job: number): boolean => job === NONE || (find(q.jobs, job)?.level ?? -1) >= 0;
    must(found, `${t.name} current job is linked`, linked(t.currentJob));
    must(found, `${t.name} next unread job is linked`, linked(t.nextUnreadJob));
    must(found, `${t.name} cached jobs are linked`, linked(t.cacheFor) && linked(t.candidate));
    for (const job of listIds(q.lists.byTime, id)) {
      if (job === t.nextUnreadJob) break;
      const { more, name } = get(q.messages, get(q.jobs, job).message);
      must(found, `${t.name}: ${name} reads on, so it is not before the next unread job`, !more);
    }
  }
}
