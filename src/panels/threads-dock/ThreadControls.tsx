import { useState } from 'react';
import type { InputError, Result } from '../../protocol/result.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { STORY_FACTOR } from '../../scenario/threads-defaults.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { FigureField } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { PhaseEditor } from './PhaseEditor.tsx';
import css from './threads-dock.module.css';
import type { ThreadSource, ThreadsSetup } from '../../protocol/threads-setup.ts';
import type { Cursor } from '../../protocol/frame.ts';

/** What can be done to agents as threads while they run. Nothing in a run whose agents are not. */
export function ThreadControls() {
  const machine = useMail((scenario) => scenario?.threads);
  const row = useSession((session) => session.threads);
  return machine === undefined || row === null ? null : <Controls row={row} />;
}

function Controls({ row }: { row: ThreadsRow }) {
  const actions = useActions();
  const { name, group, pool } = row;
  return (
    <section className={css.threadControls} aria-label="Agents as threads">
      <h2>
        Agents as threads <span className="dim mono">{name}</span>
      </h2>
      {group === null ? (
        <p className={css.threadsNote}>No group: every agent that is woken gets in.</p>
      ) : (
        <NumberLine
          name="Concurrency value"
          note="0 = CPUs"
          value={group.limit}
          low={0}
          high={Math.max(8, 2 * row.online, group.limit)}
          onSet={(limit) => actions.command({ kind: 'threads.limit', transport: name, limit })}
        />
      )}
      <NumberLine
        name="CPUs"
        value={row.online}
        low={1}
        high={Math.max(8, row.online)}
        onSet={(cpus) => actions.command({ kind: 'threads.cpus', cpus })}
      />
      {pool !== null && (
        <NumberLine
          name="Agents, at most"
          value={pool.max}
          low={0}
          high={Math.max(20, pool.max)}
          onSet={(limit) => actions.setAgents(name, limit)}
        />
      )}
      <NumberLine
        name="Background"
        note="threads that never wait"
        value={row.background}
        low={0}
        high={Math.max(8, row.background)}
        onSet={(count) => actions.command({ kind: 'threads.background', count })}
      />
      <AddAgent row={row} />
      <TimeScale />
      <MachineEditor />
      <PhaseEditor />
    </section>
  );
}

function AddAgent({ row: { name, pool } }: { row: ThreadsRow }) {
  const actions = useActions();
  const [error, setError] = useState<InputError>();
  if (pool === null) return null;
  const full = pool.live >= pool.max;
  return (
    <div className={css.threadsLine}>
      <span>
        {pool.live} of {pool.max} agents exist
      </span>
      <button
        type="button"
        className="btn"
        disabled={full}
        data-tip={full ? 'the process limit is reached' : 'one more thread, ready at once'}
        data-tip-at="end"
        onClick={() =>
          void actions
            .command({ kind: 'threads.add', transport: name, count: 1 })
            .then((result) => setError(result.ok ? undefined : result.errors[0]))
        }
      >
        Add one
      </button>
      <FieldError id="add-agent-error" error={error} />
    </div>
  );
}

/**
 * Waits of seconds next to work of milliseconds: one animation speed cannot show both. The story stretches the work, so
 * that waits are shorter by this factor next to it. It is another run, opened at this instant.
 */
function TimeScale() {
  const threads = useMail((scenario) => scenario?.threads);
  const reopen = useReopen();
  const [error, setError] = useState<InputError>();
  if (threads === undefined || reopen === null) return null;
  const tell = async (story: number) => {
    const result = await reopen({ story });
    setError(result.ok ? undefined : result.errors[0]);
    return result;
  };
  const { story } = threads;
  return (
    <div className={css.timeScale}>
      <Segmented
        label="Time scale"
        value={story > 1 ? 'story' : 'real'}
        options={[
          { value: 'story', text: 'Story' },
          { value: 'real', text: 'Real' },
        ]}
        onChange={(scale) => void tell(scale === 'real' ? 1 : STORY_FACTOR)}
      />
      {story > 1 && (
        <NumberLine name="Shorter by" note="times" value={story} low={2} high={1_000} onSet={tell} />
      )}
      <p className={css.threadsNote}>
        {story > 1
          ? `Next to CPU work, waits and the ticks of the wheel are ${story} times shorter than real: ${workText(story)}. The run starts anew with another factor.`
          : 'True figures: milliseconds of work between seconds of waiting.'}
      </p>
      <FieldError id="time-scale-error" error={error} />
    </div>
  );
}

/** `1 ms of work takes 100 ms of this clock`. */
function workText(story: number): string {
  return `1 ms of work takes ${story >= 1_000 ? `${story / 1_000} s` : `${story} ms`} of this clock`;
}

type Mode = 'plain' | 'fixed' | 'group';

const MODES: readonly { value: Mode; text: string; title: string }[] = [
  { value: 'plain', text: 'plain', title: 'no group: every agent that is woken gets in' },
  { value: 'fixed', text: 'fixed pool', title: 'one agent a CPU, no group' },
  { value: 'group', text: 'group', title: 'a concurrency group with as many runnable agents as CPUs' },
];

const SOURCES: readonly { value: ThreadSource; text: string }[] = [
  { value: 'epoll', text: 'epoll' },
  { value: 'aio-today', text: 'AIO of today' },
  { value: 'aio-intended', text: 'AIO as intended' },
];

function modeOf({ limit, limits, growBy, initial, cpus }: ThreadsSetup): Mode {
  if (limit !== null || Object.values(limits).some((own) => own !== null)) return 'group';
  return growBy === 0 && initial === cpus ? 'fixed' : 'plain';
}

function changeTo(mode: Mode, { cpus }: ThreadsSetup): Partial<ThreadsSetup> {
  if (mode === 'fixed') return { limit: null, limits: {}, initial: cpus, growBy: 0 };
  return { limit: mode === 'group' ? 0 : null, limits: {}, initial: 2, growBy: 1 };
}

/** What the machine is made of. It cannot change under a run: another machine is another run, opened at this instant. */
function MachineEditor() {
  const setup = useMail((scenario) => scenario?.threads);
  const reopen = useReopen();
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<InputError>();
  if (setup === undefined || reopen === null) return null;
  const change = async (part: Partial<ThreadsSetup>) => {
    const result = await reopen(part);
    setError(result.ok ? undefined : result.errors[0]);
    return result;
  };
  return (
    <div className={css.phases}>
      <Segmented
        label="Who is held back"
        value={modeOf(setup)}
        options={MODES}
        onChange={(mode) => void change(changeTo(mode, setup))}
      />
      <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        The machine
      </button>
      {open && <MachineFields setup={setup} change={change} />}
      <FieldError id="machine-error" error={error} />
    </div>
  );
}

interface MachineFieldsProps {
  setup: ThreadsSetup;
  change: (part: Partial<ThreadsSetup>) => Promise<Result<unknown>>;
}

/** What switching, binding and waking cost. */
function MachineFields({ setup, change }: MachineFieldsProps) {
  return (
    <>
      <NumberLine
        name="Bound ahead"
        note="0 = late binding"
        value={setup.prefetch}
        low={0}
        high={Math.max(10, setup.prefetch)}
        onSet={(prefetch) => change({ prefetch })}
      />
      <p className={css.threadsNote}>
        Entries that are bound before an agent is there: no preemption reaches them any more.
      </p>
      <NumberLine
        name="Created at a time"
        note="when no agent waits"
        value={setup.growBy}
        low={0}
        high={Math.max(5, setup.growBy)}
        onSet={(growBy) => change({ growBy })}
      />
      <NumberLine
        name="Switch, µs"
        value={setup.switchUs}
        low={0}
        high={Math.max(50, setup.switchUs)}
        onSet={(switchUs) => change({ switchUs })}
      />
      <NumberLine
        name="Cold cache, µs"
        value={setup.rewarmUs}
        low={0}
        high={Math.max(100, setup.rewarmUs)}
        onSet={(rewarmUs) => change({ rewarmUs })}
      />
      <Select
        text="events by"
        line={css.phasesServer}
        value={setup.source}
        options={SOURCES}
        onChange={(source) => void change({ source })}
      />
      <p className={css.threadsNote}>
        The run starts anew with another machine and shows this instant again.
      </p>
    </>
  );
}

/**
 * The run anew with another machine, with its branches and what was done live, at the same instant; what does not apply to the other
 * machine is told in a notice. Null in a run whose agents are not threads.
 */
function useReopen(): ((change: Partial<ThreadsSetup>) => Promise<Result<Cursor>>) | null {
  const actions = useActions();
  const scenario = useMail((open) => open);
  const at = useSession((session) => session.cursor.at);
  const threads = scenario?.threads;
  if (scenario === null || threads === undefined) return null;
  return async (change) => {
    const { live, branches, branch } = await actions.save();
    const kept = branches === undefined ? { live } : { tree: { branches, branch } };
    return actions.openScenario(
      { ...scenario, threads: { ...threads, ...change } },
      { ...kept, at, play: false },
    );
  };
}

interface NumberLineProps {
  name: string;
  /** In force at this instant. */
  value: number;
  /** Ends of the slider; larger figures can be typed. */
  low: number;
  high: number;
  /** Behind the name: what a special figure means. */
  note?: string;
  onSet: (value: number) => Promise<Result<unknown>>;
}

/** A figure of the machine: a slider for what is usual, and a field for everything. */
function NumberLine({ name, note, low, high, ...rest }: NumberLineProps) {
  return (
    <FigureField
      line={css.numberLine}
      text={
        <>
          {name} {note !== undefined && <span className="dim">{note}</span>}
        </>
      }
      slider={{ label: `${name}, slider`, low, high }}
      {...rest}
    />
  );
}
