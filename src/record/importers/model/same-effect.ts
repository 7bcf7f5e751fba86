import type { Change } from '../../protocol/predict.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { findParam, paramName } from '../../../scenario/params.ts';

/** What changes do to a scenario and its transports in use, so that two with one effect read alike; empty = nothing. */
export function effectOf(
  changes: readonly Change[],
  { params }: Pick<MailScenario, 'params'>,
  transports: readonly string[],
): string {
  const after: Record<string, string | number> = { ...params };
  const effects = new Set<string>();
  for (const change of changes) {
    if (change.kind === 'set') after[change.name] = change.value;
    else effects.add(JSON.stringify(change));
  }
  for (const change of changes) {
    if (change.kind !== 'set') continue;
    const found = findParam(change.name);
    if (found === undefined || !found.info.perTransport) {
      effects.add(`${change.name}=${change.value}`);
      continue;
    }
    // A value for all holds for the transports that have none of their own.
    const { info } = found;
    const valueIn = (from: Record<string, string | number>, transport: string): string =>
      String(from[paramName(info, transport)] ?? from[paramName(info)] ?? info.fallback);
    for (const transport of transports) {
      const value = valueIn(after, transport);
      if (value !== valueIn(params, transport)) effects.add(`${paramName(info, transport)}=${value}`);
    }
  }
  return [...effects].sort().join('\n');
}
