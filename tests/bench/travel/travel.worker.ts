/** The measurement inside a browser's worker: one message when it is done. */
import { measureTravel } from './measure.ts';

postMessage(measureTravel(() => performance.now()));
