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
  /** Key of what a mark asked about: offered however far down its list it is. */
  asked: string;
}

export interface WhyGroup {
  text: string;
  options: { key: string; text: string }[];
}

/** Questions by kind, each with the key that `questionOf` reads. */
export function questionsOf(source: WhySource): WhyGroup[] {
  const { jobs, transports, queues, wheel, transport, selected, asked } = source;
  const shown = [...transports.values()].find(({ name }) => name === transport);
  const here = [...queues.values()].filter((queue) => queue.transport === shown?.id);
  const agents = source.threads ? (shown?.agentLimit ?? 0) : 0;
  return [
    {
      text: 'job, next turn',
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
      options: [
        ...here.slice(0, OFFERED),
        ...here.slice(OFFERED).filter(({ name }) => asked === `destination:${transport}:${name}`),
      ].map(({ name }) => ({ key: `destination:${transport}:${name}`, text: name })),
    },
    {
      text: 'transport',
      options: [...transports.values()].map(({ name }) => ({ key: `transport:${name}`, text: name })),
    },
    {
      text: 'timer',
      options: timersOf(wheel, asked),
    },
    {
      text: 'thread of agent',
      options: agentsOf(agents, transport, asked).map((agent) => ({
        key: `thread:${transport}:${agent}`,
        text: `agent ${agent}`,
      })),
    },
  ];
}

/** The soonest timers, and the one that was asked about: it may be a late one, or have run by now. */
function timersOf(wheel: WheelRow | null, asked: string): WhyGroup['options'] {
  const tasks = (wheel?.tasks ?? []).slice(0, OFFERED);
  const options = tasks.map(({ id, label }) => ({ key: `timer:${id}`, text: `${id} ${label}` }));
  const question = questionOf(asked);
  if (wheel === null || question?.about !== 'timer' || options.some(({ key }) => key === asked))
    return options;
  return [...options, { key: asked, text: String(question.number) }];
}

/** The first agents, and the one that was asked about. */
function agentsOf(agents: number, transport: string, asked: string): number[] {
  const first = Array.from({ length: Math.min(agents, OFFERED) }, (_, i) => i + 1);
  const question = questionOf(asked);
  if (question?.about !== 'thread' || question.transport !== transport) return first;
  return question.agent > first.length && question.agent <= agents ? [...first, question.agent] : first;
}

/** What a question is about, in words. */
export function wordsOf(question: WhyQuestion): string {
  switch (question.about) {
    case 'destination':
      return `Destination ${question.name}`;
    case 'transport':
      return `Transport ${question.name}`;
    case 'timer':
      return `Timer ${question.number}`;
    case 'thread':
      return `Thread of agent ${question.agent}`;
    case 'entry':
      return `Entry of message ${question.number} for ${question.destination}`;
    case 'job':
    case 'message':
      return `Message ${question.number}`;
  }
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
    case 'thread': {
      // The names of groups may hold colons: the number stands last.
      const cut = key.lastIndexOf(':');
      return { about, transport: key.slice('thread:'.length, cut), agent: Number(key.slice(cut + 1)) };
    }
    default:
      return null;
  }
}
