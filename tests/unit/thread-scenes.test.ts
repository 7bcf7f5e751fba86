import { describe, expect, it } from 'vitest';
import { galleryItem } from '../../src/scenes/gallery.ts';
import type { GalleryItem } from '../../src/scenes/item.ts';
import { THREAD_SCENES } from '../../src/scenes/threads/index.ts';
import type { CoreEvent } from '../../src/protocol/events.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { threadRun } from '../../src/scenario/kinds/narrow.ts';

/**
 * A stream of requests has no end, so it is played until `opensAt` (the instant at which the scene opens) times this
 * factor.
 */
const AFTER_OPENING = 1.25;

interface Played {
  events: { at: number; event: CoreEvent }[];
  end: number;
  name: string;
  start: readonly [runnable: number, limit: number];
}

function play({ scenario, opensAt }: GalleryItem): Played {
  const events: Played['events'] = [];
  const sim = anyEngine.create(scenario, {
    event: (at, _step, event) => void events.push({ at, event }),
    decision: () => undefined,
  });
  events.length = 0;
  const row = anyEngine.look(sim, 'threads', 'smtp') ?? null;
  const story = threadRun(scenario)?.cmgroup.kind === 'story' ? (scenario.script.at(-1)?.at ?? 0) : 0;
  const end = Math.round(story > 0 ? story * 1.1 : opensAt * AFTER_OPENING);
  for (let next = anyEngine.nextInstant(sim); next !== null && next <= end; next = anyEngine.nextInstant(sim))
    anyEngine.stepOnce(sim);
  const after = anyEngine.look(sim, 'threads', 'smtp') ?? null;
  return {
    events,
    end,
    name: after?.group?.name ?? '',
    start: [row?.group?.runnable ?? 0, row?.group?.limit ?? after?.group?.limit ?? 0],
  };
}

/** Returns the maximum excess of the count over its limit, measured at the end of each instant. */
function mostOver(item: GalleryItem): number {
  const { events, name, start } = play(item);
  const last = new Map<number, number>([[0, start[0] - start[1]]]);
  for (const { at, event } of events) {
    if (event.kind === 'group.count' && event.name === name) last.set(at, event.to - event.limit);
    if (event.kind === 'group.limit' && event.name === name) last.set(at, event.runnable - event.to);
  }
  return Math.max(...last.values());
}

describe.each(THREAD_SCENES.map((item) => [item.id, item] as const))('%s', (id, item) => {
  it('is a valid scenario, found by its id, and survives a link', async () => {
    const { scenario } = item;
    expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({ ok: true, value: scenario });
    expect(galleryItem(id)).toBe(item);
    const cursor = { at: 0, step: 0, event: 0, decision: 0 };
    const hash = await encodeLink({ scenario, live: [], cursor, branch: 1 });
    expect(await decodeLink(hash)).toMatchObject({ ok: true, scenario });
  });

  it('leaves no command of its script out', () => {
    const { scenario } = item;
    if (threadRun(scenario)?.cmgroup.kind !== 'story') return;
    const sim = anyEngine.create({ ...scenario, script: [] }, { event: () => {}, decision: () => {} });
    for (const { at, command } of scenario.script) {
      for (
        let next = anyEngine.nextInstant(sim);
        next !== null && next <= at;
        next = anyEngine.nextInstant(sim)
      )
        anyEngine.stepOnce(sim);
      expect({ at, ...anyEngine.apply(sim, command, at) }).toEqual({ at, ok: true, value: true });
    }
  });
});

describe('claims of the scenes', () => {
  const most = (id: string): number => mostOver(galleryItem(id) as GalleryItem);
  const eventsOf = (id: string) => play(galleryItem(id) as GalleryItem).events;
  const returned = (id: string) =>
    eventsOf(id).flatMap(({ at, event }) =>
      event.kind === 'fetch.returned'
        ? [`${at / 1000} ${event.name} ${event.items.join('+')}${event.error}`]
        : [],
    );

  it('TA and TB: over by one, and TC takes the next without a switch', () => {
    expect(most('one-over-the-limit')).toBe(1);
    expect(returned('one-over-the-limit')).toEqual(['2 TA e1', '6 TC e2']);
  });

  it('the caller first: three events without a dispatch', () => {
    const events = eventsOf('caller-first');
    expect(returned('caller-first').slice(0, 3)).toEqual(['2 T1 e1', '3 T1 e2', '4 T1 e3']);
    expect(events.filter(({ at, event }) => at < 5_000 && event.kind === 'cpu.dispatched')).toEqual([]);
    expect(returned('caller-first')[3]).toBe('6 T1 e4');
  });

  it('timeouts: zero is never held, a finite one is released over the limit', () => {
    expect(returned('timeouts')).toContain('2 T2 e1');
    expect(returned('timeouts')).toContain('8 T3 e2');
    expect(most('timeouts')).toBeGreaterThanOrEqual(1);
  });

  it('a signal ends the fetch of T2 over the limit, a masked one ends nothing', () => {
    expect(returned('signals')[0]).toBe('1 T2 EINTR');
    expect(most('signals')).toBe(1);
  });

  it('CV up: W2, then W3; up inside the deficit: no thread', () => {
    const rules = eventsOf('raising-and-lowering-cv').flatMap(({ at, event }) =>
      event.kind === 'thread.released' ? [`${at / 1000} ${event.cause}`] : [],
    );
    expect(rules.slice(0, 2)).toEqual(['1 W2', '1 W3']);
    expect(rules.filter((rule) => rule.startsWith('4 '))).toEqual([]);
    expect(most('raising-and-lowering-cv')).toBe(2);
  });

  it('a restart: 36 over the limit immediately', () => {
    expect(most('restart-herd')).toBe(36);
  });

  it('the pool grows to four', () => {
    const grown = eventsOf('growing-the-pool').filter(({ event }) => event.kind === 'pool.grew');
    expect(grown.map(({ event }) => (event.kind === 'pool.grew' ? event.live : 0))).toEqual([3, 4]);
  });

  it('AIO: six woken for one event, epoll: one', () => {
    const woken = eventsOf('aio-herd').flatMap(({ at, event }) =>
      event.kind === 'thread.released' && at === 1_000 ? [event.name.charAt(0)] : [],
    );
    expect(woken.filter((letter) => letter === 'A')).toHaveLength(6);
    expect(woken.filter((letter) => letter === 'E')).toHaveLength(1);
  });

  it('LIFO: three threads do nearly everything', () => {
    const served = new Map<string, number>();
    for (const line of returned('lifo-keeps-threads-warm')) {
      const name = line.split(' ')[1] ?? '';
      served.set(name, (served.get(name) ?? 0) + 1);
    }
    const all = [...served.values()].toSorted((a, b) => b - a);
    const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);
    expect(sum(all.slice(0, 3)) / sum(all)).toBeGreaterThan(0.95);
  });

  it('a slow greeting: agents hang, CPUs are idle, the group is open', () => {
    const item = galleryItem('slow-greeting') as GalleryItem;
    const sim = anyEngine.create(item.scenario, { event: () => {}, decision: () => {} });
    for (
      let next = anyEngine.nextInstant(sim);
      next !== null && next <= item.opensAt;
      next = anyEngine.nextInstant(sim)
    )
      anyEngine.stepOnce(sim);
    const row = anyEngine.look(sim, 'threads', 'smtp') ?? null;
    const hanging = row?.threads.filter(
      ({ phase, destination }) => phase === 'greeting' && destination === 'slow.example',
    );
    expect(row?.pool?.busy).toBe(8);
    expect(hanging).toHaveLength(8);
    expect(row?.group?.available).toBeGreaterThan(0);
  });
});
