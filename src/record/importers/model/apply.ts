import type { Change, ToApply } from '../../protocol/predict.ts';
import type { Settings } from '../../protocol/settings.ts';
import { domainOfOwn, type MailToMove } from './own.ts';
import { forInstance, quoted } from '../settings/shell-commands.ts';
import { beforeWords, instanceLines, mapLines, ownLines, setLine } from './own-lines.ts';

/** Postfix's own words for a change. */
export function toApply(changes: readonly Change[], settings: Settings | null, mail: MailToMove): ToApply {
  const lines = changes.flatMap((change) => linesOf(change, changes, settings, mail));
  if (changes.some(({ kind }) => kind === 'instance'))
    return {
      lines,
      needs:
        'A new instance is started; the first one needs no reload. Whatever sends this class has to hand it to 127.0.0.1:10025 instead of port 25. TLS settings, and what else the first main.cf has, are to be copied.',
      watch:
        'Lines with postfix-NAME instead of postfix as their tag: that the class has it, and b in its delays= is near 0. Both instances together now reach the servers that take few sessions.',
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
      ? `${first}${alongWords(along)}A reload is enough, no restart. Windows start again at initial_destination_concurrency and dead destinations are forgotten; deferred mail keeps its time of the next try.`
      : lines.length > 0
        ? 'Nothing has to be reloaded.'
        : 'There is no setting for this: it is what the sender of the message, or the owner of the server, can do.',
    watch: watchOf(changes, settings),
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

/** Whether a change gives a service, or all of them, fewer processes than it has; 0 = no limit. */
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
    return 'That the class has the new tag in its lines (postfix/SERVICE/smtp), and what b in its delays= is now.';
  const processes = changes.filter((change) => change.kind === 'maxproc' || isProcesses(change));
  if (processes.some((change) => !isFewer(change, settings)))
    return 'Answers 421 and refused connections in the next hour: more processes also reach the servers that take few sessions. Memory and open files of the machine.';
  if (processes.length > 0)
    return 'b (the second figure of delays=) of all mail of the service: with fewer processes mail waits for one more often.';
  if (changes.some(({ kind }) => kind === 'flush'))
    return 'Refusals and “delivery temporarily suspended” in the minute after it: all that is deferred is tried at once, for servers that are still down as well. postqueue -s DOMAIN tries the mail of one destination.';
  if (
    changes.some(
      (change) =>
        change.kind === 'set' && change.name.endsWith('rate_delay') && !/^0+[smhdw]?$/.test(change.value),
    )
  )
    return 'Lines with “delivery temporarily suspended”: with a rate delay one failure makes a destination dead, unless the cohort limit is higher.';
  if (changes.some((change) => change.kind === 'set' && change.name.includes('recipient_limit')))
    return 'New connections a minute to each server, of which smaller batches need more; and how long a delivery lasts, which is longer with larger ones.';
  return 'b (the second figure of delays=) of the class that waited, and how many lines say deferred.';
}
