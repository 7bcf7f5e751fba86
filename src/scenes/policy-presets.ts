/** Instructive streams for the policy laboratory. Everything that the texts say about a stream was read from its run. */
import { DEFAULT_SETTINGS, type PolicySettings } from '../scenario/policy-settings.ts';

export interface PolicyPreset {
  id: string;
  title: string;
  watch: string;
  settings: PolicySettings;
}

const SHORT = { cpus: 2, workers: 16, cv: 2, gap: [80, 400], cpu: [50, 150], block: [0, 0] } as const;
const WARM: Partial<PolicySettings> = {
  ...SHORT,
  seed: 3,
  count: 1_000,
  rewarmUs: 30,
  alphaMilli: 0,
  request: 500,
};
const BRISK = { cpus: 8, cv: 8, cpu: [20, 60], block: [20, 200], gap: [8, 18], alphaMilli: 0 } as const;

function preset(id: string, title: string, watch: string, given: Partial<PolicySettings>): PolicyPreset {
  return { id, title, watch, settings: { ...DEFAULT_SETTINGS, ...given } };
}

/** The presets in display order. An address without settings shows the first preset. */
export const POLICY_PRESETS: readonly PolicyPreset[] = [
  preset(
    'blocking',
    'Handlers that block',
    'A lets all threads in and they slow each other down; B leaves its CPUs idle; C keeps as many runnable as there are CPUs.',
    {},
  ),
  preset(
    'right-size',
    'A pool of the right size',
    'The same stream with 24 workers: the plain pool finishes as much as the group. If you know the right number, you need no group.',
    { workers: 24 },
  ),
  preset(
    'no-contention',
    'Nothing to fight for',
    'No contention: 64 runnable threads cost only switches, and A finishes as much as C. It just answers later.',
    { alphaMilli: 0 },
  ),
  preset(
    'never-blocks',
    'Handlers that never block',
    'B and C are the same run: without waits, one worker per CPU is enough.',
    { gap: [10, 60], cpu: [100, 300], block: [0, 0], seed: 11, count: 2_000, request: 1_000 },
  ),
  preset(
    'warm',
    'LIFO keeps the same threads warm',
    'Light load. Waking the oldest thread costs a switch on nearly every request; the newest thread is still warm.',
    WARM,
  ),
  preset(
    'herd',
    'AIO herd against epoll',
    'The same light load. In A threads are woken as by AIO: each request wakes all 16, one gets it, and the other 15 switches are wasted. In C they wait at an epoll, which wakes one.',
    { ...WARM, wake: 'herd' },
  ),
  preset(
    'aio',
    'A group cannot help AIO',
    'All three read from an AIO ring, as implemented in the kernel. The herd comes before the gate: C wakes all threads too, and takes seven times as long to answer as the two threads of B.',
    { ...WARM, source: 'aio' },
  ),
  preset(
    'restart',
    'A server comes back',
    'All requests were waiting and arrive together, for a server that takes 20 ms. In A the replies return together: 60 over the limit. C admits a few at a time, so they return a few at a time.',
    {
      gap: [1, 1],
      cpu: [40, 40],
      block: [20_000, 20_000],
      count: 400,
      request: 200,
    },
  ),
  preset(
    'growing',
    'A growing pool',
    'Both pools begin with one worker per CPU and get another when no thread is on standby. A grows to its limit of 64, because every thread it wakes computes. C stops at the size given by the document’s rule.',
    { grow: 1 },
  ),
  preset(
    'short',
    'Short handlers, full load',
    'The group switches more often than the plain pool, and with CPU phases of 40 µs that costs more than it saves: A wins.',
    BRISK,
  ),
  preset(
    'short-among-long',
    'Short requests among long ones',
    'One request in twenty computes 250 times as long as the others. In B they wait until a CPU is free of long ones; with a CV of 6 on 2 CPUs the group lets short ones in between, and long ones take longer.',
    {
      cpus: 2,
      cv: 6,
      workers: 32,
      cpu: [40, 120],
      block: [0, 0],
      gap: [600, 900],
      longs: 5,
      longer: 250,
      alphaMilli: 0,
      count: 2_000,
      request: 1_000,
    },
  ),
  preset(
    'per-cpu',
    'One run queue for each CPU',
    'The same short handlers. The group keeps few threads runnable, and these queue on some CPUs while a quarter of the CPU time is idle.',
    { ...BRISK, runQueue: 'per-cpu' },
  ),
];
