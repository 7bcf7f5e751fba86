/** Runs the measurement inside a browser's worker. Sends one message, at the end. */
import { measureTravel } from './measure.ts';

postMessage(measureTravel(() => performance.now()));
