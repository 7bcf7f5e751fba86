import type { RecordedSetup } from '../../../protocol/recorded.ts';
import { get } from '../../tables.ts';
import { createModelled, CURSOR as MODEL } from '../modelled/create.ts';
import { modelledPart } from '../modelled/part.ts';
import type { FollowedRecord, ModelOfRecord, RecordedPart, World } from '../state.ts';
import { createRecorded } from './create.ts';
import { factTurn, nextFact, placeInRecord } from './facts.ts';
import { leave, refusalInRecord } from './leave.ts';
import { revivesLater } from './revival.ts';
import { serveRecorded } from './outcome.ts';

/**
 * Gives a world its record. From the command that leaves it on, on the branches behind that, the world has a model in its
 * place: which of the two is there follows from the state, as everything else does.
 */
function join(world: World, setup: RecordedSetup): void {
  const record = createRecorded(setup, world.store);
  const model: ModelOfRecord = Object.assign(createModelled(null, world.store), { part: modelledPart });
  const followed: FollowedRecord = { ...record, model, part: recordedPart };
  const isLeft = (): boolean => get(model.one, MODEL).setup !== null;
  Object.defineProperty(world, 'recorded', { get: () => (isLeft() ? null : followed) });
  Object.defineProperty(world, 'modelled', { get: () => (isLeft() ? model : null) });
}

/** What a world does whose outside is a record; all that is imported from this folder. */
export const recordedPart: RecordedPart = {
  join,
  nextFact,
  factTurn,
  serve: serveRecorded,
  revivesLater,
  placeIn: (world) => placeInRecord(followedBy(world)),
  refusal: (world, command) => refusalInRecord(followedBy(world), command),
  apply(world, command) {
    const recorded = followedBy(world);
    if (command.kind === 'log.model') leave(world, recorded, recorded.model, command.model);
  },
};

function followedBy({ recorded }: World): FollowedRecord {
  if (recorded === null) throw new Error('no record is followed');
  return recorded;
}
