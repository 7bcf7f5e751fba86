import type { Sliced } from '../../core/sliced.ts';
import type { RunKind } from '../../protocol/scenario.ts';
import type { Engine, WaitDivision } from './engine.ts';

/** The engine of one kind of run, with its types hidden. */
export type Opaque = Engine<unknown, unknown>;

export interface AnySim {
  readonly engine: Opaque;
  readonly sim: unknown;
}

export interface AnyKey {
  readonly engine: Opaque;
  readonly key: unknown;
}

/**
 * All kinds of run behind one engine. A keyframe may only be restored to the simulation that made it. `engineOf` is called
 * when a run is created, and `division` when waiting time is divided.
 */
export function engineOfKinds(
  engineOf: (kind: RunKind) => Opaque,
  division: () => Pick<WaitDivision<never>, 'create' | 'copy'>,
): Engine<AnySim, AnyKey> {
  return {
    create(scenario, sink) {
      const engine = engineOf(scenario.kind);
      return { engine, sim: engine.create(scenario, sink) };
    },
    createParts(scenario, sink) {
      const engine = engineOf(scenario.kind);
      const parts = engine.createParts?.(scenario, sink) ?? null;
      return parts === null ? null : withEngine(engine, parts);
    },
    stepParts: ({ engine, sim }) => engine.stepParts?.(sim) ?? null,
    applyParts: ({ engine, sim }, command, at) => engine.applyParts?.(sim, command, at) ?? null,
    nextInstant: ({ engine, sim }) => engine.nextInstant(sim),
    stepOnce: ({ engine, sim }) => engine.stepOnce(sim),
    apply: ({ engine, sim }, command, at) => engine.apply(sim, command, at),
    position: ({ engine, sim }) => engine.position(sim),
    capture: ({ engine, sim }) => ({ engine, key: engine.capture(sim) }),
    restore({ engine, sim }, { engine: of, key }) {
      if (of !== engine) throw new Error('a keyframe of another kind of run');
      engine.restore(sim, key);
    },
    keyBytes: ({ engine, key }) => engine.keyBytes?.(key) ?? 0,
    stateBytes: ({ engine, sim }) => engine.stateBytes?.(sim) ?? 0,
    verify: ({ engine, sim }) => engine.verify?.(sim),
    work: ({ engine, sim }) => engine.work?.(sim) ?? 0,
    project: ({ engine, sim }, view) => engine.project(sim, view),
    playBy: ({ engine, sim }) => engine.playBy?.(sim) ?? 'decision',
    evaluate: ({ engine, sim }, expression, transport) =>
      engine.evaluate?.(sim, expression, transport) ?? Number.NaN,
    look: ({ engine, sim }, what, ...asked) => engine.look(sim, what, ...asked),
    waits: {
      create: (from, only) => division().create(from, only),
      add: (sums, { engine, sim }, until) => engine.waits?.add(sums, sim, until),
      copy: (sums) => division().copy(sums),
    },
  };
}

function* withEngine(engine: Opaque, parts: Sliced<unknown>): Sliced<AnySim> {
  return { engine, sim: yield* parts };
}
