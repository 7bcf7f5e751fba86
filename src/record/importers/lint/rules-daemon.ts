/** Rules 31, 32, 34, 35, 37 and 39: which queue manager runs, and switches left on by mistake. */
import type { LintFinding } from '../../protocol/lint.ts';
import type { EffectiveValue, MasterService } from '../../protocol/settings.ts';
import { QUEUE_MANAGERS } from '../settings/index-of.ts';
import { listItems } from '../settings/lines.ts';
import { schedulerName, settingName } from '../settings/parameters.ts';
import { nearestName, transportNames } from '../settings/unknown.ts';
import {
  finding,
  globalValue,
  isSet,
  type LintContext,
  nameList,
  number,
  placesOf,
  rounded,
  schedulerLines,
  serviceKey,
  transportNamed,
} from './context.ts';
import { addService, removeService, set, setField, serviceUsers, unset, unsetOption } from './repair.ts';

const OLD_ONLY = ['qmgr_fudge_factor', 'qmgr_site_hog_factor'];
/** Parameters that only the preempting queue manager (qmgr) reads, not the old one (oqmgr). */
const NEW_ONLY =
  /^(?:delivery_slot_|minimum_delivery_slots$|extra_recipient_limit$|recipient_refill_|recipient_limit$)/;

function queueManagers(context: LintContext): MasterService[] {
  return context.index.services.filter((service) => QUEUE_MANAGERS.has(service.command));
}

/** 31: the old queue manager has no preemption. Each of the two has parameters that the other does not read. */
export function otherQueueManager(context: LintContext): LintFinding[] {
  const old = queueManagers(context).find((service) => service.command === 'oqmgr');
  if (old === undefined) {
    return OLD_ONLY.flatMap((name) => {
      const setting = context.index.main.get(name);
      if (setting === undefined) return [];
      return finding(31, 'dead', {
        setting: name,
        value: setting.value,
        lines: placesOf(setting),
        title: 'The running queue manager does not read this.',
        sentence: `${name} belongs to oqmgr, the queue manager before 2.5. qmgr uses delivery slots instead (default_delivery_slot_cost).`,
        source:
          'postconf(5), qmgr_fudge_factor: "This feature exists only in the oqmgr(8) old queue manager"',
        repair: [unset(context, name)],
      });
    });
  }
  const idle = [...context.index.main.values()].filter((s) =>
    NEW_ONLY.test(schedulerName(s.name)?.parameter.name ?? ''),
  );
  return [
    finding(31, idle.length > 0 ? 'dead' : 'risky', {
      setting: serviceKey(old),
      value: old.command,
      lines: placesOf(old, ...idle),
      title: 'The old queue manager runs. It never preempts.',
      sentence: `oqmgr has no delivery slots, so all mail behind a large list waits while the list is read into memory.${idle.length > 0 ? ` oqmgr ignores ${idle.map((s) => s.name).join(', ')}.` : ''}`,
      source: 'oqmgr(8), qmgr(8)',
      repair: [queueManagers(context).length > 1 ? removeService(old) : setField(old, 'command', 'qmgr')],
      repairNote: 'Requires postfix stop and postfix start.',
    }),
  ];
}

/** 32: a queue needs exactly one queue manager. */
export function oneQueueManager(context: LintContext): LintFinding[] {
  return [...severalServices(context), ...severalProcesses(context)];
}

/** A second service: master(8) starts both, because their names differ. */
function severalServices(context: LintContext): LintFinding[] {
  const managers = queueManagers(context);
  const kept = managers.find((s) => s.name === 'qmgr') ?? managers[0];
  const usersOf = serviceUsers(context);
  const title = `There are ${managers.length} queue managers: ${nameList(managers.map(serviceKey))}.`;
  return managers
    .filter((service) => service !== kept)
    .map((service) => ({ service, users: usersOf.get(service.name) ?? [] }))
    .map(({ service, users }) =>
      finding(32, 'wrong', {
        setting: serviceKey(service),
        value: service.command,
        lines: placesOf(kept, service, ...users.map((one) => one.service)),
        title,
        sentence: `Only one queue manager may work on a queue, because each assumes that it owns the whole queue. ${users.length === 0 ? 'Other Postfix programs talk to the service named qmgr.' : `${nameList(users.map((one) => serviceKey(one.service)))} ${users.length === 1 ? 'hands' : 'hand'} mail to ${service.name} (-o ${users[0]?.option ?? ''}).`}`,
        source:
          'master(5): "Some Postfix services must be configured as a single-process service (for example, qmgr(8))"',
        // Options that name the service are removed first. Otherwise mail would be sent to a service that is gone.
        repair: [...users.map((one) => unsetOption(one.service, one.option)), removeService(service)],
        repairNote:
          users.length === 0
            ? ''
            : `Then ${nameList(users.map((one) => serviceKey(one.service)))} uses the service ${kept?.name ?? 'qmgr'}. Check that this is meant.`,
      }),
    );
}

/** Services that every complete master.cf has. A text without one of them is only a few lines of a master.cf. */
const WHOLE = ['qmgr', 'cleanup', 'bounce'];

/** 42: the queue manager hands mail of dead destinations to the service retry. */
export function withoutRetry(context: LintContext): LintFinding[] {
  const { unix } = context.index;
  if (unix.has('retry') || !WHOLE.every((name) => context.index.named.has(name))) return [];
  const place = context.index.named.get('qmgr');
  return [
    finding(42, 'wrong', {
      setting: 'retry/unix',
      value: '',
      transport: 'retry',
      lines: placesOf(place),
      title: 'master.cf has no service retry.',
      sentence:
        'The queue manager hands mail of a dead destination to retry, which defers it. Without retry it logs "connect to transport private/retry", defers each recipient itself and waits for the bounce service meanwhile.',
      source: 'qmgr_deliver.c, qmgr_error.c; error(8)',
      repair: [addService('retry', 'error')],
    }),
  ];
}

function severalProcesses(context: LintContext): LintFinding[] {
  return queueManagers(context)
    .filter((service) => service.maxproc !== '1')
    .map((service) =>
      finding(32, 'wrong', {
        setting: `${serviceKey(service)}/process_limit`,
        value: service.maxproc,
        lines: placesOf(service),
        title: 'There must be exactly one queue manager.',
        sentence: `The process limit of ${serviceKey(service)} is ${service.maxproc === '-' ? `"-", which means default_process_limit (${globalValue(context, 'default_process_limit').value})` : service.maxproc === '0' ? '0 (no limit)' : service.maxproc}. Two queue managers on one queue are not supported, because each assumes that it owns the whole queue.`,
        source:
          'master(5): "Some Postfix services must be configured as a single-process service (for example, qmgr(8))"',
        repair: [setField(service, 'process_limit', 1)],
      }),
    );
}

/** 34: local delivers one recipient at a time, so that a failure affects only that recipient. */
export function localOneByOne(context: LintContext): LintFinding[] {
  return schedulerLines(context, 'destination_recipient_limit')
    .filter((line) => line.owner === 'local' && line.number !== 1 && line.number !== null)
    .map((line) =>
      finding(34, 'risky', {
        setting: line.name,
        value: line.text,
        transport: 'local',
        lines: placesOf(line.setting),
        title: 'Local recipients share deliveries and one concurrency limit.',
        sentence: `With a value other than 1 (0 means no limit) one delivery has several recipients, and ${settingName('destination_concurrency_limit', 'local')} (${number(line.transports[0], 'destination_concurrency_limit')}) applies to the whole domain. One slow command in a .forward file or alias then delays all local mail. Duplicates within a delivery are dropped, and they share the failure of the recipient that was tried.`,
        source: 'postconf(5), local_destination_recipient_limit; local(8)',
        repair: [unset(context, line.name)],
      }),
    );
}

/** 35: switches that keep mail in the queue. */
export function leftOn(context: LintContext): LintFinding[] {
  const found: LintFinding[] = [];
  const deferred = globalValue(context, 'defer_transports');
  const { settings } = context;
  for (const name of listItems(deferred.value.split('#', 1)[0] ?? '')) {
    if (settings.hasMaster && transportNamed(context, name) === undefined) {
      found.push(defersNothing(context, deferred, name));
      continue;
    }
    found.push(
      finding(35, 'risky', {
        setting: deferred.name,
        value: deferred.value,
        transport: name,
        lines: placesOf(deferred),
        title: `All mail of ${name} stays deferred.`,
        sentence:
          'A transport in defer_transports delivers only when an operator runs sendmail -q or postqueue -f. Until then its mail is deferred without an attempt.',
        source: 'postconf(5), defer_transports',
        repair: [unset(context, deferred.name)],
      }),
    );
  }
  const bounce = globalValue(context, 'soft_bounce');
  if (bounce.number === 1) {
    found.push(
      softBounce(null, bounce.name, bounce.value, {
        lines: placesOf(bounce),
        repair: [unset(context, bounce.name)],
      }),
    );
  }
  for (const service of context.index.services) {
    const option = service.overrides.findLast((o) => o.name === 'soft_bounce' && /^yes$/i.test(o.expanded));
    if (option === undefined) continue;
    const told = { lines: placesOf(option), repair: [unsetOption(service, option.name)] };
    found.push(softBounce(service, option.name, option.value, told));
  }
  return found;
}

function defersNothing({ settings }: LintContext, deferred: EffectiveValue, name: string): LintFinding {
  const nearest = nearestName(name, transportNames(settings.transports));
  return finding(35, 'dead', {
    setting: deferred.name,
    value: deferred.value,
    transport: name,
    lines: placesOf(deferred),
    title: `This defers nothing: there is no transport ${name}.`,
    sentence: `master.cf has no transport ${name}.${nearest === null ? '' : ` If ${nearest} was meant, its mail is not deferred.`}`,
    source: 'postconf(5), defer_transports: "transport names that appear in the first field of master.cf"',
  });
}

function softBounce(
  service: MasterService | null,
  setting: string,
  value: string,
  told: { lines: LintFinding['lines']; repair: string[] },
): LintFinding {
  return finding(35, 'risky', {
    ...told,
    setting,
    value,
    transport: service?.name,
    title: 'Mail that can never be delivered stays in the queue.',
    sentence: `soft_bounce turns every 5xx into 4xx${service === null ? '' : ` for ${serviceKey(service)}`}: mail to unknown recipients is retried until maximal_queue_lifetime, and senders are told days later. It is meant for testing.`,
    source: 'postconf(5), soft_bounce',
  });
}

/** 37: the debug lines allow an exact check against the log, but there are many of them. */
export function feedbackDebug(context: LintContext): LintFinding[] {
  const debug = globalValue(context, 'destination_concurrency_feedback_debug');
  const { evidence } = context;
  if (debug.number === 1) {
    const lines = evidence?.debugLines;
    return [
      finding(37, 'hint', {
        setting: debug.name,
        value: debug.value,
        lines: placesOf(debug),
        title: 'Every delivery logs one or two extra lines.',
        sentence:
          'They state the window of each destination after each delivery, so a record can be checked line by line. Keep them while you measure.',
        source: 'postconf(5), destination_concurrency_feedback_debug',
        evidence:
          lines === undefined || lines.all === 0
            ? null
            : `In ${evidence?.record}: ${lines.debug} of ${lines.all} lines (${rounded((100 * lines.debug) / lines.all)} %).`,
        repair: [unset(context, debug.name)],
        repairNote: 'When you no longer need them.',
      }),
    ];
  }
  if (evidence?.windowsLogged !== false) return [];
  return [
    finding(37, 'hint', {
      setting: debug.name,
      value: debug.value,
      lines: isSet(debug) ? placesOf(debug) : [],
      title: 'The windows of destinations cannot be checked exactly.',
      sentence:
        'Without the debug lines the window of a destination is inferred from the outcomes of deliveries. With them the log states each window.',
      source: 'postconf(5), destination_concurrency_feedback_debug',
      evidence: `In ${evidence.record}: no window lines.`,
      repair: [set(context, debug.name, 'yes')],
      repairNote: 'While you measure. It needs a reload, and each delivery then logs one or two extra lines.',
    }),
  ];
}

/** 39: the lines of instances that log under the same name cannot be told apart. */
export function sharedSyslogName(context: LintContext): LintFinding[] {
  const instance = globalValue(context, 'multi_instance_name');
  const name = globalValue(context, 'syslog_name');
  const found: LintFinding[] = [];
  const told = {
    setting: name.name,
    value: name.value,
    title: 'Two instances log under the same name.',
    sentence: 'Their lines cannot be told apart: queue ids of two queues are mixed, and counts include both.',
    source: 'MULTI_INSTANCE_README; postconf(5), syslog_name',
    repair: [set(context, name.name, instance.value === '' ? 'postfix-NAME' : instance.value)],
  };
  if (instance.value !== '' && isSet(name) && name.value === 'postfix' && instance.value !== 'postfix') {
    found.push(
      finding(39, 'risky', { ...told, lines: placesOf(name, instance), repair: [unset(context, name.name)] }),
    );
  }
  for (const shared of context.evidence?.instances ?? []) {
    if (shared.directories.length < 2) continue;
    const evidence = `In ${context.evidence?.record}: ${shared.directories.join(' and ')} both log as ${shared.syslogName}.`;
    found.push(finding(39, 'risky', { ...told, value: shared.syslogName, lines: placesOf(name), evidence }));
  }
  return found.slice(0, 1);
}
