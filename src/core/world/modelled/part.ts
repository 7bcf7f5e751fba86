import type { ModelledPart } from '../state.ts';
import { arrive, nextArrival } from './arrivals.ts';
import { act, placeIn, refusal } from './change.ts';
import { createModelled } from './create.ts';
import { holdTask, isAwaited, loopTurns, nextScanOf } from './loop.ts';
import { over, serve } from './sessions.ts';

/** What a world does that is a model of a record; the only door of this folder. */
export const modelledPart: ModelledPart = {
  createModelled,
  nextArrival,
  arrive,
  serve,
  over,
  holdTask,
  isAwaited,
  loopTurns,
  nextScanOf,
  refusal,
  placeIn,
  act: (_world, modelled, command) => act(modelled, command),
};
