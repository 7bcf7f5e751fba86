import { parsePredicate } from '../../importers/classes/parse.ts';
import { withDivision } from '../../importers/findings/divided.ts';
import { replayOf } from '../../importers/replay/setup.ts';
import { plainClassNames } from '../../importers/share/classes.ts';
import type { LateReport } from '../../protocol/findings.ts';
import type { LateQuestion, RecordQuestions } from '../../protocol/record-questions.ts';
import { whyCounts } from '../replay/late.ts';
import type { Result } from '../../../protocol/result.ts';
import { divideWaits } from '../replay/waits.ts';
import { differencesOf } from './differ.ts';
import { picturesOf } from './finding-pictures.ts';
import { flushBeside } from './flush-beside.ts';
import { type HeldRecord, lateIn, lateReport, memberOf, predicatesOf } from './held.ts';
import { lifeOf } from './life.ts';
import { lifePictureOf } from './life-picture.ts';
import { lintAnswers } from './lint.ts';
import { overviewOf } from './overview.ts';
import { queueOf } from './queue.ts';
import { queueRun } from './queue-run.ts';
import { ratesOf } from './rates.ts';
import { sendersOf } from './senders.ts';
import { searchIn } from './search.ts';
import { renamerOf, shareOf } from './share.ts';

/** Number of engine steps after which waiting questions are answered. */
const STEPS = 2000;

const GONE = {
  ok: false as const,
  errors: [{ field: 'record', value: 'nothing', accepted: 'a record that was read' }],
};

const SUPERSEDED = {
  ok: false as const,
  errors: [{ field: 'range', value: 'an earlier one', accepted: 'the range that was asked for last' }],
};

/** Lets other questions be answered first. */
const others = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Computes an answer in pieces. Gives up when `wanted` returns false. */
async function inPieces<T>(
  work: Generator<undefined, Result<T>, undefined>,
  wanted: () => boolean,
): Promise<Result<T>> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    await others();
    if (!wanted()) return SUPERSEDED;
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Computes the report with causes of b found by the exact engine. Null if the engine cannot follow the record. */
async function lateByReplay(
  held: () => HeldRecord | null,
  question: LateQuestion,
): Promise<LateReport | null> {
  const record = held();
  const member = record && memberOf(record, question);
  if (record === null || member === null) return null;
  const options = { ...question, thresholds: {} };
  const isPart = record.result.builder.isPartOfMail(member);
  if (whyCounts(member, record.settings, options, isPart) !== '') return null;
  const report = await inPieces(lateReport(record, member, question), () => held() === record);
  const predicates = predicatesOf(question.classes);
  const run = replayOf(member.instance, record.settings, member.name);
  if (!report.ok || report.value.whyCounts !== '' || !predicates.ok || run === null) return null;
  const dividing = divideWaits(run);
  while (!dividing.run(STEPS)) {
    // oxlint-disable-next-line no-await-in-loop
    await others();
    if (held() !== record) return null;
  }
  const divided = dividing.result();
  return divided && withDivision(report.value, lateIn(record, member), predicates.value, divided.shares);
}

/** Computes an answer in pieces. Gives up when the record is no longer open. */
async function whileHeld<T>(
  held: () => HeldRecord | null,
  begin: (record: HeldRecord) => Generator<undefined, Promise<T> | null, undefined>,
): Promise<T | null> {
  const record = held();
  if (record === null) return null;
  const work = begin(record);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    await others();
    if (held() !== record) return null;
    const { done, value } = work.next();
    // oxlint-disable-next-line no-await-in-loop
    if (done === true) return await value;
  }
}

/** Answers the questions whose answers the page can draw with real or with hidden names. */
function pictureAnswers(
  held: () => HeldRecord | null,
): Pick<RecordQuestions, 'lifePicture' | 'queue' | 'plainClassNames'> {
  return {
    async lifePicture(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null ? null : lifePictureOf(record, member, question.id);
    },
    async queue({ hidden } = { hidden: false }) {
      const record = held();
      return record === null ? null : queueOf(record, hidden ? renamerOf(record) : null);
    },
    plainClassNames: async (names) => plainClassNames(names),
  };
}

/** Answers the questions about the cards of findings and the chips of classes. */
function cardAnswers(held: () => HeldRecord | null): Pick<RecordQuestions, 'senders' | 'pictures'> {
  return {
    async senders(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null ? [] : sendersOf(record, member);
    },
    async pictures(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null ? [] : picturesOf(record, member, question);
    },
  };
}

/** Answers why mail was late. A question that is asked again while it is being answered gets the same answer. */
function lateAnswers(held: () => HeldRecord | null): RecordQuestions['late'] {
  // Only the latest time range is computed, because dragging an edge asks for many.
  let lastRange = 0;
  const pending = new WeakMap<HeldRecord, Map<string, Promise<Result<LateReport>>>>();
  return async (question) => {
    const record = held();
    const member = record && memberOf(record, question);
    if (record === null || member === null) return GONE;
    const ranged = question.from !== 0 || question.to !== 0;
    const mine = ranged ? ++lastRange : 0;
    const work = (): Promise<Result<LateReport>> =>
      inPieces(
        lateReport(record, member, question),
        () => held() === record && (!ranged || mine === lastRange),
      );
    if (ranged) return work();
    const known = pending.get(record) ?? new Map<string, Promise<Result<LateReport>>>();
    pending.set(record, known);
    const key = JSON.stringify(question);
    const answer = known.get(key) ?? work().finally(() => known.delete(key));
    known.set(key, answer);
    return answer;
  };
}

/** Answers about the record that is open when a question is asked. */
export function recordQuestions(held: () => HeldRecord | null): RecordQuestions {
  return {
    late: lateAnswers(held),
    lateByReplay: (question) => lateByReplay(held, question),
    async overview(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null || question.to <= question.from
        ? null
        : overviewOf(record, member, question);
    },
    ...cardAnswers(held),
    async differ(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null ? GONE : differencesOf(record, member, question);
    },
    async rates(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null ? null : ratesOf(record, member, question);
    },
    async search(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null
        ? { as: '', count: 0, messages: [], completions: [], error: '' }
        : searchIn(record, member, question);
    },
    async message(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null ? null : lifeOf(record, member, question.id);
    },
    ...pictureAnswers(held),
    queueRun: (question) => whileHeld(held, (record) => queueRun(record, question)),
    flushBeside: ({ perMinute }) =>
      whileHeld(held, (record) =>
        flushBeside(record, { perMinute: Math.max(1, Math.min(2000, Math.round(perMinute))) }),
      ),
    ...lintAnswers(held),
    async share(question) {
      const record = held();
      return record === null ? GONE : shareOf(record, question);
    },
    async checkClass(text) {
      const read = parsePredicate(text);
      return read.ok ? { ok: true, value: { name: '', predicate: text } } : read;
    },
  };
}
