import { useState } from 'react';
import type { InputError } from '../../protocol/result.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { STORY_FACTOR } from '../../scenario/threads-defaults.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { FieldError } from '../kit/FieldError.tsx';
import { Segmented } from '../kit/Segmented.tsx';
import { MachineEditor } from './MachineEditor.tsx';
import { NumberLine } from './NumberLine.tsx';
import { PhaseEditor } from './PhaseEditor.tsx';
import { useReopen } from './useReopen.ts';
import './threads-dock.css';

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
    <section className="thread-controls" aria-label="Agents as threads">
      <h2>
        Agents as threads <span className="dim mono">{name}</span>
      </h2>
      {group === null ? (
        <p className="threads-note">No group: every agent that is woken gets in.</p>
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
    <div className="threads-line">
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
    <div className="time-scale">
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
      <p className="threads-note">
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
