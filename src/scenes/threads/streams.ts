/** Scenes in which the rules of concurrency groups act together: streams of requests, and mail whose agents are threads. */
import { completeScenario } from '../../scenario/defaults.ts';
import { DEFAULT_THREADS } from '../../scenario/threads-defaults.ts';
import type { GalleryItem } from '../item.ts';
import { threadScene } from './story.ts';
import type { MailScenario } from '../../protocol/scenario.ts';

const COSTS = { switch: 5, rewarm: 25 } as const;

export const lifoWarm: GalleryItem = threadScene(
  {
    id: 'lifo-keeps-threads-warm',
    title: 'LIFO keeps the same threads warm',
    about:
      'There are sixteen workers, and barely enough work for two. The newest waiter is woken first, so the same two or three threads do everything and are still warm when they come back. The others sink to the bottom of the stack and might as well not exist.',
    opensAt: 20,
  },
  {
    kind: 'stream',
    cpus: 2,
    cpu: COSTS,
    arrivals: { count: 400, gap: [80, 400] },
    handler: [{ cpu: [50, 150] }],
    policy: { workers: 16, cmgroup: true, cv: 2 },
  },
  [],
  3,
);

export const neverBlocks: GalleryItem = threadScene(
  {
    id: 'handlers-never-block',
    title: 'Handlers that never block',
    about:
      'No thread ever waits inside a handler, so the count never falls while there is work. The two on top of the stack do everything and no other is admitted: here eight workers achieve only what two would. For such programs the document calls the facility useless. The policy laboratory runs both, with equal figures.',
    opensAt: 10,
  },
  {
    kind: 'stream',
    cpus: 2,
    cpu: COSTS,
    arrivals: { count: 400, gap: [60, 160] },
    handler: [{ cpu: [100, 300] }],
    policy: { workers: 8, cmgroup: true },
  },
  [],
  11,
);

export const thousand: GalleryItem = threadScene(
  {
    id: 'a-thousand-threads',
    title: 'A thousand threads',
    about:
      'A thousand workers, four CPUs, CV 4, handlers that wait most of their time. The states are drawn as areas: a few run, dozens are blocked, and the rest wait on the stack. The count stays at CV although any thread may come back from a wait at any time.',
    opensAt: 20,
  },
  {
    kind: 'stream',
    cpus: 4,
    cpu: { ...COSTS, latency: 18_000, minSlice: 2_250, alphaMilli: 20 },
    arrivals: { count: 4_000, gap: [40, 70] },
    handler: [{ cpu: [40, 140] }, { block: [2_000, 12_000] }, { cpu: [40, 140] }],
    policy: { workers: 1_000, cmgroup: true, cv: 4 },
  },
  [],
  5,
);

const slowTitle = 'A slow greeting fills the pool';
const slowAbout =
  'slow.example accepts connections and says nothing; CV is 2 and there are eight agents. One agent after another waits for the greeting. A waiting agent is not counted, so the gate stays open, but it is one more process and one more delivery in progress. The CPUs are idle, mail for fast.example waits, and the process limit is the bottleneck. CV cannot help.';

export const slowGreeting: GalleryItem<MailScenario> = {
  id: 'slow-greeting',
  title: slowTitle,
  about: slowAbout,
  differs:
    'Postfix has no concurrency groups, and its agents are processes: this model combines the two documents.',
  opensAt: 1_500_000,
  opensWith: 'threads',
  scenario: completeScenario({
    title: slowTitle,
    about: slowAbout,
    agents: { smtp: 8 },
    params: {
      initial_destination_concurrency: 8,
      default_destination_concurrency_limit: 8,
      default_destination_recipient_limit: 2,
    },
    servers: { '*': { latency: 100 }, 'slow.example': { latency: 100, fault: { kind: 'silent' } } },
    threads: { ...DEFAULT_THREADS, cpus: 2, limit: 2, initial: 2 },
    script: [
      {
        at: 0,
        command: {
          kind: 'message.inject',
          to: [
            { destination: 'fast.example', count: 12 },
            { destination: 'slow.example', count: 24 },
          ],
        },
      },
      {
        at: 800_000,
        command: { kind: 'message.inject', to: [{ destination: 'fast.example', count: 10 }] },
      },
    ],
  }),
};
