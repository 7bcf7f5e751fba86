import { useMemo, useState } from 'react';
import { useSession } from '../../store/hooks.ts';
import { useSweeps } from '../../store/sweeps.ts';
import { formatCount } from '../../explain/format.ts';
import { draftFromHash, draftToHash } from './address.ts';
import { axisNamed, planSweep, type PlannedSweep, type SweepPoint, valuesOf } from './axes.ts';
import './experiments.css';
import { pointFigures } from './figures.ts';
import { SweepResults, type SweepResult } from './SweepResults.tsx';
import { sceneChoices } from './scenes.ts';
import { type Draft, SetupForm } from './SetupForm.tsx';
import { SweepFile } from './SweepFile.tsx';

/** One or two settings over their values, many seeds each, on all cores: what they do to waits, throughput and deferrals. */
export default function ExperimentsPage({ hash }: { hash: string }) {
  const [draft, setDraft] = useState<Draft>(() => draftFromHash(hash));
  const open = useSession((session) => session.scenario);
  const scenes = useMemo(() => sceneChoices(open), [open]);
  const planned = usePlan(draft, scenes);
  const sweep = useSweeps();
  // What was run, as it was set then: the form may have been changed since.
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
      <div className="experiments">
        <header className="experiments-head">
          <h1>Experiments</h1>
          <p className="lead">
            Vary one or two settings, run each combination with many seeds on all cores, and see what becomes
            of the waiting times of small and big messages. Every point opens as a run.
          </p>
        </header>
        <section className="experiments-setup" aria-label="Settings of the experiment">
          <SetupForm draft={draft} scenes={scenes} planned={planned} onChange={setDraft} />
          <div className="row experiments-do">
            {sweep.running ? (
              <button type="button" className="btn big outlined" onClick={sweep.cancel}>
                Cancel
              </button>
            ) : (
              <button
                type="button"
                className="btn big primary"
                disabled={planned?.ok !== true}
                onClick={begin}
              >
                Run
              </button>
            )}
            <Progress sweep={sweep} runs={runs} points={points.length} />
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

interface ProgressProps {
  sweep: ReturnType<typeof useSweeps>;
  runs: number;
  points: number;
}

function Progress({ sweep, runs, points }: ProgressProps) {
  const { running, total, ended, took, fault, figures } = sweep;
  const events = [...figures.values()].flat().reduce((sum, one) => sum + one.events, 0);
  if (total === 0 && !running) {
    return (
      <span className="dim">
        {runs > 0 ? `${points} points, ${formatCount(runs)} runs` : 'see the field above'}
      </span>
    );
  }
  return (
    <>
      {running && <progress max={total} value={ended} aria-label="Runs done" />}
      {/* Read aloud when all is done: each run would interrupt the one before. */}
      <span role="status" aria-live={running ? 'off' : 'polite'}>
        {formatCount(ended)} of {formatCount(total)} runs
        {!running && `, ${formatCount(events)} events in ${(took / 1000).toFixed(1)} s.`}
        {fault !== '' && <span className="bad-text"> A run failed: {fault}</span>}
      </span>
    </>
  );
}
