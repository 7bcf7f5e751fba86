import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { colouredNumbers, ColouredNumbers } from '../../src/charts/colours.ts';
import '../../src/charts/cells.css';
import '../../src/charts/fonts.css';
import '../../src/charts/identity.css';
import '../../src/charts/tokens.css';
import '../../src/app/base.css';
import { StagePanel } from '../../src/panels/stage/StagePanel.tsx';
import { StripPanel } from '../../src/panels/strip/StripPanel.tsx';
import type { DeliveryRow } from '../../src/protocol/rows.ts';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import { RuntimeProvider } from '../../src/store/hooks.ts';
import { createRuntime, type Runtime } from '../../src/store/runtime.ts';
import {
  crowd,
  DEEP,
  drawDeliveries,
  drawList,
  FIRST_RUN,
  ORPHANS,
  RECORDED_PICTURE,
  siblings,
  TWO_GHOSTS,
  WHOLE_PICTURE,
  WHOLE_STRIP,
} from '../fixtures/rows.ts';

/**
 * Stage and strip without a simulation, on rows drawn as text, to look at and for screenshots. `stage.html?scene=whole&theme=dark`.
 * Several scenes separated by commas are steps, and `globalThis.show(i)` goes to one.
 */
interface Scene {
  list: string;
  strip?: string;
  now: number;
  cost?: number;
}

const SCENES: Record<string, Scene> = {
  whole: { list: WHOLE_PICTURE, strip: WHOLE_STRIP, now: 36.58 },
  before: {
    list: WHOLE_PICTURE.replace(/6\* .*\n/, '').replace(
      '3  L0 d8s12      6x8',
      '3* L0 d8s12 \n 6  L0 s8 @14',
    ),
    strip: WHOLE_STRIP,
    now: 34,
  },
  recorded: { list: RECORDED_PICTURE, now: 6 },
  orphans: { list: ORPHANS, now: 26 },
  deep: { list: DEEP, now: 58 },
  ghosts: { list: TWO_GHOSTS, now: 40 },
  siblings5: { list: siblings(5), now: 70 },
  siblings: { list: siblings(50), now: 99 },
  bars: { list: crowd(30), now: 82 },
  sixty: { list: crowd(60), now: 82 },
  columns: { list: crowd(300), now: 400 },
  dense: { list: crowd(2000), now: 2100 },
  off: { list: WHOLE_PICTURE.replaceAll(/ \d+x\d+ /g, ' '), now: 36, cost: 1 },
  cost5: {
    list: '1* L0 d12b2x10s60 2x1 @0\n2~ L0 s40 @3\n3 L0 s7+50 @4'.replace('s7+50', 's7 +50'),
    now: 36,
    cost: 5,
  },
  many: { list: '1* L0 d42b2x10s60 2x1 @0\n2~ L0 d4s140 @3\n3 L0 d90b4x30s5000 +900 @4', now: 3600 },
  first0: { list: FIRST_RUN[0] as string, strip: '1 1 1', now: 0.4 },
  first1: { list: FIRST_RUN[1] as string, strip: '1 1 1 1 1 1 1 1 2>1', now: 2 },
  first2: { list: FIRST_RUN[2] as string, strip: '1 1 1 1 1 1 1 1 2>1 2 2 1 1 1 1 1 1 1', now: 4 },
  empty: { list: '', now: 0 },
  long: { list: WHOLE_PICTURE, strip: Array.from({ length: 8 }, () => WHOLE_STRIP).join(' '), now: 290 },
};

const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';

const nothing = new Promise<never>(() => undefined);
const session = new Proxy({} as SessionApi, { get: () => () => nothing });
const runtime: Runtime = createRuntime(session, { storage: null });

/** The drawn strip has its own clock. It is made to end just before now, with the last few deliveries still open. */
function squeezed(strip: readonly DeliveryRow[], at: number): DeliveryRow[] {
  const end = strip.at(-1)?.start ?? 0;
  const scale = (at * 0.99) / Math.max(end, 1);
  return strip.map((row) => ({ ...row, start: row.start * scale, end: row.end * scale }));
}

let seq = 0;
function show(name: string, motion: 'none' | 'forward' | 'back' | 'jump' = 'forward'): void {
  const scene = SCENES[name] ?? (SCENES['whole'] as Scene);
  const drawn = drawList(scene.list, scene.cost ?? 2);
  const strip = scene.strip === undefined ? [] : drawDeliveries(scene.strip);
  const at = scene.now * 1_000_000;
  const deliveries = squeezed(strip, at);
  seq += 1;
  runtime.store.setState((state) => ({
    ...state,
    session: {
      ...state.session,
      status: 'ready',
      seq,
      run: 1,
      motion,
      playing: query.has('playing'),
      speed: Number(query.get('playing') ?? 1),
      cursor: { at, step: seq, event: seq, decision: seq },
      transports: new Map([[1, { ...drawn.transport, rev: seq, selections: deliveries.length }]]),
      jobs: new Map(drawn.jobs.map((job) => [job.id, job])),
      deliveries: new Map(deliveries.map((row) => [row.id, row])),
    },
    view: { ...state.view, reducedMotion: query.has('reduced') },
  }));
}
Object.assign(globalThis, { show, runtime });
show(query.get('scene') ?? 'whole', 'none');

function Page() {
  const [{ jobs, transport }] = useState(() => drawList(SCENES[query.get('scene') ?? 'whole']?.list ?? ''));
  const number = (id: number): number => jobs.find((job) => job.id === id)?.number ?? 0;
  const coloured = colouredNumbers({
    current: number(transport.current),
    candidate: number(transport.candidate),
    stacked: jobs.filter((job) => job.parent !== 0 || job.children.length > 0).map((job) => job.number),
    oldestFirst: transport.byTime.map(number),
  });
  return (
    <ColouredNumbers value={coloured}>
      <RuntimeProvider runtime={runtime}>
        <div style={{ display: 'grid', gridTemplateRows: 'minmax(0,1fr) auto', height: '100%' }}>
          <StagePanel />
          {!query.has('nostrip') && <StripPanel />}
        </div>
      </RuntimeProvider>
    </ColouredNumbers>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);
