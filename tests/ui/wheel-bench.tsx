import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/app/base.css';
import '../../src/charts/identity.css';
import '../../src/charts/tokens.css';
import { labWheel } from '../../src/core/lab/project.ts';
import { createLab, labStep } from '../../src/core/lab/sim.ts';
import { QueueList } from '../../src/panels/wheel/QueueList.tsx';
import type { WheelView } from '../../src/panels/wheel/useWheelView.ts';
import '../../src/panels/wheel/wheel.css';
import '../../src/panels/wheel/wheel-facts.css';
import { WheelStage } from '../../src/panels/wheel/WheelStage.tsx';
import { MILLIS } from '../../src/panels/wheel/words.ts';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import type { WheelDetail } from '../../src/protocol/wheel.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { RuntimeProvider } from '../../src/store/hooks.ts';
import { createRuntime } from '../../src/store/runtime.ts';

/**
 * The large wheel with its delay queue while it plays: each animation frame brings the state after one wake-up more.
 * `measure(timers, frames)` answers with the time from the start of each animation frame to the task after its paint.
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
        <QueueList detail={detail} now={detail.at} scale={MILLIS} open={null} onOpen={LOOK.setOpen} />
      </div>
    </main>
  );
}

/** A minute of delays, all equally likely: something comes due at nearly every millisecond. */
function start(timers: number): () => WheelDetail {
  const add = { kind: 'lab.add', delay: 1, upTo: 60_000, count: timers } as const;
  const scenario = completeScenario({
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

/** Resolves in the first task after the paint that follows. */
function afterPaint(): Promise<number> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(performance.now());
    };
    port2.postMessage(0);
  });
}

const WARM = 30;

async function measure(
  timers: number,
  frames: number,
): Promise<{ frames: number[]; intervals: number[]; longTasks: number }> {
  const result = { frames: [] as number[], intervals: [] as number[], longTasks: 0 };
  const observer = new PerformanceObserver((list) => {
    result.longTasks += list.getEntries().length;
  });
  const next = start(timers);
  let last = 0;
  for (let step = 0; step < frames + WARM; step += 1) {
    // Made before the frame: on the page it arrives from the worker.
    const detail = next();
    const began = await new Promise<number>((resolve) =>
      requestAnimationFrame(() => resolve(performance.now())),
    );
    show(detail);
    const done = await afterPaint();
    if (step === WARM) observer.observe({ type: 'longtask' });
    if (step > WARM) {
      result.frames.push(done - began);
      result.intervals.push(began - last);
    }
    last = began;
  }
  observer.disconnect();
  return result;
}

Object.assign(globalThis, { measure });

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <RuntimeProvider runtime={runtime}>
      <Bench />
    </RuntimeProvider>,
  );
