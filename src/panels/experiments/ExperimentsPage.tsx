import { useMemo, useState, useRef } from 'react';
import { useSession } from '../../store/hooks.ts';
import { useSweeps } from '../../store/sweeps.ts';
import { formatCount } from '../../explain/format.ts';
import { Progress } from '../../ui/Progress.tsx';
import type { SweepFigures, SweepLine, SweepSpec } from '../../protocol/experiments.ts';
import { saveText } from '../kit/files.ts';
import { axisNamed, planSweep, type PlannedSweep, type SweepPoint, valuesOf, type Axis } from './axes.ts';
import css from './experiments.module.css';
import { pointFigures } from './sweep-figures.ts';
import { SweepResults, type SweepResult } from './SweepResults.tsx';
import { sceneChoices, type Draft, SetupForm } from './SetupForm.tsx';
import { Button } from '../../ui/Button.tsx';

/** Runs every combination of one or two settings with many seeds, and shows waits, throughput and deferrals. */
export default function ExperimentsPage({ hash }: { hash: string }) {
  const [draft, setDraft] = useState<Draft>(() => draftFromHash(hash));
  const open = useSession((session) => session.scenario);
  const scenes = useMemo(() => sceneChoices(open), [open]);
  const planned = usePlan(draft, scenes);
  const sweep = useSweeps();
  // A copy of the sweep that was run, because the reader may have changed the form since.
  const [ran, setRan] = useState<{ draft: Draft; points: readonly SweepPoint[] } | null>(null);
  const points = planned?.ok === true ? planned.points : [];
  const begin = (): void => {
    history.replaceState(null, '', draftToHash(draft));
    setRan({ draft, points });
    sweep.start(points, Number(draft.seeds));
  };
  const results = useMemo(() => resultsOf(ran?.points ?? [], sweep.figures), [ran, sweep.figures]);
  const runs = points.length * Number(draft.seeds);
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className={`stack gap-24 ${css.experiments}`}>
        <header className="stack gap-10">
          <h1>Experiments</h1>
          <p className="lead">
            Vary one or two settings and run every combination with many seeds. See how the waiting times of
            small and big messages change. Open any point as a run.
          </p>
        </header>
        <section className="panel stack gap-16" aria-label="Settings of the experiment">
          <SetupForm draft={draft} scenes={scenes} planned={planned} onChange={setDraft} />
          <div className="row wrap gap-12 text-2 sub">
            {sweep.running ? (
              <Button look="outlined" size="big" onClick={sweep.cancel}>
                Cancel
              </Button>
            ) : (
              <Button look="primary" size="big" disabled={planned?.ok !== true} onClick={begin}>
                Run
              </Button>
            )}
            <RunsDone sweep={sweep} runs={runs} points={points.length} />
          </div>
          <SweepFile
            draft={draft}
            points={points}
            onResults={(of, made, figures) => {
              setRan({ draft: of, points: made });
              sweep.load(figures);
            }}
          />
        </section>
        {ran !== null && results.length > 0 && (
          <SweepResults
            results={results}
            x={axisNamed(ran.draft.x.kind)?.text ?? ''}
            y={ran.draft.y === null ? '' : (axisNamed(ran.draft.y.kind)?.text ?? '')}
            columns={valuesOf(ran.draft.x)}
            series={ran.draft.y === null ? [''] : valuesOf(ran.draft.y)}
          />
        )}
      </div>
    </main>
  );
}

function usePlan(draft: Draft, scenes: ReturnType<typeof sceneChoices>): PlannedSweep | null {
  return useMemo(() => {
    const scene = scenes.find(({ id }) => id === draft.scene) ?? scenes[0];
    if (scene === undefined) return null;
    const { x, y, seeds } = draft;
    return planSweep({ scenario: scene.scenario, x, y, seeds: Number(seeds) });
  }, [draft, scenes]);
}

function resultsOf(
  points: readonly SweepPoint[],
  figures: ReturnType<typeof useSweeps>['figures'],
): SweepResult[] {
  return points.flatMap((point) => {
    const found = pointFigures(figures.get(point.key) ?? []);
    return found === null ? [] : [{ point, figures: found }];
  });
}

interface RunsDoneProps {
  sweep: ReturnType<typeof useSweeps>;
  runs: number;
  points: number;
}

function RunsDone({ sweep, runs, points }: RunsDoneProps) {
  const { running, total, ended, took, fault, figures } = sweep;
  const events = [...figures.values()].flat().reduce((sum, one) => sum + one.events, 0);
  if (total === 0 && !running) {
    return (
      <span className="dim">
        {runs > 0 ? `${points} points, ${formatCount(runs)} runs` : 'Correct the field above.'}
      </span>
    );
  }
  return (
    <>
      {running && <Progress name="Runs done" max={total} value={ended} />}
      {/* Announced when all runs are done: each announcement would interrupt the one before. */}
      <span role="status" aria-live={running ? 'off' : 'polite'}>
        {formatCount(ended)} of {formatCount(total)} runs
        {!running && `, ${formatCount(events)} events in ${(took / 1000).toFixed(1)} s.`}
        {fault !== '' && <span className={css.fault}> A run failed: {fault}</span>}
      </span>
    </>
  );
}

/** The sweep that the form shows at first. */
export const FIRST_DRAFT: Draft = {
  scene: 'mixed',
  x: { kind: 'delivery_slot_cost', values: '0, 2, 3, 5, 10' },
  y: null,
  seeds: '20',
};

/** The address of a sweep: `#experiments&scene=…&x=name:values&y=…&n=seeds`. */
export function draftToHash({ scene, x, y, seeds }: Draft): string {
  const axis = ({ kind, values }: Axis): string =>
    encodeURIComponent(`${kind}:${values.replaceAll(' ', '')}`);
  const second = y === null ? '' : `&y=${axis(y)}`;
  return `#experiments&scene=${encodeURIComponent(scene)}&x=${axis(x)}${second}&n=${encodeURIComponent(seeds)}`;
}

/** The sweep of an address. `FIRST_DRAFT` replaces parts that are missing or unreadable. */
export function draftFromHash(hash: string): Draft {
  const fields = new URLSearchParams(hash.replace(/^#experiments&?/, ''));
  const axis = (text: string | null): Axis | null => {
    const found = /^([a-z_]{1,80}):(.{0,400})$/s.exec(text ?? '');
    const kind = axisNamed(found?.[1] ?? '');
    return kind === undefined ? null : { kind: kind.id, values: (found?.[2] ?? '').replaceAll(',', ', ') };
  };
  return {
    scene: fields.get('scene') ?? FIRST_DRAFT.scene,
    x: axis(fields.get('x')) ?? FIRST_DRAFT.x,
    y: axis(fields.get('y')),
    seeds: (fields.get('n') ?? FIRST_DRAFT.seeds).slice(0, 8),
  };
}

interface SweepFileProps {
  draft: Draft;
  points: readonly SweepPoint[];
  onResults: (draft: Draft, points: readonly SweepPoint[], figures: Map<string, SweepFigures[]>) => void;
}

/** Largest file of results that the page reads, in bytes. */
const BYTES_MAX = 500_000_000;

/** Saves the sweep as a file for `npm run sweep` on other machines, and opens files with its results. */
function SweepFile({ draft, points, onResults }: SweepFileProps) {
  const chosen = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const read = async (file: File): Promise<void> => {
    setFault('');
    try {
      if (file.size > BYTES_MAX) throw new Error('larger than 500 MB');
      const results = resultsIn(await file.text());
      onResults(results.draft, results.points, results.figures);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setFault(`${file.name}: ${why}. Choose a file written by npm run sweep.`);
    }
  };
  return (
    <div className="row wrap gap-12 text-2 sub">
      <Button
        look="outlined"
        disabled={points.length === 0}
        onClick={() => saveText('sweep.json', JSON.stringify(specOf(draft, points)), 'application/json')}
      >
        Save as a file for npm run sweep
      </Button>
      <Button look="outlined" onClick={() => chosen.current?.click()}>
        Open results
      </Button>
      <input
        ref={chosen}
        type="file"
        accept=".jsonl,.json"
        hidden
        aria-label="Results of a sweep"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void read(file);
          target.value = '';
        }}
      />
      {fault !== '' && (
        <span className={css.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

function specOf({ x, y, scene, seeds }: Draft, points: readonly SweepPoint[]): SweepSpec {
  return { kind: 'sweep', version: 1, x, y, scene, seeds: Number(seeds), points: [...points] };
}

/** Reads results of `npm run sweep`: the sweep in the first line, then one run per line. Throws with the reason. */
export function resultsIn(text: string): {
  draft: Draft;
  points: SweepPoint[];
  figures: Map<string, SweepFigures[]>;
} {
  const [first = '', ...lines] = text.split('\n');
  const spec = JSON.parse(first) as SweepSpec;
  if (spec.kind !== 'sweep' || spec.version !== 1 || !Array.isArray(spec.points))
    throw new Error('the first line is not a sweep');
  const figures = new Map<string, SweepFigures[]>(spec.points.map(({ key }) => [key, []]));
  for (const line of lines) {
    if (line === '') continue;
    const one = JSON.parse(line) as SweepLine;
    const own = figures.get(one.point);
    if (one.kind !== 'run' || own === undefined || !Array.isArray(one.figures?.waits))
      throw new Error('a line is not a run of this sweep');
    own.push(one.figures);
  }
  const { x, y, scene, seeds, points } = spec;
  return { draft: { x, y, scene, seeds: String(seeds) }, points, figures };
}
