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
import css from './dock.module.css';
import type { ThreadSource, ThreadsSetup } from '../../protocol/threads-setup.ts';
import { Button } from '../../ui/Button.tsx';

/** Shows the controls of agents as threads; nothing in other runs. */
export function ThreadControls() {
  const machine = useMail((scenario) => scenario?.threads);
  const row = useSession((session) => session.threads);
  return machine === undefined || row === null ? null : <Controls row={row} />;
}

function Controls({ row }: { row: ThreadsRow }) {
  const actions = useActions();
  const { name, group, pool } = row;
  return (
    <section className={`stack gap-6 ${css.controls}`} aria-label="Agents as threads">
      <h2>
        Agents as threads <span className="dim mono">{name}</span>
      </h2>
      {group === null ? (
        <p className="text-1 dim">No group: every agent that is woken runs.</p>
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
    <div className="row wrap between gap-6 text-2 sub">
      <span>
        {pool.live} of {pool.max} agents exist
      </span>
      <Button
        disabled={full}
        data-tip={full ? 'the process limit is reached' : 'one more thread, ready immediately'}
        data-tip-at="end"
        onClick={() =>
          void actions
            .command({ kind: 'threads.add', transport: name, count: 1 })
            .then((result) => setError(result.ok ? undefined : result.errors[0]))
        }
      >
        Add one
      </Button>
      <FieldError id="add-agent-error" error={error} />
    </div>
  );
}

/**
 * Chooses between real durations and "story" time, in which waits are shorter. In real time no playing speed would show
 * both waits of seconds and CPU work of milliseconds. A change starts a new run and opens it at the same instant.
 */
function TimeScale() {
  const { setup, change, error } = useMachine();
  if (setup === undefined) return null;
  const tell = (factor: number) => change({ story: factor });
  const { story } = setup;
  return (
    <div className="stack gap-6">
      <Segmented
        className="fill"
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
      <p className="text-1 dim">
        {story > 1
          ? `Next to CPU work, waits and ticks of the wheel are ${story} times shorter than real. ${workText(story)}. Another factor restarts the run.`
          : 'Real durations: milliseconds of work between seconds of waiting.'}
      </p>
      <FieldError id="time-scale-error" error={error} />
    </div>
  );
}

/** The factor of the story in words, such as `1 ms of work takes 100 ms of this clock`. */
function workText(story: number): string {
  return `1 ms of work takes ${story >= 1_000 ? `${story / 1_000} s` : `${story} ms`} of this clock`;
}

type Mode = 'plain' | 'fixed' | 'group';

const MODES: readonly { value: Mode; text: string; title: string }[] = [
  { value: 'plain', text: 'plain', title: 'no group: every agent that is woken runs' },
  { value: 'fixed', text: 'fixed pool', title: 'one agent per CPU, no group' },
  { value: 'group', text: 'group', title: 'a concurrency group, one runnable agent per CPU' },
];

const SOURCES: readonly { value: ThreadSource; text: string }[] = [
  { value: 'epoll', text: 'epoll' },
  { value: 'aio-today', text: 'AIO, current' },
  { value: 'aio-intended', text: 'AIO, intended' },
];

function modeOf({ limit, limits, growBy, initial, cpus }: ThreadsSetup): Mode {
  if (limit !== null || Object.values(limits).some((own) => own !== null)) return 'group';
  return growBy === 0 && initial === cpus ? 'fixed' : 'plain';
}

function changeTo(mode: Mode, { cpus }: ThreadsSetup): Partial<ThreadsSetup> {
  if (mode === 'fixed') return { limit: null, limits: {}, initial: cpus, growBy: 0 };
  return { limit: mode === 'group' ? 0 : null, limits: {}, initial: 2, growBy: 1 };
}

/** Edits the machine: CPUs and the like. A change starts a new run, which opens at this instant. */
function MachineEditor() {
  const { setup, change, error } = useMachine();
  const [open, setOpen] = useState(false);
  if (setup === undefined) return null;
  return (
    <div className="stack gap-6">
      <Segmented
        className="fill"
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

const MACHINE_FIGURES = [
  { field: 'prefetch', name: 'Bound ahead', note: '0 = late binding', high: 10 },
  { field: 'growBy', name: 'Created at a time', note: 'when no agent waits', high: 5 },
  { field: 'switchUs', name: 'Switch, µs', high: 50 },
  { field: 'rewarmUs', name: 'Cold cache, µs', high: 100 },
] as const;

function MachineFields({ setup, change }: MachineFieldsProps) {
  return (
    <>
      {MACHINE_FIGURES.map(({ field, high, ...words }) => (
        <NumberLine
          key={field}
          {...words}
          value={setup[field]}
          low={0}
          high={Math.max(high, setup[field])}
          onSet={(value) => change({ [field]: value })}
        />
      ))}
      <p className="text-1 dim">Entries bound ahead get an agent early. Preemption no longer affects them.</p>
      <Select
        text="Event source"
        line="row text-1 sub"
        value={setup.source}
        options={SOURCES}
        onChange={(source) => void change({ source })}
      />
      <p className="text-1 dim">A change restarts the run and shows this instant again.</p>
    </>
  );
}

/**
 * The machine of the open run, undefined where agents are not threads. `change` restarts the run with another machine,
 * with its branches and live commands, at the same instant. A notice lists commands that do not apply any more.
 */
function useMachine() {
  const actions = useActions();
  const scenario = useMail((open) => open);
  const at = useSession((session) => session.cursor.at);
  const [error, setError] = useState<InputError>();
  const setup = scenario?.threads;
  const change = async (part: Partial<ThreadsSetup>): Promise<Result<unknown>> => {
    if (scenario === null || setup === undefined) return { ok: true, value: null };
    const { live, branches, branch } = await actions.save();
    const kept = branches === undefined ? { live } : { tree: { branches, branch } };
    const result = await actions.openScenario(
      { ...scenario, threads: { ...setup, ...part } },
      { ...kept, at, play: false },
    );
    setError(result.ok ? undefined : result.errors[0]);
    return result;
  };
  return { setup, change, error };
}

interface NumberLineProps {
  name: string;
  /** Value in force at this instant. */
  value: number;
  /** Ends of the slider. The field also accepts larger figures. */
  low: number;
  high: number;
  /** Text below the name that says what a special figure means. */
  note?: string;
  onSet: (value: number) => Promise<Result<unknown>>;
}

function NumberLine({ name, note, low, high, ...rest }: NumberLineProps) {
  return (
    <FigureField
      line={`field-line ${css.figure}`}
      text={
        <span className="stack gap-2">
          {name} {note !== undefined && <span className="dim">{note}</span>}
        </span>
      }
      slider={{ label: `${name}, slider`, low, high }}
      {...rest}
    />
  );
}
