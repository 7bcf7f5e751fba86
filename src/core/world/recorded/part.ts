import type { RecordedPart } from '../state.ts';
import { createRecorded } from './create.ts';
import { factTurn, nextFact, placeIn } from './facts.ts';
import { serve } from './outcome.ts';

/** What a world does whose outside is a record; the only door of this folder. */
export const recordedPart: RecordedPart = { createRecorded, nextFact, factTurn, serve, placeIn };
