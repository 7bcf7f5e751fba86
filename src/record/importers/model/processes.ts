import { PROCESSES } from '../../../protocol/modelled.ts';
import type { Settings } from '../../protocol/settings.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { parseSeconds, parseWhole } from '../settings/values.ts';

/** When the processes of a service end. */
export interface ProcessLimits {
  maxIdle: Micros;
  maxUse: number;
}

const DAY = 86_400;

/** max_idle and max_use as the settings have them for a service, by its `-o`, else main.cf, else Postfix's defaults. */
export function processLimitsOf(settings: Settings | null, service: string): ProcessLimits {
  const { overrides = [] } =
    settings?.services.find(({ name, type }) => name === service && type === 'unix') ?? {};
  const said = (name: string): string =>
    [...(settings?.main ?? []), ...overrides].findLast((one) => one.name === name)?.expanded ?? '';
  const [idle, use] = [parseSeconds(said('max_idle'), 's') ?? 0, parseWhole(said('max_use')) ?? 0];
  return {
    // What is longer than any run makes no difference.
    maxIdle: idle > 0 ? Math.min(idle, DAY) * MICROS_PER_SECOND : PROCESSES.maxIdle,
    maxUse: use > 0 ? use : PROCESSES.maxUse,
  };
}
