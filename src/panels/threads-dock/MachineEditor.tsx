import { useState } from 'react';
import type { InputError, Result } from '../../protocol/result.ts';
import type { ThreadsSetup, ThreadSource } from '../../protocol/threads-setup.ts';
import { useMail } from '../../store/of-kind.ts';
import { FieldError } from '../kit/FieldError.tsx';
import { Segmented } from '../kit/Segmented.tsx';
import { NumberLine } from './NumberLine.tsx';
import { useReopen } from './useReopen.ts';
import './threads-dock.css';

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
export function MachineEditor() {
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
    <div className="phases">
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
      <p className="threads-note">
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
      <label className="phases-server">
        <span>events by</span>
        <select
          className="pick"
          value={setup.source}
          onChange={(event) => void change({ source: event.target.value as ThreadSource })}
        >
          {SOURCES.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <p className="threads-note">The run starts anew with another machine and shows this instant again.</p>
    </>
  );
}
