import type { ModelledServer, ModelledSetup } from '../../../protocol/modelled.ts';
import type { Beyond } from '../../protocol/predict.ts';
import { MICROS_PER_MINUTE } from '../../../protocol/units.ts';
import { random } from './draws.ts';

/** Servers take no more than the record has seen them take. */
export function withLimits(modelled: ModelledSetup, beyond: readonly Beyond[]): ModelledSetup {
  return limited(modelled, beyond, (server, { atOnce, inMinute }) => ({
    ...server,
    sessions: server.sessions > 0 ? server.sessions : atOnce[0],
    rate: server.rate ?? { sessions: inMinute[0], per: MICROS_PER_MINUTE },
  }));
}

/**
 * Servers that are asked for more than the record has seen them take have a limit as often as not: of sessions at once or in a
 * minute, between what they were seen to take and what they are asked for, no size special. One luck gives the same ones.
 */
export function withDrawnLimits(
  modelled: ModelledSetup,
  beyond: readonly Beyond[],
  luck: number,
): ModelledSetup {
  const places = new Map(modelled.servers.map(({ name }, i) => [name, i]));
  return limited(modelled, beyond, (server, { atOnce, inMinute }) => {
    const next = random(luck * 2003 + (places.get(server.name) ?? 0));
    const [has, which, where] = [next(), next(), next()];
    if (has < 0.5) return server;
    const between = ([seen, asked]: readonly [number, number]): number =>
      Math.max(1, Math.floor(seen * (Math.max(asked, seen) / Math.max(1, seen)) ** where));
    // The one that the change asks more of is the one that is met; where it asks more of both, either.
    const more = ([seen, asked]: readonly [number, number]): boolean => asked > seen;
    const counts = more(inMinute) && (!more(atOnce) || which < 0.5);
    if (counts)
      return { ...server, rate: server.rate ?? { sessions: between(inMinute), per: MICROS_PER_MINUTE } };
    return { ...server, sessions: server.sessions > 0 ? server.sessions : between(atOnce) };
  });
}

function limited(
  modelled: ModelledSetup,
  beyond: readonly Beyond[],
  of: (server: ModelledServer, beyond: Beyond) => ModelledServer,
): ModelledSetup {
  const found = new Map(beyond.map((one) => [one.server, one]));
  return {
    ...modelled,
    servers: modelled.servers.map((server) => {
      const asked = found.get(server.name);
      return asked === undefined ? server : of(server, asked);
    }),
  };
}
