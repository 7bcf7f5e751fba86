/** Rules 12 to 15: names that reach no server, or not the intended one. */
import type { LintFinding } from '../../protocol/lint.ts';
import type { MasterService } from '../../protocol/settings.ts';
import { grouped } from '../grouped.ts';
import { STOCK } from '../settings/effective.ts';
import { listItems } from '../settings/lines.ts';
import { QUEUE_MANAGERS, qmgrSetting } from '../settings/index-of.ts';
import { schedulerName, settingName } from '../settings/parameters.ts';
import { nearestName, transportNames } from '../settings/unknown.ts';
import { formatSeconds } from '../settings/values.ts';
import {
  finding,
  globalValue,
  type LintContext,
  nameList,
  placesOf,
  serviceKey,
  transportNamed,
} from './context.ts';
import { addTransport, set, setField, setWorking, unset, unsetOption } from './repair.ts';
import { routeOwner, routesOf } from './routes.ts';

/** 12: a delivery agent does not read scheduler parameters. Only the queue manager does. */
export function optionOfAgent(context: LintContext): LintFinding[] {
  const agents = context.index.services.filter((s) => !QUEUE_MANAGERS.has(s.command));
  return agents.flatMap((service) =>
    service.overrides.flatMap((option) => {
      const found = schedulerName(option.name);
      if (found === undefined || option.name === 'recipient_delimiter') return [];
      const own = found.transport ?? service.name;
      // `-o smtp_…` was meant for the program smtp, but the queue manager uses the name of the service.
      const meant = own === service.command || own === service.name ? service.name : own;
      const perTransport =
        option.name !== found.parameter.name || found.parameter.name.startsWith('initial_');
      const transport = transportNamed(context, meant);
      const name = perTransport ? settingName(found.parameter.name, meant) : option.name;
      const usable = !perTransport || transport !== undefined;
      return finding(12, 'dead', {
        setting: option.name,
        value: option.value,
        transport: transport?.name ?? service.name,
        lines: placesOf(option),
        title: `${serviceKey(service)} does not read ${option.name}.`,
        sentence: `Only the queue manager uses this setting, and it reads main.cf. A -o of the delivery agent has no effect: ${heldInstead(context, name)}.`,
        source: 'postconf(5), "enforced by the queue manager"; qmgr_transport.c',
        repair: [
          unsetOption(service, option.name),
          ...(usable ? setWorking(context, name, option.value) : []),
        ],
      });
    }),
  );
}

function heldInstead(context: LintContext, name: string): string {
  const found = schedulerName(name);
  const value =
    found?.transport === undefined
      ? context.settings.globals[name]
      : transportNamed(context, found.transport)?.values[found.parameter.name];
  return value === undefined ? 'the default is in effect' : `${value.name} = ${value.value} is in effect`;
}

/** 13: a setting for a transport that master.cf does not have. */
export function missingTransport(context: LintContext): LintFinding[] {
  const { settings, index } = context;
  if (!settings.hasMaster) return [];
  const names = transportNames(settings.transports);
  return [...new Set([...index.main.keys(), ...index.qmgr.keys()])].flatMap((name) => {
    const found = schedulerName(name);
    const setting = qmgrSetting(index, name)?.setting;
    if (
      found?.transport === undefined ||
      setting === undefined ||
      transportNamed(context, found.transport) !== undefined
    )
      return [];
    const other = index.named.get(found.transport);
    const nearest = nearestName(found.transport, names);
    const meant = nearest === null ? null : settingName(found.parameter.name, nearest);
    const free = meant !== null && qmgrSetting(index, meant) === undefined;
    return finding(13, 'dead', {
      setting: name,
      value: setting.value,
      transport: found.transport,
      lines: placesOf(setting, other),
      title: `There is no transport named ${found.transport}.`,
      sentence:
        other === undefined
          ? `master.cf has no service ${found.transport}, so nothing reads this line.${nearest === null ? '' : ` Did you mean ${nearest}?`}`
          : `${serviceKey(other)} runs ${other.command}, which takes no mail from the queue manager, so nothing reads this line.`,
      source:
        'postconf(5), transport_… parameters: "where transport is the master.cf name of the message delivery transport"',
      repair: [unset(context, name), ...(free && meant !== null ? [set(context, meant, setting.value)] : [])],
      repairNote: free ? `If ${nearest} was meant. Otherwise run only the first command.` : '',
    });
  });
}

/** 14: mail is sent to a service that the queue manager cannot reach. */
export function missingService(context: LintContext): LintFinding[] {
  const { settings, index } = context;
  if (!settings.hasMaster) return [];
  const reachable = (name: string) => index.unix.has(name) && index.unix.get(name)?.private !== 'n';
  const missing = routesOf(context).filter((route) => !reachable(route.transport));
  const byName = grouped(missing, ({ transport }) => transport);
  const wait = formatSeconds(globalValue(context, 'transport_retry_time').number ?? 60);
  return [...byName].map(([name, routes]) => {
    const [first] = routes;
    const present = index.named.get(name);
    const others = transportNames(settings.transports).filter((other) => other !== name);
    // lmtp is not a misspelt smtp: it is a service of the stock master.cf.
    const nearest = present === undefined && !STOCK.has(name) ? nearestName(name, others) : null;
    const inMain = routes.filter((r) => r.service === undefined && !/_maps: |^FILTER /.test(r.setting));
    // The program local(8) hands this mail over, not the queue manager. A missing service then has another effect.
    const local = routes.every((r) => /^(?:mailbox|fallback)_transport/.test(r.setting));
    const replace =
      nearest === null ? [] : inMain.map((r) => set(context, r.setting, r.target.replace(name, nearest)));
    return finding(14, 'wrong', {
      setting: first?.setting ?? name,
      value: first?.target ?? name,
      transport: name,
      lines: routes.flatMap((route) => route.places).slice(0, 5),
      title: `${nameList(routes.map((r) => `${r.setting}${routeOwner(r)}`))} send${routes.length === 1 ? 's' : ''} mail to ${name}, which does not exist.`,
      sentence: `${whyUnreachable(name, present)} ${
        local
          ? `local(8) tries to connect ten times, ten seconds apart, and then ends with a fatal error ("connect #11 to subsystem private/${name}"). Each time the queue manager marks local dead for ${wait} (transport_retry_time), so all other local mail waits too.`
          : `The queue manager cannot connect, marks the transport dead for ${wait} each time (transport_retry_time), and defers all its mail ("mail transport unavailable").`
      }`,
      source: local ? 'mail_connect.c; local(8); qmgr_transport.c' : 'qmgr_transport.c; master(5)',
      repair: replace.length > 0 ? replace : mendService(context, name, present, local),
      repairNote: noteOf(context, name, { nearest: replace.length > 0 ? nearest : null, present, local }),
    });
  });
}

function noteOf(
  context: LintContext,
  name: string,
  found: { nearest: string | null; present: MasterService | undefined; local: boolean },
): string {
  if (found.nearest !== null)
    return `If ${found.nearest} was meant.${found.local ? '' : ` Otherwise: ${addTransport(context, name)}`}`;
  if (found.present !== undefined)
    return 'A transport needs the type unix, and "-" or y in the column private.';
  if (STOCK.has(name)) return 'It is in the master.cf that Postfix comes with.';
  return found.local
    ? 'See the manual of your mailbox server for the service it needs. Over LMTP it needs none: lmtp:unix:private/dovecot-lmtp for Dovecot.'
    : 'If it should deliver by SMTP. Otherwise send the mail to an existing transport.';
}

function mendService(
  context: LintContext,
  name: string,
  present: MasterService | undefined,
  local: boolean,
): string[] {
  // A mailbox delivery program cannot be replaced by a copy of smtp, so there is no repair to suggest.
  if (present === undefined && local && !STOCK.has(name)) return [];
  if (present === undefined) return [addTransport(context, name, STOCK.get(name))];
  return present.type === 'unix' ? [setField(present, 'private', 'y')] : [];
}

function whyUnreachable(name: string, present: MasterService | undefined): string {
  if (present === undefined) return `master.cf has no service ${name}.`;
  if (present.type !== 'unix')
    return `${serviceKey(present)} is not a transport: mail goes to services of type unix.`;
  return `${serviceKey(present)} is public (private = n), but the queue manager only looks for private services.`;
}

/** 15: domains of relay_domains go through `relay`, which inherits `default_…`, not `smtp_…`. */
export function relayInherits(context: LintContext): LintFinding[] {
  const domains = globalValue(context, 'relay_domains');
  const route = globalValue(context, 'relay_transport').value;
  const name = route.split(':')[0] ?? '';
  const relay = transportNamed(context, name);
  if (domains.value === '' || domains.origin === 'default' || relay === undefined || name === 'smtp')
    return [];
  if (allRoutedAway(context, domains.value, name)) return [];
  return [...context.index.main.keys()].flatMap((setting) => {
    const found = schedulerName(setting);
    const line = qmgrSetting(context.index, setting)?.setting;
    // Nobody expects that a setting of the queue manager's memory (how many recipients it reads) for smtp applies to relay.
    if (
      found?.transport !== 'smtp' ||
      line === undefined ||
      /recipient_(limit|refill)/.test(found.parameter.name.replace(/^destination_recipient/, ''))
    )
      return [];
    const own = settingName(found.parameter.name, name);
    const held = relay.values[found.parameter.name];
    const smtp = transportNamed(context, 'smtp')?.values[found.parameter.name];
    if (held === undefined || held.name === own || held.value === smtp?.value) return [];
    return finding(15, 'risky', {
      setting,
      value: line.value,
      transport: name,
      lines: placesOf(line, domains),
      title: `Mail for relay_domains goes through ${name}, which ignores this setting.`,
      sentence: `${name} runs the same program as smtp, but the queue manager reads ${own}, or ${settingName(found.parameter.name)} without that line. So ${held.value} is in effect there, not ${smtp?.value ?? line.value}.`,
      source: 'postconf(5), relay_transport and transport_… parameters; qmgr_transport.c',
      repair: [set(context, own, line.value)],
      repairNote: `Or set it for all transports: ${set(context, settingName(found.parameter.name), line.value)}`,
    });
  });
}

/** True if transport maps send all these domains elsewhere, so that nothing goes through `relay`. */
function allRoutedAway(context: LintContext, domains: string, relay: string): boolean {
  const away = new Set(
    context.settings.routes
      .filter((r) => r.transport !== '' && r.transport !== relay)
      .map((r) => r.pattern.toLowerCase()),
  );
  const listed = listItems(domains.toLowerCase());
  // Domains that are also in mydestination are local, whatever relay_domains says.
  const local = new Set(listItems(globalValue(context, 'mydestination').value.toLowerCase()));
  return away.has('*') || listed.every((domain) => away.has(domain) || local.has(domain));
}
