import { listIds } from '../lists.ts';
import { get, touch } from '../tables.ts';
import { CORE, coreOf, type Qmgr, touchCore } from './model.ts';
import { type ParamSetting, resolveGlobal, resolveTransport, withSetting } from './params.ts';

/**
 * Changes a setting while the queue manager runs: the copies of running transports change at once, counters, windows and
 * pools stay, and transports made later read it. The real software reads its settings once and needs a reload, which
 * forgets all it has learned: this is the modelling choice that lets one setting be compared with nothing else changed.
 */
export function paramSet(q: Qmgr, setting: ParamSetting): void {
  const core = touchCore(q);
  core.settings = withSetting(core.settings, setting);
  core.params = resolveGlobal(core.settings);
  const { settings, feedbackRule } = coreOf(q);
  for (const id of listIds(q.lists.transports, CORE)) {
    const { name } = get(q.transports, id);
    touch(q.transports, id).params = resolveTransport(settings, name, feedbackRule);
  }
}

/** What was set for a name, as text; "default" when nobody set it. */
export function paramValue(q: Qmgr, name: string): string {
  const setting = coreOf(q).settings.find((s) => s.name === name);
  return setting === undefined ? 'default' : String(setting.value);
}
