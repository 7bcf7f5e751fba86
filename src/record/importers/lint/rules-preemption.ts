/** Rules 22 to 25: preemption and the memory it needs. Source: qmgr/README.md §8, §9, §10; postconf(5). */
import type { LintFinding } from '../../protocol/lint.ts';
import type { EffectiveTransport, EffectiveValue } from '../../protocol/settings.ts';
import { settingName, TRANSPORT_PARAMETERS } from '../settings/parameters.ts';
import {
  count,
  finding,
  groups,
  isSet,
  type LintContext,
  number,
  placesOf,
  type SchedulerLine,
  schedulerLines,
} from './context.ts';
import { set, unset, withdraw } from './repair.ts';

const COST = 'delivery_slot_cost';
const MINIMUM = 'minimum_delivery_slots';
/** Deliveries of one message to a mailing list, assumed if there is no record. */
const USUAL_LIST = 100;
/**
 * The default of the extra recipient limit in postconf(5). A much lower value was probably meant to limit the
 * recipients of a message.
 */
const EXTRA_DEFAULT = 1000;

/** 22: preemption needs a cost of at least 2. */
export function preemptionOff(context: LintContext): LintFinding[] {
  const off = (cost: number | null) => cost === 0 || cost === 1;
  return schedulerLines(context, COST)
    .filter((line) => off(line.number))
    .map((line) =>
      finding(22, line.number === 1 ? 'risky' : 'hint', {
        setting: line.name,
        value: line.text,
        transport: line.owner,
        lines: placesOf(line.setting),
        title: `A slot cost of ${line.text} disables preemption.`,
        sentence: `A message with thousands of recipients is then never preempted, and small messages behind it wait until its last delivery has started.${line.number === 1 ? ' Preemption needs a cost of at least 2.' : ''}`,
        source: 'qmgr_job.c; postconf(5), default_delivery_slot_cost; measured on 3.7.11',
        repair: [line.number === 1 ? set(context, line.name, 2) : withdraw(context, line.name, off)],
        scene: 'preemption-off',
      }),
    );
}

/** 23: lists with fewer deliveries than minimum slots × cost are never preempted. */
export function neverPreempted(context: LintContext): LintFinding[] {
  const seen = new Set<string>();
  return context.settings.transports.flatMap((t) => {
    const cost = t.values[COST];
    const minimum = t.values[MINIMUM];
    if (cost === undefined || minimum === undefined || (!isSet(cost) && !isSet(minimum))) return [];
    const product = (number(t, COST) ?? 0) * (number(t, MINIMUM) ?? 0);
    const largest = context.evidence?.largestMessage;
    const usual = largest?.deliveries ?? USUAL_LIST;
    const key = `${cost.name} ${minimum.name}`;
    if ((number(t, COST) ?? 0) < 2 || product < Math.max(usual, 16) || seen.has(key)) return [];
    seen.add(key);
    const set1 = isSet(minimum) ? minimum : cost;
    return finding(23, 'risky', {
      setting: set1.name,
      value: set1.value,
      transport: [cost.name, minimum.name].some((name) => name.startsWith(`${t.name}_`)) ? t.name : undefined,
      lines: placesOf(minimum, cost),
      title: `Only messages of ${count(product, 'delivery', 'deliveries')} or more can be preempted.`,
      sentence: `A message that can never earn ${minimum.value} delivery slots at ${cost.value} deliveries each is not preempted at all (${minimum.value} × ${cost.value} = ${groups(product)}; with the defaults it is 15). All mail behind smaller lists waits.`,
      source: 'qmgr_job.c; postconf(5), default_minimum_delivery_slots',
      evidence:
        largest === undefined
          ? null
          : `In ${context.evidence?.record}: the largest message had ${count(largest.recipients, 'recipient')} in ${count(largest.deliveries, 'delivery', 'deliveries')}, so none was ever preempted.`,
      repair: [
        ...(isSet(minimum) ? [asUsual(context, t, minimum, cost)] : []),
        ...(isSet(cost) ? [asUsual(context, t, cost, minimum)] : []),
      ],
      scene: 'preemption-off',
    });
  });
}

/**
 * Restores the default of a value that is too high. If a common line is too high only together with another line of
 * this transport, the transport gets the default, and the common line stays for the other transports.
 */
function asUsual(
  context: LintContext,
  { name, values }: EffectiveTransport,
  value: EffectiveValue,
  beside: EffectiveValue,
): string {
  const suffix = values[COST] === value ? COST : MINIMUM;
  const own = settingName(suffix, name);
  const usual = TRANSPORT_PARAMETERS.get(suffix)?.fallback ?? '';
  const others = beside.name.startsWith(`${name}_`) && value.name !== own;
  return others ? set(context, own, usual) : unset(context, value.name);
}

/** 24: the extra recipient limit is memory for a preempting message. */
export function extraIsMemory(context: LintContext): LintFinding[] {
  return schedulerLines(context, 'extra_recipient_limit').flatMap((line) => {
    if (line.number === null || line.number >= EXTRA_DEFAULT) return [];
    const largest = context.evidence?.largestMessage;
    return finding(24, line.number < 200 ? 'risky' : 'hint', {
      setting: line.name,
      value: line.text,
      transport: line.owner,
      lines: placesOf(line.setting),
      title: 'This does not limit the recipients of a message.',
      sentence: `It reserves memory for recipients of a preempting message (default ${groups(EXTRA_DEFAULT)}). With ${line.text} a preempting message is read in smaller pieces, but it still has all its recipients.`,
      source: 'postconf(5), default_extra_recipient_limit',
      evidence:
        largest === undefined
          ? null
          : `In ${context.evidence?.record}: the largest message has ${count(largest.recipients, 'recipient')}.`,
      repair: [withdraw(context, line.name, (n) => n !== null && n < EXTRA_DEFAULT)],
      repairNote: batchNote(context, line),
      scene: 'extra-slots',
    });
  });
}

function batchNote(context: LintContext, line: SchedulerLine): string {
  const wanted = settingName('destination_recipient_limit', line.owner);
  return `Recipients of one delivery: ${set(context, wanted, Math.max(2, line.number ?? 2))}. Recipients per message from a client: smtpd_recipient_limit.`;
}

/** 25: `smtp_recipient_limit` is memory of the queue manager. Recipients per delivery are `smtp_destination_recipient_limit`. */
export function memoryNotBatch(context: LintContext): LintFinding[] {
  const few = (kept: number | null): kept is number => kept !== null && kept < 1000;
  return schedulerLines(context, 'recipient_limit').flatMap((line) => {
    if (!few(line.number)) return [];
    const batch = settingName('destination_recipient_limit', line.owner);
    const t: EffectiveTransport | undefined = line.transports[0];
    return finding(25, 'risky', {
      setting: line.name,
      value: line.text,
      transport: line.owner,
      lines: placesOf(line.setting),
      title: `This does not set the recipients per delivery; ${batch} does.`,
      sentence: `${line.name} sets how many recipients of the transport the queue manager keeps in memory (default 20 000). With ${line.text} it reads large messages in small pieces, which leaves preemption little choice. A delivery still takes up to ${number(t, 'destination_recipient_limit') ?? 50} recipients.`,
      source: 'postconf(5), default_recipient_limit and default_destination_recipient_limit',
      repair: [withdraw(context, line.name, few), set(context, batch, line.text)],
      repairNote: 'Run the second command only if you meant recipients per delivery.',
      scene: 'extra-slots',
    });
  });
}
