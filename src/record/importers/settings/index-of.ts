/** Settings by name as Postfix programs see them: main.cf, overridden by the `-o` of the program that reads them. */
import type { EffectiveValue, MainSetting, MasterService } from '../../protocol/settings.ts';
import { expand } from './expand.ts';
import { defaultOf, GLOBAL_PARAMETERS, type Parameter, schedulerName } from './parameters.ts';
import { parseNumber } from './values.ts';

export interface SettingsIndex {
  version: string | null;
  /** The line of main.cf that counts for each name, which is the last one. */
  main: ReadonlyMap<string, MainSetting>;
  services: readonly MasterService[];
  /** Services of type unix by name. `named`: the first service of a name, of any type. */
  unix: ReadonlyMap<string, MasterService>;
  named: ReadonlyMap<string, MasterService>;
  /** The `-o` options of the queue manager's own service, which override main.cf. */
  qmgr: ReadonlyMap<string, MainSetting>;
  /** Expands `$name`, with the `-o` options of the service if given. */
  expand: (text: string, service?: MasterService) => string;
}

export const QUEUE_MANAGERS = new Set(['qmgr', 'nqmgr', 'oqmgr']);

/** Drops all but the last definition of each service, because Postfix uses the last one (master(5)). */
function lastServices(services: readonly MasterService[]): MasterService[] {
  return [...new Map(services.map((service) => [`${service.name}/${service.type}`, service])).values()];
}

/** Indexes settings and services by name. The last line of a name wins, as in Postfix. `version` null = unknown. */
export function settingsIndex(
  main: readonly MainSetting[],
  services: readonly MasterService[],
  version: string | null,
): SettingsIndex {
  const byName = new Map(main.map((setting) => [setting.name, setting]));
  const remembered = lastServices(services);
  const qmgr = remembered.find((service) => QUEUE_MANAGERS.has(service.command));
  const overrides = new Map((qmgr?.overrides ?? []).map((setting) => [setting.name, setting]));
  const lookup = (name: string, service?: MasterService): string | undefined => {
    if (service !== undefined && name === 'service_name') return service.name;
    const own = service?.overrides.findLast((setting) => setting.name === name) ?? byName.get(name);
    if (own !== undefined) return own.value;
    const parameter = GLOBAL_PARAMETERS.get(name) ?? schedulerName(name)?.parameter;
    return parameter === undefined ? undefined : defaultOf(parameter, version);
  };
  return {
    version,
    main: byName,
    services: remembered,
    unix: new Map(remembered.filter(({ type }) => type === 'unix').map((service) => [service.name, service])),
    named: new Map(remembered.toReversed().map((service) => [service.name, service])),
    qmgr: overrides,
    expand: (text, service) => expand(text, (name) => lookup(name, service)),
  };
}

/** The line from which the queue manager takes a parameter, if any. */
export function qmgrSetting(
  index: SettingsIndex,
  name: string,
): { setting: MainSetting; origin: 'main.cf' | 'master.cf' } | undefined {
  const override = index.qmgr.get(name);
  if (override !== undefined) return { setting: override, origin: 'master.cf' };
  const setting = index.main.get(name);
  return setting === undefined ? undefined : { setting, origin: 'main.cf' };
}

/** A value with its origin: from the line that sets it, otherwise the default. */
export function effective(
  index: SettingsIndex,
  parameter: Parameter,
  name: string,
  found: ReturnType<typeof qmgrSetting>,
  fallback = defaultOf(parameter, index.version),
): EffectiveValue {
  const value = index.expand(found?.setting.value ?? fallback).trim();
  return {
    name,
    value,
    number: parseNumber(parameter, value),
    unit: parameter.unit,
    origin: found?.origin ?? 'default',
    ...(found === undefined ? {} : { place: found.setting.place }),
  };
}
