import { domainOf } from '../../importers/domain.ts';
import type { ClassSenders, MailToMove } from '../../importers/model/own.ts';
import { answerOf, type Run } from '../../importers/model/answer.ts';
import { calibrate, evidenceAgainst } from '../../importers/model/calibration.ts';
import { type Known, withChanges } from '../../importers/model/changes.ts';
import { figuresOf } from '../../importers/model/figures.ts';
import {
  doubted,
  expected,
  hangsOnLimits,
  hangsOnLuck,
  refuses,
  unknownsOf,
  withDrawnLimits,
  withLimits,
  withShares,
} from '../../importers/model/doubt.ts';
import type { ModelEdit } from '../../importers/model/edit.ts';
import type { Load } from '../../importers/model/loads.ts';
import type { Arrivals } from '../../importers/model/shapes.ts';
import { recordedOutcome } from '../../importers/model/recorded.ts';
import { type Model, modelOf } from '../../importers/model/setup.ts';
import { withUnseen } from '../../importers/model/unseen.ts';
import type { Predicate } from '../../importers/classes/fields.ts';
import { classOfLives } from '../../importers/classes/select.ts';
import type { Instance } from '../../importers/store/instance.ts';
import type { MessagePlace } from '../../../protocol/ids.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { Answer, CalibrationVerdict, Change, RunFigures } from '../../protocol/predict.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import type { Settings } from '../../protocol/settings.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { beginModelRun, type ModelRun } from './run.ts';

/** A record with its model and classes of mail. All predictions are about one subject. */
export interface Subject {
  instance: Instance;
  settings: Settings | null;
  model: Model;
  names: string[];
  /** The class if the user named only one. All other mail then forms a second class, if there is any. */
  alone: string | null;
  /** Class of each recipient and of each message: index in `names` + 1, 0 = none. */
  classOfRecipient: Uint16Array;
  classOfMessage: Uint16Array;
  recorded: RunFigures;
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
/** A range takes this many times the runs of a figure: an event in one of twenty runs is often absent from just twenty. */
const WIDER = 3;

/** Prepares a record for predictions. `edits`: what the user states about servers and processes. Null if nothing became active. */
export function subjectOf(
  instance: Instance,
  settings: Settings | null,
  classes: readonly NamedClass[],
  title: string,
  edits: readonly ModelEdit[] = [],
): Subject | null {
  const model = modelOf(instance, settings, title, edits);
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
  const classOfRecipient = new Uint16Array(messages.address.length);
  for (let message = 0; message < model.lives.length; message++)
    classOfRecipient.fill(
      classOfMessage[message] ?? 0,
      messages.first[message] ?? 0,
      messages.first[message + 1] ?? 0,
    );
  const outcome = recordedOutcome(instance, model);
  const recorded = figuresOf(outcome, classOfRecipient, used.length);
  const names = used.map(({ name }) => name);
  return {
    instance,
    settings,
    model,
    names,
    alone: alone?.name ?? null,
    classOfRecipient,
    classOfMessage,
    recorded,
    seen: outcome.loads,
  };
}

/** All mail outside the only named class. Without it nothing would show who pays for a change. */
function allBut({ predicate }: NamedClass): NamedClass {
  return { name: 'all other mail', predicate: { kind: 'not', part: predicate } };
}

function bySender({ scenario }: Model): NamedClass[] {
  const { messages, texts } = scenario.modelled;
  const counts = new Map<string, number>();
  for (const [message, text] of messages.sender.entries()) {
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

/** Classes without any mail, with a sentence that suggests others. Null if all have some. */
export function emptyClasses({ names, recorded, model }: Subject): { names: string[]; text: string } | null {
  const empty = names.filter((_, i) => recorded.classes[i]?.recipients === 0);
  if (empty.length === 0) return null;
  const senders = bySender(model).map(({ name }) => name);
  return {
    names: empty,
    text: `No mail of the record is in the class ${empty.join(', ')}. Either another class has it all, or no message matches. The senders with the most recipients are ${senders.join(', ')}.`,
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
  const scenario = changed(subject, changes);
  const onTheWay = onTheWayOf(subject, scenario.modelled);
  const common = {
    classOf: subject.classOfRecipient,
    classes: subject.names.length,
    servers: scenario.modelled.servers.map(({ name }) => name),
    seen: subject.seen,
    arrivals: arrivalsOf(subject),
  };
  const answerFrom = (runs: readonly Run[]): Answer => answerOf(runs, common);
  const as = (modelled: ModelledSetup): typeof scenario => ({ ...scenario, modelled });
  const main = several(subject, () => scenario, onTheWay, seeds);
  const few = Math.min(seeds, FEW);
  /** Further runs if needed: `least` with servers that accept no more than they were seen to accept, `drawn` with random limits. */
  let least: Several | null = null;
  let drawn: Several | null = null;
  const unknowns = changes.length === 0 ? [] : unknownsOf(subject.model, changes);
  let phase = 0;
  const begin = [
    (): void => {
      if (unknowns.length > 0 && hangsOnLuck(answerFrom(main.runs))) main.add((WIDER - 1) * seeds);
    },
    (): void => {
      const { beyond } = answerFrom(main.runs);
      if (changes.length === 0 || beyond.length === 0 || !refuses(subject.model)) return;
      const limited = as(withLimits(scenario.modelled, beyond));
      least = several(subject, () => limited, onTheWay, few);
    },
    (): void => {
      const found = answerFrom(main.runs);
      if (least === null || !hangsOnLimits(found, answerFrom(least.runs))) return;
      const of = (luck: number): typeof scenario =>
        as(withDrawnLimits(scenario.modelled, found.beyond, luck));
      drawn = several(subject, of, onTheWay, seeds);
    },
  ];
  const runs = (): Several[] => [main, least, drawn].filter((one) => one !== null);
  return {
    advance(steps) {
      for (;;) {
        if (!runs().every((one) => one.advance(steps))) return false;
        if (phase >= begin.length) return true;
        begin[phase++]?.();
      }
    },
    progress: () => runs().reduce((sum, one) => sum + one.progress(), 0) / runs().length,
    answer(lucks = main.runs.length) {
      if (changes.length === 0) return answerFrom(main.runs.slice(0, lucks));
      const told = doubted(answerFrom(main.runs), least === null ? null : answerFrom(least.runs), unknowns);
      return drawn === null ? told : expected(told, answerFrom(drawn.runs));
    },
  };
}

export function arrivalsOf({ model }: Subject): Arrivals {
  const { at: instants, first, address } = model.scenario.modelled.messages;
  const at = new Float64Array(address.length);
  const since = (message: MessagePlace): Seconds =>
    ((instants[message] ?? 0) - (instants[0] ?? 0)) / MICROS_PER_SECOND;
  for (let message = 0; message < instants.length; message++)
    at.fill(since(message), first[message] ?? 0, first[message + 1] ?? 0);
  return { at, over: since(instants.length - 1) };
}

interface Several {
  runs: Run[];
  /** Adds runs with the next random numbers. */
  add(count: number): void;
  advance(steps: number): boolean;
  progress(): number;
}

/** Makes runs with the random seeds (lucks) 0 to `count` − 1. `of` returns the scenario for a luck. */
function several(
  subject: Subject,
  of: (luck: number) => ReturnType<typeof changed>,
  onTheWay: readonly number[],
  count: number,
): Several {
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
      current ??= beginModelRun(withLuck(subject, of(luck), luck), onTheWay);
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
  { model }: Subject,
  scenario: ReturnType<typeof changed>,
  luck: number,
): ReturnType<typeof changed> {
  const servers = withUnseen(withShares(scenario.modelled.servers, model.batches, luck), model.unseen, luck);
  return { ...scenario, modelled: { ...scenario.modelled, servers, luck } };
}

/** For each message of the run: its time before the queue manager. Parts of a split message have the id of the original. */
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
  return calibrate(names, recorded, simulated, evidenceAgainst(instance, settings, model, recorded));
}

/** Collects the facts about the mail from which the shell commands for a change are made. */
export function mailOf(subject: Subject): MailToMove {
  return { sendersOf: (name) => sendersOf(subject, name), nexthopOf: (domain) => nexthopOf(subject, domain) };
}

/** Senders of a class, those with the most messages first, and those of them that also send other mail. */
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

/** Returns the next hop of most mail for a domain in the record. '' = the domain itself, or no mail for the domain. */
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
