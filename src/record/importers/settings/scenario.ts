/** Converts settings to parameters and agents of a scenario, keeping the text and unit that Postfix reads. */
import type { Settings } from '../../protocol/settings.ts';
import { LIMITS } from '../../../scenario/limits.ts';
import { isTransportName } from '../../../protocol/names.ts';
import { findParam } from '../../../protocol/params.ts';
import { acceptedValues, isParamValue } from '../../../scenario/params.ts';
import { holds } from './effective.ts';

/** A setting that a scenario cannot represent. `why` is a clause. */
interface LeftOut {
  setting: string;
  value: string;
  why: string;
}

export interface ScenarioSettings {
  /** Values that differ from the default, by main.cf name. Times keep their text, because a lifetime of `150` means days. */
  params: Record<string, string | number>;
  /** Process limit by transport. */
  agents: Record<string, number>;
  leftOut: LeftOut[];
}

/**
 * The scheduler's part of the settings. Values that the queue manager would refuse are listed in `leftOut`. `maxproc`
 * 0 (no limit) becomes the maximum number of agents in a scenario.
 */
export function settingsToScenario(settings: Settings): ScenarioSettings {
  const params: Record<string, string | number> = {};
  const leftOut: LeftOut[] = [];
  const put = (name: string, value: string) => {
    const found = findParam(name);
    if (found === undefined) return;
    const typed = found.info.kind === 'whole' && /^\d+$/.test(value) ? Number(value) : value;
    if (isParamValue(found.info, typed)) params[name] = typed;
    else leftOut.push({ setting: name, value, why: `Postfix takes ${acceptedValues(found.info)}` });
  };
  for (const value of Object.values(settings.globals)) {
    if (value.origin !== 'default') put(value.name, value.value);
  }
  for (const transport of settings.transports) {
    for (const value of Object.values(transport.values)) {
      if (value.origin !== 'default') put(value.name, value.value);
    }
  }
  return { params, agents: agents(settings, leftOut), leftOut };
}

function agents(settings: Settings, leftOut: LeftOut[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, maxproc } of settings.transports) {
    const count = holds(maxproc);
    if (!isTransportName(name))
      leftOut.push({ setting: name, value: maxproc.value, why: 'not a valid name in a scenario' });
    else if (count === null)
      leftOut.push({ setting: maxproc.name, value: maxproc.value, why: 'not a whole number' });
    else counts[name] = count === 0 ? LIMITS.agents : Math.min(count, LIMITS.agents);
  }
  return counts;
}
