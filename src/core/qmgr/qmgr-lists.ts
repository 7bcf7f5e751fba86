import { createList } from '../lists.ts';
import type { Qmgr, QmgrLists } from './model.ts';

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

/** Every list of the queue manager: who owns it, which fields carry it. Their disciplines: qmgr/README.md §1. */
export function createLists(t: QmgrTables): QmgrLists {
  const { core, candidateGroups, transports, queues, messages, jobs, peers, entries, connections } = t;
  const links = ['prev', 'next'] as const;
  const place = ['placePrev', 'placeNext'] as const;
  const inQueue = ['queuePrev', 'queueNext'] as const;
  return {
    transports: createList('transports', core, ['transportFirst', 'transportLast'], transports, links),
    incoming: createList('incoming', core, ['incomingFirst', 'incomingLast'], messages, links),
    active: createList('active', core, ['activeFirst', 'activeLast'], messages, links),
    deferred: createList('deferred', core, ['deferredFirst', 'deferredLast'], messages, links),
    hold: createList('hold', core, ['holdFirst', 'holdLast'], messages, links),
    queues: createList('queues', transports, ['queueFirst', 'queueLast'], queues, links),
    connections: createList(
      'connections',
      transports,
      ['connectionFirst', 'connectionLast'],
      connections,
      links,
    ),
    jobs: createList('jobs', transports, ['jobFirst', 'jobLast'], jobs, links),
    byTime: createList('byTime', transports, ['byTimeFirst', 'byTimeLast'], jobs, ['timePrev', 'timeNext']),
    jobsOfMessage: createList('jobsOfMessage', messages, ['jobFirst', 'jobLast'], jobs, [
      'messagePrev',
      'messageNext',
    ]),
    children: createList('children', jobs, ['childFirst', 'childLast'], jobs, ['siblingPrev', 'siblingNext']),
    peers: createList('peers', jobs, ['peerFirst', 'peerLast'], peers, links),
    todo: createList('todo', queues, ['todoFirst', 'todoLast'], entries, inQueue),
    busy: createList('busy', queues, ['busyFirst', 'busyLast'], entries, inQueue),
    entriesOfPeer: createList('entriesOfPeer', peers, ['entryFirst', 'entryLast'], entries, [
      'peerPrev',
      'peerNext',
    ]),
    groups: createList('groups', transports, ['groupFirst', 'groupLast'], candidateGroups, links),
    jobsOfGroup: createList('jobsOfGroup', candidateGroups, ['jobFirst', 'jobLast'], jobs, place),
    irregular: createList('irregular', transports, ['irregularFirst', 'irregularLast'], jobs, place),
    parked: createList('parked', transports, ['parkedFirst', 'parkedLast'], jobs, place),
  };
}
