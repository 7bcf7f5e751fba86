/** Scenes about mail whose agents are threads: window, process limit and concurrency value together (world/README.md §6). */
import type { ThreadsSetup } from '../../protocol/threads-setup.ts';
import { DEFAULT_THREADS } from '../../scenario/threads-defaults.ts';
import type { GalleryItem } from '../item.ts';
import { at, mail, mailScene, stream } from '../mail/scene.ts';
import type { MailScenario } from '../../protocol/scenario.ts';

const DIFFERS = 'A what-if: real Postfix uses processes, without threads and concurrency groups.';

const machine = (change: Partial<ThreadsSetup>): ThreadsSetup => ({ ...DEFAULT_THREADS, ...change });

/** Two recipients per entry. With a limit of 1, each recipient would be a separate destination. */
const TWO = { smtp_destination_recipient_limit: 2 } as const;

/** Every agent waits for a greeting, so neither the CPUs nor the concurrency value are the bottleneck. */
const slowGreeting = mailScene(
  {
    id: 'agents-in-greeting',
    title: 'Agents pile up in the greeting',
    about:
      'slow.example accepts connections and says nothing. One agent after another waits for its greeting. Each waiting agent is one more process and one more delivery in progress, but the group does not count it. New agents are created up to the process limit of 12; from then on quick.example waits for an agent too, with both CPUs idle.',
    differs: DIFFERS,
    opensAt: 8_000_000,
    opensWith: 'threads',
  },
  {
    agents: { smtp: 12 },
    params: { ...TWO, smtp_initial_destination_concurrency: 10, smtp_destination_concurrency_limit: 12 },
    servers: { '*': { latency: 200 }, 'slow.example': { latency: 200, fault: { kind: 'silent' } } },
    threads: machine({ story: 100 }),
    script: [
      at(0, mail({ 'slow.example': 40, 'quick.example': 16 })),
      ...stream(3, 1.5, 6, { 'quick.example': 8 }),
    ],
  },
);

/** Many waits end at one instant: the count rises far above its limit, and falls again as threads are held at the gate. */
const herd = mailScene(
  {
    id: 'forty-replies',
    title: 'Forty replies at once',
    about:
      'Forty agents wait for one server, which answers all of them after 10 seconds. An agent whose wait ends does not pass the gate, so forty agents are runnable although the concurrency value is 4. No agent is stopped. Each is held at its next fetch, until the count is down to 4.',
    differs: DIFFERS,
    opensAt: 10_100_000,
    opensWith: 'threads',
  },
  {
    agents: { smtp: 40 },
    params: { ...TWO, smtp_initial_destination_concurrency: 40, smtp_destination_concurrency_limit: 40 },
    servers: { '*': { latency: 10_000 } },
    threads: machine({
      cpus: 4,
      initial: null,
      story: 10,
      phases: { connect: { waitMs: 0 }, end: { cpuUs: [1_000, 3_000] } },
    }),
    script: [at(0, mail({ 'big.example': 200 }))],
  },
);

/** Agents work without waiting, so a fixed pool and a group perform alike. */
const filterLoad = mailScene(
  {
    id: 'content-filter',
    title: 'A filter that never waits',
    about:
      'Agents of the transport filter only compute, 20 ms per entry, and never wait. For them a group is useless, as its document says: two agents on two CPUs do all the work, and the other six sleep. Choose “plain” to see what eight runnable agents lose to switches and to each other.',
    differs: DIFFERS,
    opensAt: 900_000,
    opensWith: 'threads',
  },
  {
    agents: { filter: 8 },
    params: {
      filter_destination_recipient_limit: 2,
      filter_initial_destination_concurrency: 8,
      filter_destination_concurrency_limit: 8,
    },
    servers: { '*': { latency: 0 } },
    threads: machine({ initial: 8, phases: { end: { cpuUs: 20_000 } } }),
    view: { transport: 'filter' },
    script: stream(0, 0.5, 8, { 'filter:scan.example': 60 }),
  },
);

/** Light load: the threads on top of the stack do all the work. */
const warm = mailScene(
  {
    id: 'warm-agents',
    title: 'The same two agents do all the work',
    about:
      'Ten agents, and never more than two deliveries at a time. Waiters are a stack: the newest is woken first, so the same two agents do all the work with warm caches. The other eight deliver nothing; now and then one is woken for an event that a returning agent takes first. Without them nothing would be delayed.',
    differs: DIFFERS,
    opensAt: 6_000_000,
    opensWith: 'threads',
  },
  {
    agents: { smtp: 10 },
    params: TWO,
    servers: { '*': { latency: [100, 300] } },
    threads: machine({ initial: 10, story: 20 }),
    script: stream(0, 0.6, 20, { 'a.example': 2, 'b.example': 2 }),
  },
);

/** Entries are bound to threads before an agent is available. A message that arrives later cannot preempt these entries. */
const boundAhead = mailScene(
  {
    id: 'bound-ahead',
    title: 'Entries bound ahead, a message behind them',
    about:
      'The queue manager binds 20 entries before an agent is available. A newsletter to 400 takes all of them. The small message that follows preempts it immediately, and still waits behind the 20 bound entries. Set “bound ahead” to 0 under “the machine”: with late binding it gets the next agent.',
    differs: DIFFERS,
    opensAt: 2_500_000,
    opensWith: 'threads',
  },
  {
    agents: { smtp: 30 },
    params: {
      ...TWO,
      smtp_initial_destination_concurrency: 30,
      smtp_destination_concurrency_limit: 30,
      smtp_delivery_slot_cost: 2,
    },
    servers: { '*': { latency: 400 } },
    threads: machine({
      cpus: 1,
      limit: 1,
      initial: 4,
      growBy: 0,
      prefetch: 20,
      phases: { end: { cpuUs: 2_000 } },
      story: 20,
    }),
    script: [at(0, mail({ 'list.example': 400 })), at(2, mail({ 'friend.example': 2 }))],
  },
);

export const AGENT_SCENES: readonly GalleryItem<MailScenario>[] = [
  slowGreeting,
  herd,
  filterLoad,
  warm,
  boundAhead,
];
