import { createList, fields, type Pair } from '../lists.ts';
import type {
  CandidateGroupRow,
  CoreRow,
  EntryRow,
  JobRow,
  MessageRow,
  PeerRow,
  Qmgr,
  QmgrLists,
  QueueRow,
  TransportRow,
} from './model.ts';

type QmgrTables = Pick<
  Qmgr,
  | 'core'
  | 'candidateGroups'
  | 'transports'
  | 'queues'
  | 'messages'
  | 'jobs'
  | 'peers'
  | 'entries'
  | 'connections'
>;

// Repeated on purpose: a JavaScript engine then optimizes the field access of each list separately.
// jscpd:ignore-start
const inMailQueue: Pair<MessageRow> = {
  left: (r) => r.prev,
  right: (r) => r.next,
  setLeft: (r, id) => {
    r.prev = id;
  },
  setRight: (r, id) => {
    r.next = id;
  },
};

const activeEnds: Pair<CoreRow> = {
  left: (r) => r.activeFirst,
  right: (r) => r.activeLast,
  setLeft: (r, id) => {
    r.activeFirst = id;
  },
  setRight: (r, id) => {
    r.activeLast = id;
  },
};

const inTransport: Pair<JobRow> = {
  left: (r) => r.prev,
  right: (r) => r.next,
  setLeft: (r, id) => {
    r.prev = id;
  },
  setRight: (r, id) => {
    r.next = id;
  },
};

const jobsEnds: Pair<TransportRow> = {
  left: (r) => r.jobFirst,
  right: (r) => r.jobLast,
  setLeft: (r, id) => {
    r.jobFirst = id;
  },
  setRight: (r, id) => {
    r.jobLast = id;
  },
};

const inTime: Pair<JobRow> = {
  left: (r) => r.timePrev,
  right: (r) => r.timeNext,
  setLeft: (r, id) => {
    r.timePrev = id;
  },
  setRight: (r, id) => {
    r.timeNext = id;
  },
};

const byTimeEnds: Pair<TransportRow> = {
  left: (r) => r.byTimeFirst,
  right: (r) => r.byTimeLast,
  setLeft: (r, id) => {
    r.byTimeFirst = id;
  },
  setRight: (r, id) => {
    r.byTimeLast = id;
  },
};

const inMessage: Pair<JobRow> = {
  left: (r) => r.messagePrev,
  right: (r) => r.messageNext,
  setLeft: (r, id) => {
    r.messagePrev = id;
  },
  setRight: (r, id) => {
    r.messageNext = id;
  },
};

const jobsOfMessageEnds: Pair<MessageRow> = {
  left: (r) => r.jobFirst,
  right: (r) => r.jobLast,
  setLeft: (r, id) => {
    r.jobFirst = id;
  },
  setRight: (r, id) => {
    r.jobLast = id;
  },
};

const onStack: Pair<JobRow> = {
  left: (r) => r.siblingPrev,
  right: (r) => r.siblingNext,
  setLeft: (r, id) => {
    r.siblingPrev = id;
  },
  setRight: (r, id) => {
    r.siblingNext = id;
  },
};

const childrenEnds: Pair<JobRow> = {
  left: (r) => r.childFirst,
  right: (r) => r.childLast,
  setLeft: (r, id) => {
    r.childFirst = id;
  },
  setRight: (r, id) => {
    r.childLast = id;
  },
};

const inJob: Pair<PeerRow> = {
  left: (r) => r.prev,
  right: (r) => r.next,
  setLeft: (r, id) => {
    r.prev = id;
  },
  setRight: (r, id) => {
    r.next = id;
  },
};

const peersEnds: Pair<JobRow> = {
  left: (r) => r.peerFirst,
  right: (r) => r.peerLast,
  setLeft: (r, id) => {
    r.peerFirst = id;
  },
  setRight: (r, id) => {
    r.peerLast = id;
  },
};

const inQueue: Pair<EntryRow> = {
  left: (r) => r.queuePrev,
  right: (r) => r.queueNext,
  setLeft: (r, id) => {
    r.queuePrev = id;
  },
  setRight: (r, id) => {
    r.queueNext = id;
  },
};

const todoEnds: Pair<QueueRow> = {
  left: (r) => r.todoFirst,
  right: (r) => r.todoLast,
  setLeft: (r, id) => {
    r.todoFirst = id;
  },
  setRight: (r, id) => {
    r.todoLast = id;
  },
};

const busyEnds: Pair<QueueRow> = {
  left: (r) => r.busyFirst,
  right: (r) => r.busyLast,
  setLeft: (r, id) => {
    r.busyFirst = id;
  },
  setRight: (r, id) => {
    r.busyLast = id;
  },
};

const inPeer: Pair<EntryRow> = {
  left: (r) => r.peerPrev,
  right: (r) => r.peerNext,
  setLeft: (r, id) => {
    r.peerPrev = id;
  },
  setRight: (r, id) => {
    r.peerNext = id;
  },
};

const entriesOfPeerEnds: Pair<PeerRow> = {
  left: (r) => r.entryFirst,
  right: (r) => r.entryLast,
  setLeft: (r, id) => {
    r.entryFirst = id;
  },
  setRight: (r, id) => {
    r.entryLast = id;
  },
};

const atPlace: Pair<JobRow> = {
  left: (r) => r.placePrev,
  right: (r) => r.placeNext,
  setLeft: (r, id) => {
    r.placePrev = id;
  },
  setRight: (r, id) => {
    r.placeNext = id;
  },
};

const jobsOfGroupEnds: Pair<CandidateGroupRow> = {
  left: (r) => r.jobFirst,
  right: (r) => r.jobLast,
  setLeft: (r, id) => {
    r.jobFirst = id;
  },
  setRight: (r, id) => {
    r.jobLast = id;
  },
};

const irregularEnds: Pair<TransportRow> = {
  left: (r) => r.irregularFirst,
  right: (r) => r.irregularLast,
  setLeft: (r, id) => {
    r.irregularFirst = id;
  },
  setRight: (r, id) => {
    r.irregularLast = id;
  },
};
// jscpd:ignore-end

/** Returns every list of the queue manager with its owner and fields. How each is ordered: qmgr/README.md §1. */
export function createLists(t: QmgrTables): QmgrLists {
  const { core, candidateGroups, transports, queues, messages, jobs, peers, entries, connections } = t;
  return {
    transports: createList(
      'transports',
      core,
      fields('transportFirst', 'transportLast'),
      transports,
      fields('prev', 'next'),
    ),
    incoming: createList(
      'incoming',
      core,
      fields('incomingFirst', 'incomingLast'),
      messages,
      fields('prev', 'next'),
    ),
    active: createList('active', core, activeEnds, messages, inMailQueue),
    deferred: createList(
      'deferred',
      core,
      fields('deferredFirst', 'deferredLast'),
      messages,
      fields('prev', 'next'),
    ),
    hold: createList('hold', core, fields('holdFirst', 'holdLast'), messages, fields('prev', 'next')),
    queues: createList(
      'queues',
      transports,
      fields('queueFirst', 'queueLast'),
      queues,
      fields('prev', 'next'),
    ),
    connections: createList(
      'connections',
      transports,
      fields('connectionFirst', 'connectionLast'),
      connections,
      fields('prev', 'next'),
    ),
    jobs: createList('jobs', transports, jobsEnds, jobs, inTransport),
    byTime: createList('byTime', transports, byTimeEnds, jobs, inTime),
    jobsOfMessage: createList('jobsOfMessage', messages, jobsOfMessageEnds, jobs, inMessage),
    children: createList('children', jobs, childrenEnds, jobs, onStack),
    peers: createList('peers', jobs, peersEnds, peers, inJob),
    todo: createList('todo', queues, todoEnds, entries, inQueue),
    busy: createList('busy', queues, busyEnds, entries, inQueue),
    entriesOfPeer: createList('entriesOfPeer', peers, entriesOfPeerEnds, entries, inPeer),
    groups: createList(
      'groups',
      transports,
      fields('groupFirst', 'groupLast'),
      candidateGroups,
      fields('prev', 'next'),
    ),
    jobsOfGroup: createList('jobsOfGroup', candidateGroups, jobsOfGroupEnds, jobs, atPlace),
    irregular: createList('irregular', transports, irregularEnds, jobs, atPlace),
    parked: createList(
      'parked',
      transports,
      fields('parkedFirst', 'parkedLast'),
      jobs,
      fields('placePrev', 'placeNext'),
    ),
  };
}
