import { expect, test } from 'vitest';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { createDraw, type Draw } from '../../src/learn/questions/draw.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { fakeEnv, openPage, type Page, picture } from '../fixtures/session-harness.ts';
import { runCount } from '../fixtures/all.ts';

const WAYS = runCount(60);
const SEED = 2113;
const AT_MOST = WAYS * 1000;
const EVENTS = 400;

/** Goes to the end as a reader might: in pieces, back and forth, with a branch, a restart and a crash. */
async function wander(scenario: Scenario, draw: Draw): Promise<Page> {
  const slices = () => Object.assign(fakeEnv(draw.pick([0, 0, 1, 3]) ?? 0), { sliceMs: 1 + draw.below(12) });
  let page = await openPage(anyEngine, scenario, slices());
  for (let i = 4 + draw.below(6); i > 0; i -= 1) {
    const { api } = page;
    switch (draw.below(7)) {
      case 0:
        await api.seek({ event: draw.below(EVENTS) });
        break;
      case 1:
        await api.step(
          draw.pick(['event', 'decision', 'second'] as const) ?? 'event',
          draw.below(2) === 0 ? 1 : -1,
        );
        break;
      case 2: {
        // Two concurrent seeks: the second replaces the first before it has ended.
        const first = api.seek({ event: EVENTS });
        await page.env.turn();
        await api.seek({ event: draw.below(EVENTS) });
        await first;
        break;
      }
      case 3:
        await api.play(1 + draw.below(1000), draw.pick(['time', 'time', 'step'] as const));
        for (let turn = draw.below(5); turn > 0; turn -= 1) await page.env.turn();
        await api.pause();
        break;
      case 4: {
        await api.seek({ event: draw.below(EVENTS) });
        const forked = await api.command(
          scenario.kind === 'mail'
            ? { kind: 'message.inject', to: [{ destination: 'fork.example', count: 3 }] }
            : { kind: 'lab.add', delay: 50, count: 5 },
        );
        if (forked.ok) await api.step('event', 1);
        break;
      }
      default: {
        // A crash or reload: a new session opens the saved run.
        const saved = await api.save();
        const tree =
          saved.branches === undefined ? undefined : { branches: saved.branches, branch: saved.branch };
        const live = saved.branches?.[0]?.live ?? saved.live;
        page = await openPage(anyEngine, scenario, slices(), {
          open: [scenario, live, { step: saved.cursor.step }, tree],
        });
      }
    }
  }
  return page;
}

/** Returns to a branch without live commands, where the run is that of the scenario alone. */
async function alone(page: Page, scenario: Scenario): Promise<Page> {
  const saved = await page.api.save();
  const plain = saved.branches === undefined ? saved.live.length === 0 : saved.branches[0]?.live.length === 0;
  if (!plain) return openPage(anyEngine, scenario, page.env);
  if (saved.branches !== undefined) await page.api.switchBranch(1);
  return page;
}

test(
  `${WAYS} runs cut, left, forked and restarted give one log and one picture`,
  async () => {
    const draw = createDraw(SEED);
    const ends = new Map<string, { hash: string; picture: unknown }>();
    for (let way = 0; way < WAYS; way += 1) {
      const { id, scenario } = GALLERY[draw.below(GALLERY.length)]!;
      let end = ends.get(id);
      if (end === undefined) {
        const straight = await openPage(anyEngine, scenario);
        await straight.api.seek({ event: EVENTS });
        end = { hash: await straight.api.ask('hash'), picture: picture(straight) };
        ends.set(id, end);
      }
      const page = await alone(await wander(scenario, draw), scenario);
      await page.api.seek({ event: EVENTS });
      expect(await page.api.ask('hash'), `way ${way} of ${id}, seed ${SEED}`).toBe(end.hash);
      expect(picture(page), `way ${way} of ${id}, seed ${SEED}`).toEqual(end.picture);
    }
  },
  AT_MOST,
);
