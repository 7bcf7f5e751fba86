import { domainOf } from '../../importers/domain.ts';
import type { ClassSenders, MailToMove } from '../../importers/model/own.ts';
import { answerOf, type Run } from '../../importers/model/answer.ts';
import { calibrate, evidenceAgainst } from '../../importers/model/calibration.ts';
import { type Known, withChanges } from '../../importers/model/changes.ts';
import {
  limitedBacklog,
  timeDeferred,
  timeWaiting,
  waitingBacklog,
  withBacklog,
} from '../../importers/model/backlog.ts';
import { type Counting, figuresOf, type Outcome } from '../../importers/model/figures.ts';
import {
  doubted,
  hangsOnLuck,
  mayRefuse,
  unknownsOf,
  paceOfDay,
  withDay,
  withLimits,
  withShares,
} from '../../importers/model/doubt.ts';
import type { ModelEdit } from '../../importers/model/edit.ts';
import type { Load } from '../../importers/model/loads.ts';
import type { Arrivals } from '../../importers/model/shapes.ts';
import { endsOf, ofRecipients, stuckIn } from '../../importers/model/counting.ts';
import type { MessageRate } from '../../importers/model/message-rate.ts';
import { recordedOutcome } from '../../importers/model/recorded.ts';
import { type Model, modelOf, type Range } from '../../importers/model/setup.ts';
import { withUnseen } from '../../importers/model/unseen.ts';
import type { Predicate } from '../../importers/classes/fields.ts';
import { classOfLives } from '../../importers/classes/select.ts';
import type { Instance } from '../../importers/store/instance.ts';
import type { MessagePlace } from '../../../protocol/ids.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { Answer, Beyond, CalibrationVerdict, Change, RunFigures } from '../../protocol/predict.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import type { Settings } from '../../protocol/settings.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { beginModelRun, HORIZON, type ModelRun } from './run.ts';

/** A record with its model and classes of mail. All predictions are about one subject. */
export interface Subject {
  instance: Instance;
  settings: Settings | null;
  model: Model;
  names: string[];
  /** Name of the class if the user named only one; a second class then has all other mail. Null otherwise. */
  alone: string | null;
  /** Class of each recipient and of each message: index in `names` + 1, 0 = none. */
  classOfRecipient: Uint16Array;
  classOfMessage: Uint16Array;
  /** Which recipients are counted, and until when (the end of the record). */
  counting: Counting;
  recorded: RunFigures;
  /** Counted recipients without a first attempt at the end of the record. */
  untried: number;
  /** Load of each server in the record. */
  seen: readonly Load[];
}

export interface NamedClass {
  name: string;
  predicate: Predicate;
}

/** If the user names no classes, the senders with the most recipients become classes: this many of them. */
const SENDERS = 4;
/** Number of runs in which servers accept no more than the record shows them to accept. */
const FEW = 4;
/** A range needs this many times the runs of a figure: twenty runs often miss an event of one run in twenty. */
const WIDER = 3;

/**
 * Prepares a record for predictions about the mail that arrived in `range`. `edits`: what the user states about servers and processes.
 * Null if nothing became active.
 */
export function subjectOf(
  instance: Instance,
  settings: Settings | null,
  classes: readonly NamedClass[],
  title: string,
  edits: readonly ModelEdit[] = [],
  range: Range = {},
): Subject | null {
  const model = modelOf(instance, settings, title, edits, range);
  if (model === null) return null;
  const alone = classes.length === 1 ? (classes[0] ?? null) : null;
  const used =
    alone === null ? [...(classes.length > 0 ? classes : bySender(model))] : [alone, allBut(alone)];
  const ofLife = classOfLives(
    instance,
    used.map(({ predicate }) => predicate),
  );
  const { messages } = model.scenario.modelled;
  const classOfMessage = Uint16Array.from(model.lives, (life) => ofLife[life] ?? 0);
  if (alone !== null && !classOfMessage.includes(used.length)) used.pop();
  const count = messages.address.length;
  const classOfRecipient = ofRecipients(classOfMessage, messages, new Uint16Array(count));
  const counting: Counting = {
    classOf: classOfRecipient,
    classes: used.length,
    counted: ofRecipients(model.counted, messages, new Uint8Array(count)),
    stuck: stuckIn(model.scenario.modelled),
    ends: endsOf(model),
  };
  const outcome = recordedOutcome(instance, model);
  const recorded = figuresOf(outcome, counting);
  const names = used.map(({ name }) => name);
  return {
    instance,
    settings,
    model,
    names,
    alone: alone?.name ?? null,
    classOfRecipient,
    classOfMessage,
    counting,
    recorded,
    untried: outcome.b.reduce((sum, b, r) => sum + (Number.isNaN(b) ? (counting.counted[r] ?? 0) : 0), 0),
    seen: outcome.loads,
  };
}

/** All mail outside the only named class. Without it nothing would show who pays for a change. */
function allBut({ predicate }: NamedClass): NamedClass {
  return { name: 'all other mail', predicate: { kind: 'not', part: predicate } };
}

function bySender({ scenario, counted }: Model): NamedClass[] {
  const { messages, texts } = scenario.modelled;
  const counts = new Map<string, number>();
  for (const [message, text] of messages.sender.entries()) {
    if (counted[message] === 0) continue;
    const sender = texts[text] ?? '';
    const own = (messages.first[message + 1] ?? 0) - (messages.first[message] ?? 0);
    if (sender !== '') counts.set(sender, (counts.get(sender) ?? 0) + own);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, SENDERS)
    .map(([name]) => ({
      name,
      predicate: { kind: 'text', field: 'from', not: false, pattern: name.toLowerCase() },
    }));
}

/** Classes without any mail, with a sentence that suggests others. Null if every class has mail. */
export function emptyClasses({ names, recorded, model }: Subject): { names: string[]; text: string } | null {
  const empty = names.filter((_, i) => recorded.classes[i]?.recipients === 0);
  if (empty.length === 0) return null;
  const senders = bySender(model).map(({ name }) => name);
  const { first, sender } = model.scenario.modelled.messages;
  const unknown = model.scenario.modelled.texts[sender[0] ?? 0] === '' ? (first[model.before] ?? 0) : 0;
  const earlier =
    unknown === 0
      ? ''
      : ` The senders of ${unknown} recipients are in no line, because their mail became active before the record begins: it is in the model, but in no class.`;
  return {
    names: empty,
    text: `No mail of the record is in the class ${empty.join(', ')}. Either another class has it all, or no message matches. The senders with the most recipients are ${senders.join(', ')}.${earlier}`,
  };
}

/** A variant simulated run by run. It may be abandoned at any time. */
export interface Variant {
  /** Simulates about `steps` steps. Returns true when all runs are over. */
  advance(steps: number): boolean;
  progress(): number;
  /** Results of the first `lucks` runs; absent = all runs. */
  answer(lucks?: number): Answer;
}

export function changed(
  subject: Subject,
  changes: readonly Change[],
): MailScenario & { modelled: ModelledSetup } {
  const { scenario } = subject.model;
  const classOf = (message: MessagePlace): string =>
    subject.names[(subject.classOfMessage[message] ?? 0) - 1] ?? '';
  return withChanges(scenario, changes, {
    classOf,
    inherits: subject.model.inherits,
    settings: subject.settings,
  });
}

/** Names that changes of a subject may use. */
export function knownOf({ names, model }: Subject): Known {
  return { classes: names, inherits: model.inherits };
}

/**
 * Makes the runs of a variant. Half of the runs keep what the record shows of each recipient, with a machine's noise;
 * the other half simulate another day with the same mail and servers. Both variants of a comparison use the same random numbers.
 */
export function variant(subject: Subject, changes: readonly Change[], seeds: number): Variant {
  const { model } = subject;
  const made = changed(subject, changes);
  const deferredMail = changes.length === 0 ? [] : limitedBacklog(model);
  const waitingMail = changes.length === 0 ? [] : waitingBacklog(model);
  const hasBacklog = deferredMail.length + waitingMail.length > 0;
  const begin = (of: typeof made, count: number): Several => severalOf(subject, of, changes, count);
  /** Runs without and with the change. The ratio of their waits is the share of the backlog that the change leaves. */
  const gauges = !hasBacklog ? [] : [begin(model.scenario, 1), begin(made, 1)];
  let scenario = made;
  let main = !hasBacklog ? begin(scenario, seeds) : null;
  /** Runs in which the servers in doubt accept no more than they were seen to accept. */
  let least: { servers: Beyond[]; runs: Several } | null = null;
  const common = { known: subject.counting.ends, seen: subject.seen, arrivals: arrivalsOf(subject) };
  const answerFrom = (of: Several, lucks = of.runs.length): Answer =>
    answerOf(of.runs.slice(0, lucks), {
      ...common,
      counting: countingOf(subject, scenario.modelled),
      servers: scenario.modelled.servers.map(({ name }) => name),
    });
  const unknowns = changes.length === 0 ? [] : unknownsOf(model, changes);
  let phase = 0;
  const phases = [
    (): void => {
      if (!hasBacklog) return;
      const shareOf = (time: (outcome: Outcome) => number): number => {
        const [today = 0, after = 0] = gauges.map(({ runs }) => time(runs[0]?.outcome as Outcome));
        return Math.min(1, after / Math.max(1, today));
      };
      const { counting } = subject;
      scenario = withBacklog(made, [
        { messages: deferredMail, share: shareOf((outcome) => timeDeferred(outcome, counting)) },
        {
          messages: waitingMail,
          share: shareOf((outcome) => timeWaiting(outcome, counting, model.scenario.modelled.messages)),
        },
      ]);
      main = begin(scenario, seeds);
    },
    (): void => {
      if (main !== null && unknowns.length > 0 && hangsOnLuck(answerFrom(main)))
        main.add((WIDER - 1) * seeds);
    },
    (): void => {
      if (changes.length === 0 || main === null) return;
      const servers = mayRefuse(model, answerFrom(main).beyond);
      if (servers.length === 0) return;
      const limited = { ...scenario, modelled: withLimits(scenario.modelled, servers) };
      least = { servers, runs: begin(limited, Math.min(seeds, FEW)) };
    },
  ];
  const runs = (): Several[] => (main === null ? gauges : least === null ? [main] : [main, least.runs]);
  return {
    advance(steps) {
      for (;;) {
        if (!runs().every((one) => one.advance(steps))) return false;
        if (phase >= phases.length) return true;
        phases[phase++]?.();
      }
    },
    progress: () => runs().reduce((sum, one) => sum + one.progress(), 0) / runs().length,
    answer(lucks) {
      if (main === null) throw new Error('the runs are not over');
      if (changes.length === 0) return answerFrom(main, lucks);
      const limited = least === null ? null : answerFrom(least.runs);
      return doubted(answerFrom(main), limited, least?.servers ?? [], unknowns);
    },
  };
}

/** Settings of the count for runs that continue until all mail is done. */
function countingOf({ counting }: Subject, modelled: ModelledSetup): Counting {
  const forever = new Float64Array(counting.counted.length).fill(HORIZON / MICROS_PER_SECOND);
  return { ...counting, stuck: stuckIn(modelled), ends: { b: forever, total: forever } };
}

/** How many messages each server of a variant accepts per period; null = no limit. */
function ratesOf(
  { model }: Subject,
  { servers }: ModelledSetup,
  changes: readonly Change[],
): (MessageRate | null)[] {
  const isUp = (name: string): boolean =>
    changes.some((change) => change.kind === 'up' && change.server === name);
  return servers.map(({ name }, i) => (isUp(name) ? null : (model.messageRates[i] ?? null)));
}

export function arrivalsOf({ model }: Subject): Arrivals {
  const { messages } = model.scenario.modelled;
  const first = messages.at[model.counted.indexOf(1)] ?? 0;
  const last = messages.at[model.counted.lastIndexOf(1)] ?? first;
  const since = messages.at.map((at): Seconds => (at - first) / MICROS_PER_SECOND);
  return {
    at: ofRecipients(since, messages, new Float64Array(messages.address.length)),
    over: (last - first) / MICROS_PER_SECOND,
  };
}

interface Several {
  runs: Run[];
  /** Adds runs with the next random numbers. */
  add(count: number): void;
  advance(steps: number): boolean;
  progress(): number;
}

/** Makes runs of a scenario with the random seeds (lucks) 0 to `count` − 1. */
function severalOf(
  subject: Subject,
  scenario: ReturnType<typeof changed>,
  changes: readonly Change[],
  count: number,
): Several {
  const { counted, stuck } = countingOf(subject, scenario.modelled);
  const awaited = counted.map((one, r) => one & ((stuck[r] ?? 0) ^ 1));
  const onTheWay = onTheWayOf(subject, scenario.modelled);
  const rates = ratesOf(subject, scenario.modelled, changes);
  let wanted = count;
  const runs: Run[] = [];
  let current: ModelRun | null = null;
  return {
    runs,
    add: (more) => {
      wanted += more;
    },
    advance(steps) {
      if (runs.length >= wanted) return true;
      const luck = runs.length;
      current ??= beginModelRun(withLuck(subject, scenario, luck), onTheWay, { awaited, rates });
      if (!current.run(steps)) return false;
      runs.push({ outcome: current.outcome, sameDay: luck % 2 === 0 });
      current = null;
      return runs.length >= wanted;
    },
    progress: () => (runs.length + (current?.progress() ?? 0)) / wanted,
  };
}

/** Adds to a scenario what `luck` decides: delivery times, and the facts about servers that the record does not show. */
function withLuck(
  { model, classOfRecipient }: Subject,
  scenario: ReturnType<typeof changed>,
  luck: number,
): ReturnType<typeof changed> {
  const { modelled } = scenario;
  const shared = withShares(modelled.servers, model.batches, luck);
  const servers = withUnseen(withDay(shared, luck), model.unseen, luck);
  const messages = { ...modelled.messages, pace: paceOfDay(modelled.messages, classOfRecipient, luck) };
  // An even number makes the engine keep the paces of the messages: `paceOfDay` has already drawn them for this run.
  return { ...scenario, modelled: { ...modelled, servers, messages, luck: 2 * luck } };
}

/** Time of each message before the queue manager. Parts of a split message have the id of the original. */
function onTheWayOf({ model }: Subject, { messages }: ModelledSetup): number[] {
  const of = new Map(model.scenario.modelled.messages.id.map((id, i) => [id, model.onTheWay[i] ?? 0]));
  return messages.id.map((id) => of.get(id) ?? 0);
}

/** Simulates all runs of a variant without interruption. */
export function answerTo(subject: Subject, changes: readonly Change[], seeds: number): Answer {
  const runs = variant(subject, changes, seeds);
  while (!runs.advance(50_000));
  return runs.answer();
}

/** Judges whether the model explains its record. `simulated` = the answer without changes. */
export function verdictOf(subject: Subject, simulated: Answer): CalibrationVerdict {
  const { instance, settings, model, recorded, names } = subject;
  const evidence = evidenceAgainst(instance, settings, model, recorded, subject.untried);
  return calibrate(names, recorded, simulated.known, evidence);
}

/** Collects the facts about the mail from which the shell commands for a change are made. */
export function mailOf(subject: Subject): MailToMove {
  return { sendersOf: (name) => sendersOf(subject, name), nexthopOf: (domain) => nexthopOf(subject, domain) };
}

/** Senders of a class, those with the most messages first. `mixed` = those of them that also send other mail. */
function sendersOf({ model, names, classOfMessage }: Subject, name: string): ClassSenders {
  const { messages, texts } = model.scenario.modelled;
  const counts = new Map<string, number>();
  const elsewhere = new Set<string>();
  for (const [message, text] of messages.sender.entries()) {
    const sender = texts[text] ?? '';
    if (names[(classOfMessage[message] ?? 0) - 1] !== name) elsewhere.add(sender);
    else counts.set(sender, (counts.get(sender) ?? 0) + 1);
  }
  const senders = [...counts].sort((a, b) => b[1] - a[1]).map(([sender]) => sender);
  return { senders, mixed: senders.filter((sender) => elsewhere.has(sender)) };
}

/** Returns the next hop of most mail for a domain in the record. '' = the domain itself, or it got no mail. */
function nexthopOf({ model }: Subject, domain: string): string {
  const { messages, texts } = model.scenario.modelled;
  const counts = new Map<string, number>();
  for (const [r, address] of messages.address.entries()) {
    if (domainOf(texts[address] ?? '') !== domain) continue;
    const nexthop = texts[messages.nexthop[r] ?? 0] ?? '';
    counts.set(nexthop, (counts.get(nexthop) ?? 0) + 1);
  }
  const [most = ''] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return most === domain ? '' : most;
}

/** A class with at least this many recipients per message is not the class to help: other classes wait for it. */
const BIG = 20;

/** The class to help: the only one named, otherwise the slowest without large messages. Null if all mail is one class. */
export function classToHelp({ names, alone, recorded, classOfMessage }: Subject): string | null {
  if (names.length < 2) return null;
  if (alone !== null && recorded.classes[0]?.recipients !== 0) return alone;
  const messages = names.map((_, i) => classOfMessage.reduce((sum, of) => sum + Number(of === i + 1), 0));
  const classes = names
    .map((name, i) => ({ name, figures: recorded.classes[i], messages: Math.max(1, messages[i] ?? 0) }))
    .filter(({ figures }) => figures !== undefined && figures.recipients > 0);
  const small = classes.filter(({ figures, messages: own }) => (figures?.recipients ?? 0) / own < BIG);
  const wait = ({ figures }: (typeof classes)[number]): number =>
    (figures?.total.p50 ?? 0) + (figures?.total.p90 ?? 0);
  return (small.length > 0 ? small : classes).toSorted((one, two) => wait(two) - wait(one))[0]?.name ?? null;
}
