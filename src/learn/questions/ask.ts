import type { LiveCommand } from '../../protocol/commands.ts';
import type { Result } from '../../protocol/result.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Ask, AskKind, LessonStop } from '../lessons/lesson.ts';
import { EN, type Words } from '../words/en/index.ts';
import { askAdoption } from './adoption.ts';
import { askDeferral, askRetry } from './deferral.ts';
import { createDraw, type Draw, seedOf } from './draw.ts';
import { askNextJob } from './next-job.ts';
import { askFinishes } from './orders.ts';
import { ownQuestion } from './own.ts';
import { goTo, type Probe } from './probe.ts';
import type { Question } from './question.ts';
import { askTimeOut } from './time-out.ts';
import { askBucket, askOpens, askWakeUp } from './timers.ts';
import { askCount, askWhoWakes } from './threads.ts';
import { askExtra, askRefill, askSponsor } from './recipients.ts';
import { askOnHand, askVerdict } from './verdict.ts';
import { askPurge, askWatchList } from './watching.ts';
import { askWindow } from './window.ts';

/** Texts of questions in one language. */
export type AskWords = Words['ask'];

/**
 * Makes a question from the probe's position: at that instant, or at the next suitable one. Null = no question is
 * possible.
 */
type Asker = (probe: Probe, draw: Draw, about: string, words: AskWords) => Promise<Question | null>;

const ASKERS: Readonly<Record<AskKind, Asker>> = {
  'next-job': askNextJob,
  verdict: askVerdict,
  adoption: askAdoption,
  'on-hand': askOnHand,
  window: (probe, draw, about, words) => askWindow(probe, draw, about, 'any', words),
  failure: (probe, draw, about, words) => askWindow(probe, draw, about, 'negative', words),
  bucket: askBucket,
  'wake-up': askWakeUp,
  opens: askOpens,
  'who-wakes': askWhoWakes,
  count: askCount,
  refill: askRefill,
  sponsor: askSponsor,
  extra: askExtra,
  deferral: askDeferral,
  retry: askRetry,
  'time-out': askTimeOut,
  'watch-list': askWatchList,
  purge: askPurge,
  finishes: askFinishes,
};

/**
 * Asks the engine a question; null when it cannot be asked after this point, because no event of the kind comes or only
 * one answer is possible.
 */
export async function askHere(
  probe: Probe,
  ask: Ask,
  draw: Draw,
  words: AskWords = EN.ask,
): Promise<Question | null> {
  const question = await ASKERS[ask.kind](probe, draw, ask.about, words);
  return question === null || question.choices.length < 2 ? null : question;
}

/** A stop whose place and question are known. */
export interface PreparedStop {
  cursor: Cursor;
  question: Question | null;
}

/** Opens the scene of a stop, goes to its place and asks. `seed` determines the order of the answers in every language. */
export async function prepareStop(
  probe: Probe,
  stop: LessonStop,
  scenario: Scenario,
  seed: string,
  words: AskWords = EN.ask,
): Promise<Result<PreparedStop>> {
  const opened = await probe.api.open(scenario, [] as LiveCommand[]);
  if (!opened.ok) return opened;
  const cursor = await goTo(probe, stop.place);
  const draw = createDraw(seedOf(seed));
  if (stop.own !== null)
    return { ok: true, value: { cursor, question: ownQuestion(stop.own, cursor, draw, words) } };
  if (stop.ask === null) return { ok: true, value: { cursor, question: null } };
  const question = await askHere(probe, stop.ask, draw, words);
  return { ok: true, value: { cursor: question?.before ?? cursor, question } };
}
