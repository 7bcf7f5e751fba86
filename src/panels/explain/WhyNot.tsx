import { useEffect, useRef, useState } from 'react';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { selectJobsInOrder } from '../../store/selectors.ts';
import { useWhy, WhyAnswer } from './WhyAnswer.tsx';
import { questionOf } from './why-key.ts';
import { Select } from '../../ui/Select.tsx';
import type { JobRow, QueueRow, TransportRow, WheelRow } from '../../protocol/rows.ts';

/**
 * Answers why a job, entry, destination, transport, timer or thread does not proceed: the first rule that blocks it,
 * with its figures. Asks about the selected message until the reader chooses a subject in this form.
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
    // Scroll to the answer: it appears below the focused select, often outside the window.
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
  lookAgain: () => void;
}

/**
 * Choices for the question. While the run plays, the list stays as it was when last opened: nobody can choose from a
 * changing list, and redrawing it costs more than the stage.
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

/** Largest number of choices listed per kind; others can be selected in their panel. */
const OFFERED = 60;

interface WhySource {
  jobs: readonly JobRow[];
  transports: ReadonlyMap<number, TransportRow>;
  queues: ReadonlyMap<number, QueueRow>;
  wheel: WheelRow | null;
  /** True in a run whose agents are threads. */
  threads: boolean;
  transport: string;
  /** Number of the selected message, 0 = none. Its entries are offered by destination. */
  selected: number;
  /** Key of the current question, which is always listed. */
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

/** The next timers, plus the current question's timer, which may be a later one or have run already. */
function timersOf(wheel: WheelRow | null, asked: string): WhyGroup['options'] {
  const tasks = (wheel?.tasks ?? []).slice(0, OFFERED);
  const options = tasks.map(({ id, label }) => ({ key: `timer:${id}`, text: `${id} ${label}` }));
  const question = questionOf(asked);
  if (wheel === null || question?.about !== 'timer' || options.some(({ key }) => key === asked))
    return options;
  return [...options, { key: asked, text: String(question.number) }];
}

/** The first agents, plus the current question's agent. */
function agentsOf(agents: number, transport: string, asked: string): number[] {
  const first = Array.from({ length: Math.min(agents, OFFERED) }, (_, i) => i + 1);
  const question = questionOf(asked);
  if (question?.about !== 'thread' || question.transport !== transport) return first;
  return question.agent > first.length && question.agent <= agents ? [...first, question.agent] : first;
}
