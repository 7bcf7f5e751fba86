import type { Again } from '../../protocol/session-api.ts';
import { type MixRow, readMix } from './mix.ts';

/** The message of the form every two seconds of simulated time; null when the form cannot be sent as it is. */
export function everyTwoSeconds(count: string, rows: readonly MixRow[]): Again | null {
  const { shares, errors } = readMix(count, rows);
  return errors.size > 0 ? null : { command: { kind: 'message.inject', to: shares }, every: 2_000_000 };
}
