import { useEffect, useRef, useState } from 'react';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { selectJobsInOrder } from '../../store/selectors.ts';
import { useWhy, WhyAnswer } from './WhyAnswer.tsx';
import { questionOf } from './why-key.ts';
import { Select } from '../../ui/Select.tsx';
import type { JobRow, QueueRow, TransportRow, WheelRow } from '../../protocol/rows.ts';

/**
 * Why a job, an entry, a destination, a transport, a timer or a thread does not go on now: the first rule that keeps it
 * back, with its figures. Asks about the selected message until something is chosen here.
 */
export function WhyNot() {
  const jobs = useApp(selectJobsInOrder);
  const transport = useView((view) => view.transport);
  const selected = useView((view) => view.selected);
  const { groups, lookAgain } = useQuestions();
  const actions = useActions();
  const asked = useView((view) => view.asked);
  const listed = (number: number): boolean => jobs.some((job) => job.number === number);
  const known = groups.some(({ options }) => options.some(({ key }) => key === asked));
  const standing =
    selected === 0 ? '' : listed(selected) ? `job:${transport}:${selected}` : `message:${selected}`;
  const chosen = known ? asked : standing;
  const answer = useWhy(questionOf(chosen));
  const answered = answer !== null;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The answer comes below the select that has the focus, often outside the window.
    const asking = answered && ref.current?.contains(document.activeElement);
    if (asking) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [answered, chosen]);
  if (groups.every(({ options }) => options.length === 0)) return null;
  return (
    <div className="stack" ref={ref}>
      <Select
        text={chosen.startsWith('message:') ? 'Where is message' : 'Why not now'}
        line="row between nowrap text-2 sub"
        id="why-not"
        className="mono"
        value={chosen}
        options={[
          { value: '', text: 'choose' },
          ...(standing.startsWith('message:') ? [{ value: standing, text: `message ${selected}` }] : []),
          ...groups.map(({ text, options }) => ({
            group: text,
            options: options.map((option) => ({ value: option.key, text: option.text })),
          })),
        ]}
        onPointerDown={lookAgain}
        onFocus={() => {
          lookAgain();
          ref.current?.scrollIntoView({ block: 'nearest' });
        }}
        onChange={(key) => actions.askAbout(key, '')}
      />
      {answer !== null && <WhyAnswer answer={answer} />}
    </div>
  );
}

interface Offered {
  groups: ReturnType<typeof questionsOf>;
  /** Reads the list again. */
  lookAgain: () => void;
}

/**
 * What can be asked about. While the run plays, the list stays as it was when the reader last opened it: nobody can choose
 * from a list that changes, and drawing it again costs more than the stage.
 */
function useQuestions(): Offered {
  const jobs = useApp(selectJobsInOrder);
  const transports = useSession((session) => session.transports);
  const queues = useSession((session) => session.queues);
  const wheel = useSession((session) => session.wheel);
  const threads = useMail((scenario) => scenario?.threads !== undefined);
  const transport = useView((view) => view.transport);
  const selected = useView((view) => view.selected);
  const asked = useView((view) => view.asked);
  const playing = useSession((session) => session.playing);
  const about = `${transport} ${selected} ${asked}`;
  const [held, setHeld] = useState<{ about: string; groups: Offered['groups'] } | null>(null);
  if (!playing && held !== null) setHeld(null);
  const now = (): Offered['groups'] =>
    questionsOf({ jobs, transports, queues, wheel, threads, transport, selected, asked });
  const groups = playing && held?.about === about ? held.groups : now();
  if (playing && held?.about !== about && groups.some(({ options }) => options.length > 0))
    setHeld({ about, groups });
  return { groups, lookAgain: () => setHeld(playing ? { about, groups: now() } : null) };
}

/** Things of a kind that are listed; the reader selects others in their panel. */
const OFFERED = 60;

/** What can be asked about now. */
interface WhySource {
  jobs: readonly JobRow[];
  transports: ReadonlyMap<number, TransportRow>;
  queues: ReadonlyMap<number, QueueRow>;
  wheel: WheelRow | null;
  /** Agents are threads. */
  threads: boolean;
  transport: string;
  /** Number of the selected message, 0 = none: its entries are offered by destination. */
  selected: number;
  /** Key of what is asked about now: always listed. */
  asked: string;
}

interface WhyGroup {
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

/** The next timers, and the one that is asked about, which may be a later one or have run already. */
function timersOf(wheel: WheelRow | null, asked: string): WhyGroup['options'] {
  const tasks = (wheel?.tasks ?? []).slice(0, OFFERED);
  const options = tasks.map(({ id, label }) => ({ key: `timer:${id}`, text: `${id} ${label}` }));
  const question = questionOf(asked);
  if (wheel === null || question?.about !== 'timer' || options.some(({ key }) => key === asked))
    return options;
  return [...options, { key: asked, text: String(question.number) }];
}

/** The first agents, and the one that is asked about. */
function agentsOf(agents: number, transport: string, asked: string): number[] {
  const first = Array.from({ length: Math.min(agents, OFFERED) }, (_, i) => i + 1);
  const question = questionOf(asked);
  if (question?.about !== 'thread' || question.transport !== transport) return first;
  return question.agent > first.length && question.agent <= agents ? [...first, question.agent] : first;
}
