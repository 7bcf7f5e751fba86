import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/app/base.css';
import '../../src/charts/identity.css';
import '../../src/charts/tokens.css';
import { labWheel } from '../../src/core/lab/project.ts';
import { createLab, labStep } from '../../src/core/lab/sim.ts';
import { QueueList } from '../../src/panels/wheel/QueueList.tsx';
import type { WheelView } from '../../src/panels/wheel/useWheelView.ts';
import { WheelStage } from '../../src/panels/wheel/WheelStage.tsx';
import { MILLIS } from '../../src/panels/wheel/wheel-words.ts';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import type { WheelDetail } from '../../src/protocol/wheel.ts';
import { timerScenario } from '../../src/scenario/defaults.ts';
import { RuntimeProvider } from '../../src/store/hooks.ts';
import { createRuntime } from '../../src/store/runtime.ts';
import { type Measured, measureFrames } from './frames.ts';

/**
 * The large wheel with its delay queue while it plays. Each animation frame brings the state after one more wake-up.
 * `measure(timers, frames)` returns the time from the start of each animation frame to the task after its paint.
 */
const nothing = new Promise<never>(() => undefined);
const runtime = createRuntime(new Proxy({} as SessionApi, { get: () => () => nothing }), { storage: null });
const listeners = new Set<() => void>();
let shown: WheelDetail | null = null;

function show(detail: WheelDetail): void {
  shown = detail;
  for (const listener of listeners) listener();
}

const LOOK: Omit<WheelView, 'detail' | 'now'> = {
  follow: 0,
  hovered: 0,
  open: null,
  lod: 'timers',
  table: false,
  setFollow() {},
  setHovered() {},
  setOpen() {},
  setLod() {},
  setTable() {},
};

function Bench() {
  const detail = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => shown,
  );
  if (detail === null) return null;
  return (
    <main className="wheel-hero" style={{ height: '100vh', marginRight: 0 }}>
      <WheelStage view={{ ...LOOK, detail, now: detail.at }} scale={MILLIS} phone={false} />
      <div className="wheel-facts">
        <QueueList view={{ ...LOOK, detail, now: detail.at }} scale={MILLIS} />
      </div>
    </main>
  );
}

/** Delays up to a minute, all equally likely, so that something comes due in nearly every millisecond. */
function start(timers: number): () => WheelDetail {
  const add = { kind: 'lab.add', delay: 1, upTo: 60_000, count: timers } as const;
  const scenario = timerScenario({
    wheel: { tickMs: 1, size: 20 },
    lab: { kind: 'wheel' },
    script: [{ at: 0, command: add }],
  });
  const sim = createLab(scenario, { event() {}, decision() {} });
  labStep(sim);
  return () => {
    labStep(sim);
    const detail = labWheel(sim, { follow: 0, open: null });
    if (detail === null) throw new Error('no wheel');
    return detail;
  };
}

function measure(timers: number, frames: number): Promise<Measured> {
  return measureFrames(frames, start(timers), show);
}

Object.assign(globalThis, { measure });

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <RuntimeProvider runtime={runtime}>
      <Bench />
    </RuntimeProvider>,
  );
