import { expect, test } from 'vitest';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { createDraw, type Draw } from '../../src/learn/questions/draw.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { fakeEnv, openPage, type Page, picture } from '../fixtures/session-harness.ts';
import { runCount } from '../fixtures/all.ts';

const WAYS = runCount(30);
const SEED = 1807;
const AT_MOST = WAYS * 2000;
/** Seeds that once gave the reader no answer, or had a wrong effect. */
const FOUND: readonly number[] = [5064, 5648, 5915, 6012];
const EVENTS = 300;
/** Time limit, in turns of the event loop. The longest path here takes some hundred turns. */
const TURNS = 5_000;

/** One action of a reader, which may begin while another action is in progress. */
function act({ api }: Page, scenario: Scenario, draw: Draw): Promise<unknown> {
  const direction = draw.pick([1, -1] as const) ?? 1;
  switch (draw.below(9)) {
    case 0:
    case 1:
      return api.seek({ event: draw.below(EVENTS) });
    case 2:
      return api.step(draw.pick(['event', 'decision', 'second'] as const) ?? 'event', direction);
    case 3:
    case 4:
      return api.play(1 + draw.below(2000), draw.pick(['time', 'step'] as const));
    case 5:
      return api.pause();
    case 6:
      return api.command(
        scenario.kind === 'mail'
          ? { kind: 'message.inject', to: [{ destination: 'fork.example', count: 3 }] }
          : { kind: 'lab.add', delay: 50, count: 5 },
      );
    case 7:
      return api.switchBranch(1);
    default:
      return draw.below(2) === 0 ? api.ask('memory') : api.save();
  }
}

/** Tells whether all promises settle. Counts turns of the event loop, because a stuck loop still advances the clock. */
async function answered(all: Promise<unknown>[]): Promise<boolean> {
  let done = false;
  void Promise.allSettled(all).then(() => {
    done = true;
  });
  for (let turn = 0; turn < TURNS && !done; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return done;
}

test(
  `${WAYS} impatient readers all get answers and leave the run unchanged`,
  async () => {
    for (const seed of [...FOUND, ...Array.from({ length: WAYS }, (_, way) => SEED + way)]) {
      const draw = createDraw(seed);
      const { id, scenario } = GALLERY[draw.below(GALLERY.length)]!;
      const name = `seed ${seed}, ${id}`;
      const env = Object.assign(fakeEnv(draw.pick([1, 1, 3]) ?? 1), { sliceMs: 1 + draw.below(12) });
      const page = await openPage(anyEngine, scenario, env);
      const all: Promise<unknown>[] = [];
      for (let i = 5 + draw.below(8); i > 0; i -= 1) {
        all.push(act(page, scenario, draw));
        for (let turns = draw.below(6); turns > 0; turns -= 1) await env.turn();
      }
      all.push(page.api.pause());
      expect(await answered(all), name).toBe(true);
      expect(
        page.notices.filter(({ kind }) => kind === 'invariant'),
        name,
      ).toEqual([]);
      const saved = await page.api.save();
      const seek = page.api.seek({ event: EVENTS });
      expect(await answered([seek]), name).toBe(true);
      const { branches, branch } = saved;
      const tree = branches === undefined ? undefined : { branches, branch };
      const live = branches?.[0]?.live ?? saved.live;
      const fresh = await openPage(anyEngine, scenario, fakeEnv(), {
        open: [saved.scenario, live, { step: saved.cursor.step }, tree],
      });
      await fresh.api.seek({ step: (await seek).step });
      expect(await page.api.ask('hash'), name).toBe(await fresh.api.ask('hash'));
      const rest = (one: Page): unknown => ({ ...(picture(one) as object), cursor: 0 });
      expect(rest(page), name).toEqual(rest(fresh));
    }
  },
  AT_MOST,
);
