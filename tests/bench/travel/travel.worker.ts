/** The measurement inside a browser's worker. It sends one message at the end. */
import { measureTravel } from './measure.ts';

postMessage(measureTravel(() => performance.now()));
