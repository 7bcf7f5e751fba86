import type { Micros } from '../../protocol/units.ts';
import type { BranchId } from '../../protocol/ids.ts';
import { useEffect, useRef, useState } from 'react';
import type { InputError } from '../../protocol/result.ts';
import { useApp, useRuntime, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { waitThen } from '../../store/idle.ts';
import { selectTransports } from '../../store/selectors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { formatNumber } from '../../explain/figures.ts';
import { formatSeconds } from '../../explain/format.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import css from './destination.module.css';
import type { FeedbackAmount } from '../../protocol/inspect.ts';
import { Slider } from '../../ui/Slider.tsx';

/** A feedback function: a base from 0 to 1 and its divisor. */
type Knob = FeedbackAmount;

const DIVISOR = { constant: '', perWindow: '/concurrency', perSqrtWindow: '/sqrt_concurrency' } as const;

export function feedbackText(knob: Knob): string {
  return `${formatNumber(knob.base)}${DIVISOR[knob.kind]}`;
}

const SIGNS = ['positive', 'negative'] as const;
type Sign = (typeof SIGNS)[number];

/** Start of a re-run. It stays while the reader tries values, so that all tries start at the same instant. */
interface Anchor {
  run: number;
  branch: BranchId;
  step: number;
  at: Micros;
  /** Position of the run before the first try; every try runs to it. */
  until: Micros;
  /** Branch created by the last try. */
  mine: number;
}

/** Postfix's default amount of feedback, used until the transport exists. */
const WHOLE: Knob = { base: 1, kind: 'constant' };

/** Shortest continuation of a re-run, in microseconds, so that its effect is visible at the end of the run, too. */
const AHEAD_US = 15_000_000;

interface FeedbackKnobsProps {
  transport: string;
  /** Event after which a re-run starts. Null = it starts at the instant shown. */
  from: { step: number; at: Micros; number: number } | null;
}

/**
 * Sliders for the two feedback functions: x for a success, y for a failure. Releasing a slider runs the simulation
 * again with the new value, as a branch, from `from` up to the position that the run had reached.
 */
export function FeedbackKnobs({ transport, from }: FeedbackKnobsProps) {
  const scenarioRule = useMail((scenario) => scenario?.feedback ?? 'shipped');
  const row = useApp((state) => selectTransports(state).find((r) => r.name === transport));
  const { rerun, anchor, forget, error } = useRerun(transport, from);
  return (
    <div className="stack gap-10">
      {SIGNS.map((sign) => (
        <KnobLine
          key={`${sign} ${feedbackText(row?.feedback[sign] ?? WHOLE)}`}
          sign={sign}
          knob={row?.feedback[sign] ?? WHOLE}
          sqrt={scenarioRule === 'documented'}
          onSet={(knob) => rerun(sign, feedbackText(knob))}
        />
      ))}
      <FieldError id="knob-error" error={error} />
      <p className="side-note">
        {anchor === null
          ? `A change re-runs from ${from === null ? 'the instant shown' : `event ${from.number}`}, as a branch if that is in the past.`
          : `Each try re-runs from ${formatSeconds(anchor.at)}.`}
        {anchor !== null && (
          <>
            {' '}
            <button type="button" className="link" onClick={forget}>
              from {from === null ? 'the instant shown' : `event ${from.number}`} instead
            </button>
          </>
        )}
      </p>
    </div>
  );
}

function useRerun(transport: string, chosen: FeedbackKnobsProps['from']) {
  const { actions, store } = useRuntime();
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const [error, setError] = useState<InputError | undefined>();
  const busy = useRef(false);
  const rerun = async (sign: Sign, text: string): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    try {
      const { session } = store.getState();
      const fresh = anchor === null || anchor.run !== session.run || anchor.mine !== session.branch;
      const { cursor, head, branch, run } = session;
      const { step, at } = chosen ?? cursor;
      const until = Math.max(head.at, at + AHEAD_US);
      const from = fresh ? { run, branch, step, at, until, mine: 0 } : anchor;
      await actions.pause();
      if (!fresh) await actions.switchBranch(from.branch);
      if (from.step !== store.getState().session.cursor.step) await actions.seek({ step: from.step });
      const result = await actions.setParam(`${transport}_destination_concurrency_${sign}_feedback`, text);
      setError(result.ok ? undefined : result.errors[0]);
      if (!result.ok) return;
      await actions.seek({ at: from.until });
      setAnchor({ ...from, mine: store.getState().session.branch });
    } finally {
      busy.current = false;
    }
  };
  const run = useSession((session) => session.run);
  const shown = anchor !== null && anchor.run === run ? anchor : null;
  return { rerun, anchor: shown, forget: () => setAnchor(null), error };
}

interface KnobLineProps {
  sign: Sign;
  knob: Knob;
  /** Whether the run's rule supports 1/√window. */
  sqrt: boolean;
  onSet: (knob: Knob) => Promise<void>;
}

const LETTER: Record<Sign, string> = { positive: 'x', negative: 'y' };

/** Milliseconds from the last key press on a slider to the re-run, so that holding a key causes only one re-run. */
const SETTLE_MS = 400;

function KnobLine({ sign, knob, sqrt, onSet }: KnobLineProps) {
  const [draft, setDraft] = useState(knob);
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  const commit = (next: Knob): void => {
    cancel.current();
    if (feedbackText(next) !== feedbackText(knob)) void onSet(next);
  };
  const letter = LETTER[sign];
  const kinds = [
    { value: 'constant' as const, text: letter },
    { value: 'perWindow' as const, text: `${letter}/N` },
    ...(sqrt || draft.kind === 'perSqrtWindow'
      ? [{ value: 'perSqrtWindow' as const, text: `${letter}/√N` }]
      : []),
  ];
  return (
    <div className={`stack gap-4 ${css.knob}`}>
      <div className="row between text-2 sub">
        <span>{sign}</span>
        <Segmented
          label={`${sign} feedback function of the window N`}
          value={draft.kind}
          options={kinds}
          onChange={(kind) => {
            const next = { ...draft, kind };
            setDraft(next);
            commit(next);
          }}
        />
      </div>
      <div className="row">
        <Slider
          label={`${letter} of the ${sign} feedback`}
          min={0}
          max={1}
          step={0.05}
          value={draft.base}
          text={feedbackText(draft)}
          onChange={(base) => {
            const next = { ...draft, base };
            setDraft(next);
            cancel.current();
            cancel.current = waitThen(() => commit(next), SETTLE_MS);
          }}
          onPointerUp={() => commit(draft)}
        />
        <span className="mono text-1 nowrap">{feedbackText(draft)}</span>
      </div>
    </div>
  );
}
