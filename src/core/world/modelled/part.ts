import type { ModelledPart, World } from '../state.ts';
import { arrive, nextArrival } from './arrivals.ts';
import { changeModel, placeInModel, refusalInModel } from './change.ts';
import { createModelled } from './create.ts';
import { holdTask, isAwaited, loopTurns, nextScanOf } from './loop.ts';
import type { ModelledWorld } from './model.ts';
import { over, serveModelled } from './sessions.ts';

function modelIn({ modelled }: World): ModelledWorld {
  if (modelled === null) throw new Error('the run is no model');
  return modelled;
}

/** What a world does that is a model of a record; all that is imported from this folder. */
export const modelledPart: ModelledPart = {
  createModelled,
  nextArrival,
  arrive,
  serve: serveModelled,
  over,
  holdTask,
  isAwaited,
  loopTurns,
  nextScanOf,
  refusal: (world, command) => refusalInModel(modelIn(world), command),
  placeIn: (world) => placeInModel(modelIn(world)),
  apply: (world, command) => changeModel(modelIn(world), command),
};
