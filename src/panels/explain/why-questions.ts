import type { JobRow, QueueRow, TransportRow, WheelRow } from '../../protocol/rows.ts';
import { questionOf } from './why-key.ts';

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
