import type { Change, ToApply } from '../../protocol/predict.ts';
import type { Settings } from '../../protocol/settings.ts';

/** Who sends a class, and who of them sends other mail too. */
export interface ClassSenders {
  senders: readonly string[];
  mixed: readonly string[];
}

/** Postfix's own words for a change. `senders` are those of the class that gets a service of its own. */
export function toApply(
  changes: readonly Change[],
  settings: Settings | null,
  senders: (mailClass: string) => ClassSenders,
): ToApply {
  const lines = changes.flatMap((change) => linesOf(change, settings, senders));
  if (changes.some(({ kind }) => kind === 'instance'))
    return {
      lines,
      needs:
        'A new instance is started; the first one needs no reload. Whatever sends this class has to hand it to 127.0.0.1:10025 instead of port 25. Relay, TLS and map settings of the first main.cf are to be copied.',
      watch:
        'Lines with postfix-NAME instead of postfix as their tag: that the class has it, and b in its delays= is near 0. Both instances together now reach the servers that take few sessions.',
    };
  const reloads = changes.some(({ kind }) => kind === 'set' || kind === 'maxproc' || kind === 'own');
  if (reloads) lines.push('postfix reload');
  const along = changes.flatMap((change) =>
    change.kind === 'own' && !change.mailClass.startsWith('@') ? senders(change.mailClass).mixed : [],
  );
  return {
    lines,
    needs: reloads
      ? `${alongWords(along)}A reload is enough, no restart. Windows start again at initial_destination_concurrency and dead destinations are forgotten; deferred mail keeps its time of the next try.`
      : lines.length > 0
        ? 'Nothing has to be reloaded.'
        : 'There is no setting for this: it is what the sender of the message, or the owner of the server, can do.',
    watch: watchOf(changes),
  };
}

/** A map of senders takes all of their mail. */
function alongWords(senders: readonly string[]): string {
  if (senders.length === 0) return '';
  const who = senders.slice(0, 3).join(', ');
  return `Careful: a map knows senders, and ${who} ${senders.length === 1 ? 'sends' : 'send'} other mail too, which goes along. For one destination ask for “own @DOMAIN = SERVICE:N”. `;
}

function linesOf(
  change: Change,
  settings: Settings | null,
  senders: (mailClass: string) => ClassSenders,
): string[] {
  switch (change.kind) {
    case 'set':
      return [`postconf -e ${quoted(`${change.name} = ${change.value}`)}`];
    case 'maxproc':
      return [`postconf -F ${quoted(`${change.service}/unix/process_limit = ${change.count}`)}`];
    case 'own': {
      const like = settings?.services.find(({ name, type }) => name === 'smtp' && type === 'unix');
      const { private: own = '-', unprivileged = '-', chroot = 'n' } = like ?? {};
      const entry = `${change.service} unix ${own} ${unprivileged} ${chroot} - ${change.maxproc} smtp`;
      return [
        `postconf -M ${quoted(`${change.service}/unix=${entry}`)}`,
        `postconf -P ${quoted(`${change.service}/unix/syslog_name=postfix/${change.service}`)}`,
        `postconf -e ${quoted(mapOf(change, settings, senders(change.mailClass).senders))}`,
      ];
    }
    case 'instance':
      return instanceLines(change.service, change.maxproc);
    case 'flush':
      return ['postqueue -f'];
    case 'split':
    case 'up':
      return [];
    default:
      return change satisfies never;
  }
}

/** What sends a class, or a domain, to its service: senders by theirs, recipients by transport_maps, in front of what is there. */
function mapOf(
  { mailClass, service }: Change & { kind: 'own' },
  settings: Settings | null,
  senders: readonly string[],
): string {
  const lookup = (keys: readonly string[], nexthop: string): string =>
    `inline:{ ${keys.map((key) => `{ ${key} = ${service}:${nexthop} }`).join(', ')} }`;
  if (!mailClass.startsWith('@')) return `sender_dependent_default_transport_maps = ${lookup(senders, '')}`;
  const domain = mailClass.slice(1);
  const route = settings?.routes.find(({ pattern }) => pattern.toLowerCase() === domain.toLowerCase());
  const known = settings?.main.findLast(({ name }) => name === 'transport_maps')?.value ?? '';
  const before = lookup([domain], route?.nexthop ?? '');
  return `transport_maps = ${known === '' ? before : `${before}, ${known}`}`;
}

/** postmulti(1), MULTI_INSTANCE_README. */
function instanceLines(name: string, processes: number): string[] {
  const instance = `postfix-${name}`;
  return [
    'postmulti -e init',
    `postmulti -I ${instance} -e create`,
    `postmulti -i ${instance} -x postconf -e 'master_service_disable =' 'inet_interfaces = 127.0.0.1'`,
    `postmulti -i ${instance} -x postconf -MX smtp/inet`,
    `postmulti -i ${instance} -x postconf -M '10025/inet=10025 inet n - n - - smtpd'`,
    `postmulti -i ${instance} -x postconf -F 'smtp/unix/process_limit = ${processes}'`,
    `postmulti -i ${instance} -e enable`,
    `postmulti -i ${instance} -p start`,
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function watchOf(changes: readonly Change[]): string {
  if (changes.some(({ kind }) => kind === 'own'))
    return 'That the class has the new tag in its lines (postfix/SERVICE/smtp), and b in its delays= is near 0. A transport map for a domain goes before the sender’s.';
  if (
    changes.some(
      (change) =>
        change.kind === 'maxproc' || (change.kind === 'set' && change.name === 'default_process_limit'),
    )
  )
    return 'Answers 421 and refused connections in the next hour: more processes also reach the servers that take few sessions. Memory and open files of the machine.';
  if (changes.some(({ kind }) => kind === 'flush'))
    return 'Refusals and “delivery temporarily suspended” in the minute after it: all that is deferred is tried at once, for servers that are still down as well. postqueue -s DOMAIN tries the mail of one destination.';
  if (changes.some((change) => change.kind === 'set' && change.name.endsWith('rate_delay')))
    return 'Lines with “delivery temporarily suspended”: with a rate delay one failure makes a destination dead, unless the cohort limit is higher.';
  if (changes.some((change) => change.kind === 'set' && change.name.includes('recipient_limit')))
    return 'New connections a minute to each server: smaller batches need more of them.';
  return 'b (the second figure of delays=) of the class that waited, and how many lines say deferred.';
}
