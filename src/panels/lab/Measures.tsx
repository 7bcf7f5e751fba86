import { useState, useCallback } from 'react';
import type { InputError, Result } from '../../protocol/result.ts';
import type { TimerScenario } from '../../protocol/scenario.ts';
import { useTimers } from '../../store/of-kind.ts';
import type { Cursor } from '../../protocol/frame.ts';
import { timerRun } from '../../scenario/kinds/narrow.ts';
import { useActions } from '../../store/hooks.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Line } from './ByHand.tsx';

const TICKS = [1, 10, 100].map((value) => ({ value, text: value === 1 ? '1 ms' : value }));
const SIZES = [8, 20, 60, 512].map((value) => ({ value, text: value }));

/** Fields for tick and size of the wheel. A change runs the same commands again on the new wheel. */
export function Measures({ children }: { children?: React.ReactNode }) {
  const wheel = useTimers((scenario) => scenario?.wheel);
  const { change, error } = useChange();
  if (wheel === undefined) return null;
  return (
    <section className="stack" aria-labelledby="lab-measures">
      <h2 id="lab-measures">
        Wheel size <span className="dim">tick and buckets; a change reruns the same events</span>
      </h2>
      <Line text="tick">
        <Segmented
          className="fill"
          label="Tick of the wheel"
          value={wheel.tickMs}
          options={TICKS}
          onChange={(tickMs) => change((s) => ({ ...s, wheel: { ...s.wheel, tickMs } }))}
        />
      </Line>
      <Line text="size">
        <Segmented
          className="fill"
          label="Buckets of a level"
          value={wheel.size}
          options={SIZES}
          onChange={(size) => change((s) => ({ ...s, wheel: { ...s.wheel, size } }))}
        />
      </Line>
      {children}
      <FieldError id="lab-measures-error" error={error} />
    </section>
  );
}

/** Chooses how an instant becomes a tick: down as in Kafka, which fires up to a tick early, or up as for mail. */
export function Rounding() {
  const up = useTimers((scenario) => scenario?.lab.rounding === 'up');
  const { change } = useChange();
  return (
    <Line text="rounds">
      <Segmented
        className="fill"
        label="How an instant becomes a tick"
        value={up ? 'up' : 'down'}
        options={[
          { value: 'down', text: 'down: raw', title: 'as in Kafka: up to a tick early' },
          { value: 'up', text: 'up', title: 'as for mail: never early' },
        ]}
        onChange={(value) =>
          change((s) => ({
            ...s,
            lab: value === 'up' ? { kind: 'wheel', rounding: 'up' } : { kind: 'wheel' },
          }))
        }
      />
    </Line>
  );
}

type Change = (scenario: TimerScenario) => TimerScenario;

/** `rerun` runs the changed scenario and returns the result; `change` keeps a refusal as `error`. */
export function useChange(): {
  change: (how: Change) => void;
  rerun: (how: Change) => Promise<Result<Cursor>>;
  error: InputError | undefined;
} {
  const rerun = useRerun();
  const [error, setError] = useState<InputError>();
  return {
    error,
    rerun,
    change: (how) => void rerun(how).then((result) => setError(result.ok ? undefined : result.errors[0])),
  };
}

/**
 * Runs the laboratory again with another wheel: the same stream, all commands at the same instants, and the cursor
 * where it was. Live commands become part of the script, because a new run numbers its steps from 1.
 */
function useRerun(): (change: Change) => Promise<Result<Cursor>> {
  const actions = useActions();
  return useCallback(
    async (change) => {
      const { scenario: saved, live, cursor } = await actions.save();
      const scenario = timerRun(saved);
      if (scenario === null) throw new Error('a closed laboratory cannot run again');
      const done = live.map(({ at, command }) => ({ at, command }));
      const script = [...scenario.script, ...done].toSorted((a, b) => a.at - b.at);
      return actions.openScenario(change({ ...scenario, script }), { at: cursor.at, play: false });
    },
    [actions],
  );
}
