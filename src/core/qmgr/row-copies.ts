import type { EntryRow, JobRow, MessageRow, PeerRow, QueueRow } from './model.ts';

/**
 * Copies of the records that are changed all the time, for keyframes (`tables.ts` says why they are written out). Members
 * stand in the order in which the record was made: an engine then takes original and copy for the same kind of object.
 */

/** A destination. */
export function copyQueue(row: QueueRow): QueueRow {
  return {
    hash: row.hash,
    hashNext: row.hashNext,
    transport: row.transport,
    name: row.name,
    nexthop: row.nexthop,
    status: row.status,
    window: row.window,
    success: row.success,
    failure: row.failure,
    failCohorts: row.failCohorts,
    busyCount: row.busyCount,
    todoCount: row.todoCount,
    todoFirst: row.todoFirst,
    todoLast: row.todoLast,
    busyFirst: row.busyFirst,
    busyLast: row.busyLast,
    blockerTag: row.blockerTag,
    lastDone: row.lastDone,
    reuseLoad: row.reuseLoad,
    reuseStore: row.reuseStore,
    cause: row.cause,
    retryAt: row.retryAt,
    prev: row.prev,
    next: row.next,
  };
}

/** A message. */
export function copyMessage(row: MessageRow): MessageRow {
  return {
    name: row.name,
    sender: row.sender,
    status: row.status,
    created: row.created,
    fileTime: row.fileTime,
    ranges: row.ranges,
    recipientTotal: row.recipientTotal,
    remaining: row.remaining,
    queuedAt: row.queuedAt,
    refilledAt: row.refilledAt,
    entryCount: row.entryCount,
    recipientCount: row.recipientCount,
    recipientLimit: row.recipientLimit,
    unread: row.unread,
    more: row.more,
    position: row.position,
    someDeferred: row.someDeferred,
    flushEach: row.flushEach,
    flushAsked: row.flushAsked,
    singleRecipient: row.singleRecipient,
    locks: row.locks,
    awaitsBounce: row.awaitsBounce,
    leftoverFirst: row.leftoverFirst,
    jobFirst: row.jobFirst,
    jobLast: row.jobLast,
    prev: row.prev,
    next: row.next,
  };
}

/** A job. */
export function copyJob(row: JobRow): JobRow {
  return {
    message: row.message,
    transport: row.transport,
    level: row.level,
    parent: row.parent,
    childFirst: row.childFirst,
    childLast: row.childLast,
    siblingPrev: row.siblingPrev,
    siblingNext: row.siblingNext,
    readEntries: row.readEntries,
    selectedEntries: row.selectedEntries,
    recipientCount: row.recipientCount,
    recipientLimit: row.recipientLimit,
    deliverySlotsAvailable: row.deliverySlotsAvailable,
    deliverySlotsUsed: row.deliverySlotsUsed,
    blockerTag: row.blockerTag,
    peerFirst: row.peerFirst,
    peerLast: row.peerLast,
    prev: row.prev,
    next: row.next,
    timePrev: row.timePrev,
    timeNext: row.timeNext,
    messagePrev: row.messagePrev,
    messageNext: row.messageNext,
    queuedAt: row.queuedAt,
    linkOrder: row.linkOrder,
    place: row.place,
    placePrev: row.placePrev,
    placeNext: row.placeNext,
  };
}

/** A peer. */
export function copyPeer(row: PeerRow): PeerRow {
  return {
    job: row.job,
    queue: row.queue,
    entryCount: row.entryCount,
    entryFirst: row.entryFirst,
    entryLast: row.entryLast,
    prev: row.prev,
    next: row.next,
  };
}

/** An entry. */
export function copyEntry(row: EntryRow): EntryRow {
  return {
    message: row.message,
    peer: row.peer,
    queue: row.queue,
    status: row.status,
    recipients: row.recipients,
    queuePrev: row.queuePrev,
    queueNext: row.queueNext,
    peerPrev: row.peerPrev,
    peerNext: row.peerNext,
  };
}
