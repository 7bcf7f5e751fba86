import type { JobRow, QueueRow, TransportRow, WheelRow } from '../../protocol/rows.ts';
import type { WhyQuestion } from '../../protocol/why.ts';

/** Things of a kind that are offered by name; of a list of thousands one is asked about by selecting it. */
const OFFERED = 60;

/** What can be asked about now. */
export interface WhySource {
  jobs: readonly JobRow[];
  transports: ReadonlyMap<number, TransportRow>;
  queues: ReadonlyMap<number, QueueRow>;
  wheel: WheelRow | null;
  /** Agents are threads. */
  threads: boolean;
  transport: string;
  /** Number of the selected message, 0 = none: its entries are offered by destination. */
  selected: number;
}

export interface WhyGroup {
  text: string;
  options: { key: string; text: string }[];
}

/** Questions by kind, each with the key that `questionOf` reads. */
export function questionsOf(source: WhySource): WhyGroup[] {
  const { jobs, transports, queues, wheel, transport, selected } = source;
  const shown = [...transports.values()].find(({ name }) => name === transport);
  const here = [...queues.values()].filter((queue) => queue.transport === shown?.id);
  const agents = source.threads ? (shown?.agentLimit ?? 0) : 0;
  return [
    {
      text: 'job, next slot',
      options: jobs
        .slice(0, OFFERED)
        .map(({ number }) => ({ key: `job:${transport}:${number}`, text: String(number) })),
    },
    {
      text: `entries of message ${selected}`,
      options:
        selected === 0 || !jobs.some(({ number }) => number === selected)
          ? []
          : here.slice(0, OFFERED).map(({ name }) => ({
              key: `entry:${transport}:${selected}:${name}`,
              text: `${selected} for ${name}`,
            })),
    },
    {
      text: 'destination',
      options: here
        .slice(0, OFFERED)
        .map(({ name }) => ({ key: `destination:${transport}:${name}`, text: name })),
    },
    {
      text: 'transport',
      options: [...transports.values()].map(({ name }) => ({ key: `transport:${name}`, text: name })),
    },
    {
      text: 'timer',
      options: (wheel?.tasks ?? []).slice(0, OFFERED).map(({ id, label }) => ({
        key: `timer:${id}`,
        text: `${id} ${label}`,
      })),
    },
    {
      text: 'thread of agent',
      options: Array.from({ length: Math.min(agents, OFFERED) }, (_, i) => ({
        key: `thread:${transport}:${i + 1}`,
        text: `agent ${i + 1}`,
      })),
    },
  ];
}

/** The question behind a key; null for "" and for what is no key. Destinations may hold colons: they stand last. */
export function questionOf(key: string): WhyQuestion | null {
  const [about = '', first = '', ...others] = key.split(':');
  const rest = others.join(':');
  switch (about) {
    case 'job':
      return { about, transport: first, number: Number(rest) };
    case 'message':
      return { about, number: Number(first) };
    case 'entry': {
      const [number = '', ...names] = others;
      return { about, transport: first, number: Number(number), destination: names.join(':') };
    }
    case 'destination':
      return { about, transport: first, name: rest };
    case 'transport':
      return { about, name: first };
    case 'timer':
      return { about, number: Number(first) };
    case 'thread':
      return { about, transport: first, agent: Number(rest) };
    default:
      return null;
  }
}
