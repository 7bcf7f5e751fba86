import { FOREVER } from '../../importers/model/faults.ts';
import { toApply } from '../../importers/model/apply.ts';
import { suggestedChanges } from '../../importers/model/suggested-changes.ts';
import type {
  Answer,
  Change,
  PredictProgress,
  PredictView,
  ProcessWords,
  ServerWords,
  PredictedChange,
} from '../../protocol/predict.ts';
import {
  MICROS_PER_MILLI,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Micros,
} from '../../../protocol/units.ts';
import { rank } from './rank.ts';
import { arrivalsOf, classToHelp, type Subject, mailOf, type Variant, variant, verdictOf } from './study.ts';

/** For records with more recipients, suggested changes are simulated with fewer runs, which suffice to rank them. */
const LARGE_RECORD_RECIPIENTS = 20_000;
const LARGE_RECORD_RUNS = 4;
/** Number of simulation steps, some ten milliseconds of work, after which other tasks of the thread run. */
const SLICE = 2_000;

type Heard = (view: PredictView | null, progress: PredictProgress) => void;

/** Lets other tasks of this thread run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Simulates all runs of a variant, with interruptions. */
async function answered(runs: Variant, heard: (share: number) => void): Promise<Answer> {
  let told = performance.now();
  while (!runs.advance(SLICE)) {
    if (performance.now() - told < 100) continue;
    heard(runs.progress());
    // oxlint-disable-next-line no-await-in-loop
    await turn();
    told = performance.now();
  }
  return runs.answer();
}

/** Calibrates a subject, then tries suggested changes unless the model is locked. */
export async function studied(subject: Subject, seeds: number, heard: Heard): Promise<PredictView> {
  const base = variant(subject, [], seeds);
  const today = await answered(base, (share) => heard(null, { doing: 'Simulating the record', share }));
  const lucks =
    subject.classOfRecipient.length > LARGE_RECORD_RECIPIENTS ? Math.min(LARGE_RECORD_RUNS, seeds) : seeds;
  const beside = base.answer(lucks);
  const name = classToHelp(subject);
  const view: PredictView = {
    names: subject.names,
    helped: name === null ? -1 : subject.names.indexOf(name),
    recorded: subject.recorded,
    today,
    verdict: verdictOf(subject, today),
    assumed: subject.model.assumed,
    servers: serverWords(subject),
    processes: processWords(subject),
    tried: [],
    arriving: arrivalsOf(subject).over,
    seeds,
  };
  if (view.verdict.verdict === 'locked') return view;
  const suggestions = suggestedChanges(subject.model, subject.settings, name);
  const done: { suggestion: (typeof suggestions)[number]; answer: Answer }[] = [];
  for (const one of suggestions) {
    const doing = `Trying ${done.length + 1} of ${suggestions.length}: ${one.title}`;
    // oxlint-disable-next-line no-await-in-loop
    const answer = await answered(variant(subject, one.changes, lucks), (share) =>
      heard(null, { doing, share: (done.length + share) / suggestions.length }),
    );
    done.push({ suggestion: one, answer });
    view.tried = rank(done, beside, view.helped).map((ranked) => ({
      ...ranked,
      apply: applied(subject, ranked.changes),
    }));
    heard({ ...view }, { doing, share: done.length / suggestions.length });
  }
  return view;
}

function applied(subject: Subject, changes: readonly Change[]): PredictedChange['apply'] {
  return toApply(changes, subject.settings, mailOf(subject));
}

export async function attempted(
  subject: Subject,
  view: PredictView,
  { title, changes }: { title: string; changes: Change[] },
  heard: (progress: PredictProgress) => void,
): Promise<PredictedChange> {
  const answer = await answered(variant(subject, changes, view.seeds), (share) =>
    heard({ doing: `Trying ${title}`, share }),
  );
  const suggestion = { title, because: 'as requested', changes };
  const [ranked] = rank([{ suggestion, answer }], view.today, view.helped);
  if (ranked === undefined) throw new Error('nothing was tried');
  return { ...ranked, apply: applied(subject, changes) };
}

function processWords({ model }: Subject): ProcessWords {
  const { startUp, maxIdle, maxUse } = model.scenario.modelled;
  const start = startUp[startUp.length >> 1] ?? 0;
  return {
    start: Math.round(start / MICROS_PER_MILLI),
    idle: maxIdle / MICROS_PER_SECOND,
    uses: maxUse,
    seen: startUp.length,
  };
}

function serverWords({ model }: Subject): ServerWords[] {
  const { servers, messages } = model.scenario.modelled;
  const after = (at: Micros): string =>
    Math.max(0, (at - (messages.at[0] ?? 0)) / MICROS_PER_SECOND).toFixed(1);
  const clock = (micros: Micros): string => `${(micros / MICROS_PER_SECOND).toFixed(1)} s`;
  return servers
    .map(({ name, message, recipient, sessions, rate, down }) => ({
      name,
      message: Math.round(message / MICROS_PER_MILLI),
      recipient: Math.round(recipient / MICROS_PER_MILLI),
      sessions,
      minute: rate === null ? 0 : Math.round((rate.sessions * MICROS_PER_MINUTE) / rate.per),
      down: down.map(({ from, until }) => `${after(from)}-${after(until)}`).join(','),
      faults: [
        ...(sessions > 0 ? [`accepts ${sessions} sessions`] : []),
        ...(rate === null ? [] : [`accepts ${rate.sessions} new sessions in ${clock(rate.per)}`]),
        ...down.map(({ from, until, reason }) =>
          until >= FOREVER
            ? `never accepted mail from ${after(from)} s after the first message on: ${reason}`
            : `down from ${after(from)} to ${after(until)} s after the first message: ${reason}`,
        ),
      ],
    }))
    .sort((a, b) => b.faults.length - a.faults.length);
}
