import { parsePredicate } from '../../importers/classes/parse.ts';
import { withDivision } from '../../importers/findings/divided.ts';
import { replayOf } from '../../importers/replay/setup.ts';
import type { RecordQuestions } from '../../protocol/record-questions.ts';
import { whyCounts } from '../replay/late.ts';
import { divideWaits } from '../replay/waits.ts';
import { differencesOf } from './differ.ts';
import { type HeldRecord, lateIn, lateReport, memberOf, predicatesOf } from './held.ts';
import { lifeOf } from './life.ts';
import { lintDoors } from './lint.ts';
import { overviewOf } from './overview.ts';
import { queueOf } from './queue.ts';
import { queueRun } from './queue-run.ts';
import { searchIn } from './search.ts';
import { shareOf } from './share.ts';

/** Steps of the engine between two turns of the worker: other questions are answered meanwhile. */
const STEPS = 2000;

const GONE = {
  ok: false as const,
  errors: [{ field: 'record', value: 'nothing', accepted: 'a record that was read' }],
};

/** Answers about the record that is held at the time of the question; null = none. */
export function recordQuestions(held: () => HeldRecord | null): RecordQuestions {
  return {
    async late(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null ? GONE : lateReport(record, member, question);
    },
    async lateByReplay(question) {
      const record = held();
      const member = record && memberOf(record, question);
      if (record === null || member === null) return null;
      const options = { ...question, thresholds: {} };
      if (whyCounts(member, record.settings, options) !== '') return null;
      const report = lateReport(record, member, question);
      const predicates = predicatesOf(question.classes);
      const run = replayOf(member.instance, record.settings, member.name);
      if (!report.ok || !predicates.ok || run === null) return null;
      const dividing = divideWaits(run);
      while (!dividing.run(STEPS)) {
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (held() !== record) return null;
      }
      const divided = dividing.result();
      return divided && withDivision(report.value, lateIn(record, member), predicates.value, divided.shares);
    },
    async overview(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null || question.to <= question.from
        ? null
        : overviewOf(record, member, question);
    },
    async differ(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null ? GONE : differencesOf(record, member, question);
    },
    async search(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null
        ? { as: '', count: 0, messages: [], completions: [], error: '' }
        : searchIn(record, member, question.text);
    },
    async message(question) {
      const record = held();
      const member = record && memberOf(record, question);
      return record === null || member === null ? null : lifeOf(record, member, question.id);
    },
    async queue() {
      const record = held();
      return record === null ? null : queueOf(record);
    },
    async queueRun(question) {
      const record = held();
      return record === null ? null : await queueRun(record, question);
    },
    ...lintDoors(held),
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
