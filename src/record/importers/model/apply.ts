import type { Change, ToApply } from '../../protocol/predict.ts';
import type { Settings } from '../../protocol/settings.ts';
import { domainOfOwn, type MailToMove } from './own.ts';
import { forInstance, quoted } from '../settings/shell-commands.ts';
import { beforeWords, instanceLines, mapLines, ownLines, setLine } from './own-lines.ts';

/** The commands and advice that apply changes to a real Postfix. */
export function toApply(changes: readonly Change[], settings: Settings | null, mail: MailToMove): ToApply {
  const lines = changes.flatMap((change) => linesOf(change, changes, settings, mail));
  if (changes.some(({ kind }) => kind === 'instance'))
    return {
      lines,
      needs:
        'A new instance is started; the first one needs no reload. Whatever sends this class must use 127.0.0.1:10025 instead of port 25. Copy TLS settings and anything else you need from the first main.cf.',
      watch:
        'Check that the lines of the class have the tag postfix-NAME, and that b in delays= is near 0. Servers that accept few sessions now get sessions from both instances.',
    };
  const reloads = changes.some(({ kind }) => kind === 'set' || kind === 'maxproc' || kind === 'own');
  if (reloads) lines.push('postfix reload');
  const own = changes.filter((change) => change.kind === 'own');
  const along = own.flatMap(({ mailClass }) =>
    domainOfOwn(mailClass) === null ? mail.sendersOf(mailClass).mixed : [],
  );
  const first = own.map((change) => beforeWords(change, settings)).join('');
  return {
    lines: lines.map(forInstance(settings)),
    needs: reloads
      ? `${first}${alongWords(along)}A reload is enough; no restart is needed. Windows restart at initial_destination_concurrency and dead destinations are tried again. Deferred mail keeps its next attempt time.`
      : lines.length > 0
        ? 'No reload is needed.'
        : 'No setting does this. Only the sender of the message or the operator of the server can.',
    watch: watchOf(changes, settings),
  };
}

/** Says which other mail of these senders moves, too, because a map by sender moves all mail of a sender. */
function alongWords(senders: readonly string[]): string {
  if (senders.length === 0) return '';
  const who = senders.slice(0, 3).join(', ');
  return `Careful: the map is by sender, and ${who} also ${senders.length === 1 ? 'sends' : 'send'} other mail, which moves too. To move one destination only, use “own @DOMAIN = SERVICE:N”. `;
}

function linesOf(
  change: Change,
  all: readonly Change[],
  settings: Settings | null,
  mail: MailToMove,
): string[] {
  switch (change.kind) {
    case 'set':
      return [setLine(change.name, change.value)];
    case 'maxproc':
      return [`postconf -F ${quoted(`${change.service}/unix/process_limit = ${change.count}`)}`];
    case 'own': {
      const said = all.flatMap((other) => (other.kind === 'set' ? [other.name] : []));
      const own = all.filter((other) => other.kind === 'own');
      const maps = own.at(-1) === change ? mapLines(own, settings, mail) : [];
      return [...ownLines(change, settings, said), ...maps];
    }
    case 'instance':
      return instanceLines(change.service, change.maxproc, settings);
    case 'flush':
      return ['postqueue -f'];
    case 'split':
    case 'up':
      return [];
    default:
      return change satisfies never;
  }
}

/** True if the change lowers the process limit of a service or of all. 0 = no limit. */
function isFewer(change: Change, settings: Settings | null): boolean {
  const limit = (count: number): number => (count === 0 ? Infinity : count);
  if (change.kind === 'maxproc') {
    const now = settings?.transports.find(({ name }) => name === change.service)?.maxproc.number ?? null;
    return now !== null && limit(change.count) < limit(now);
  }
  const now = settings?.globals['default_process_limit']?.number ?? null;
  return isProcesses(change) && now !== null && limit(Number(change.value)) < limit(now);
}

function isProcesses(change: Change): change is Change & { kind: 'set' } {
  return change.kind === 'set' && change.name === 'default_process_limit';
}

function watchOf(changes: readonly Change[], settings: Settings | null): string {
  if (changes.some(({ kind }) => kind === 'own'))
    return 'Check that the lines of the class have the new tag (postfix/SERVICE/smtp), and look at b in delays=.';
  const processes = changes.filter((change) => change.kind === 'maxproc' || isProcesses(change));
  if (processes.some((change) => !isFewer(change, settings)))
    return 'Watch for 421 replies and refused connections in the next hour, because servers that accept few sessions get more of them too. Watch memory and open files.';
  if (processes.length > 0)
    return 'Watch b (the second figure of delays=) of all mail of the service. With fewer processes mail waits for one more often.';
  if (changes.some(({ kind }) => kind === 'flush'))
    return 'Watch for refusals and “delivery temporarily suspended” in the next minute. A flush retries all deferred mail, even for servers that are still down. postqueue -s DOMAIN retries the mail of one destination.';
  if (
    changes.some(
      (change) =>
        change.kind === 'set' && change.name.endsWith('rate_delay') && !/^0+[smhdw]?$/.test(change.value),
    )
  )
    return 'Watch for “delivery temporarily suspended”. With a rate delay one failure makes a destination dead, unless the cohort limit is raised.';
  if (changes.some((change) => change.kind === 'set' && change.name.includes('recipient_limit')))
    return 'Watch new connections per minute to each server (smaller batches need more) and the duration of a delivery (larger batches take longer).';
  return 'Watch b (the second figure of delays=) of the class that waited, and the number of deferred lines.';
}
