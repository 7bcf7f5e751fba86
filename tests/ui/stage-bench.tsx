import { createRoot } from 'react-dom/client';
import '../../src/app/base.css';
import '../../src/charts/cells.css';
import '../../src/charts/identity.css';
import '../../src/charts/tokens.css';
import { StagePanel } from '../../src/panels/stage/StagePanel.tsx';
import { StripPanel } from '../../src/panels/strip/StripPanel.tsx';
import type { Frame } from '../../src/protocol/frame.ts';
import type { DeliveryRow, JobRow, ListRow } from '../../src/protocol/rows.ts';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import { RuntimeProvider } from '../../src/store/hooks.ts';
import { ingestFrame } from '../../src/store/ingest.ts';
import { createRuntime } from '../../src/store/runtime.ts';
import { type Measured, measureFrames } from './frames.ts';
import { crowd, drawList } from '../fixtures/rows.ts';

/**
 * Stage and strip while a list of many jobs plays. Each animation frame brings a frame in which every twentieth job has
 * changed, including the first cards, and one more delivery. `measure(jobs, frames)` returns the time from the start of
 * each animation frame to the task after its paint, and the number of long tasks.
 */
const nothing = new Promise<never>(() => undefined);
const runtime = createRuntime(new Proxy({} as SessionApi, { get: () => () => nothing }), { storage: null });

const drawn = drawList(crowd(60), 2);
const STRIP = 600;

function listOf(count: number, step: number): ListRow {
  const buffer = new ArrayBuffer(count * 14);
  const list: ListRow = {
    id: 1,
    rev: step + 1,
    ids: new Uint32Array(buffer, 0, count),
    numbers: new Uint32Array(buffer, count * 4, count),
    left: new Uint32Array(buffer, count * 8, count),
    blocked: new Uint8Array(buffer, count * 12, count),
    flags: new Uint8Array(buffer, count * 13, count),
  };
  for (let i = 0; i < count; i += 1) {
    list.ids[i] = i + 1;
    list.numbers[i] = i + 1;
    // Another twentieth of the jobs changes with each step.
    list.left[i] = ((i * 7919) % 900) + Math.floor((step + (i % 20)) / 20);
    list.flags[i] = i % 17 === 5 ? 1 : 0;
  }
  return list;
}

function changed(job: JobRow, step: number): JobRow {
  if (job.id % 20 !== step % 20) return job;
  const selected = Math.min(job.read, job.selected + (step % 2));
  return { ...job, rev: step + 10, selected, queued: job.queued };
}

function deliveryOf(id: number): DeliveryRow {
  const start = id * 20_000;
  const end = start + 300_000;
  const rest = { bounced: 0, reason: '', preempted: id % 50 === 0 ? 1 : 0, preemptor: 2, recipients: 1 };
  return {
    id,
    rev: 1,
    transport: 1,
    agent: id % 20,
    number: (id % 24) + 1,
    entry: id,
    queue: 'a.example',
    start,
    end,
    result: 'ok',
    ...rest,
  };
}

let seq = 0;
function frameOf(count: number, step: number): Frame {
  const jobs = drawn.jobs.slice(0, 14).map((job) => changed(job, step));
  const at = (STRIP + step) * 20_000;
  const cursor = { at, step, event: step, decision: step };
  const first = step === 0;
  const newest = Array.from({ length: STRIP }, (_, i) => deliveryOf(i + 1));
  const base = { run: count, cursor, head: cursor, branch: 1, playing: true, speed: 1, idle: false };
  seq += 1;
  return {
    ...base,
    seq,
    base: first ? null : seq - 1,
    motion: 'forward',
    rows: {
      transport: [
        { ...drawn.transport, rev: step, jobs: jobs.map((job) => job.id), jobCount: count, selections: step },
      ],
      job: first ? jobs : jobs.filter((job) => job.rev === step + 10),
      queue: [],
      message: [],
      delivery: first ? newest : [deliveryOf(STRIP + step)],
    },
    removed: { transport: [], job: [], queue: [], message: [], delivery: first ? [] : [step] },
    lists: [listOf(count, step)],
    decision: null,
    events: [],
    skipped: { decisions: 0, events: 0 },
  };
}

function measure(count: number, frames: number): Promise<Measured> {
  return measureFrames(
    frames,
    (step) => frameOf(count, step),
    (frame) => ingestFrame(runtime.store, frame),
  );
}

Object.assign(globalThis, { measure });

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <RuntimeProvider runtime={runtime}>
      <div style={{ display: 'grid', gridTemplateRows: 'minmax(0,1fr) auto', height: '100vh' }}>
        <StagePanel />
        <StripPanel />
      </div>
    </RuntimeProvider>,
  );
