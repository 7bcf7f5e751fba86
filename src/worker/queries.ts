import type { DecisionRecord } from '../protocol/decisions.ts';
import type { SessionApi } from '../protocol/session-api.ts';
import { emptyLogHash, hashEvent, logHashText } from '../core/log-hash.ts';
import { eventsBetween, headOf, liveOfPath, recordsOfSteps, selectionRecord } from './branches.ts';
import { cursorOf, type OpenRun, type SessionState } from './session-state.ts';
import { timelineSlice } from './timeline.ts';
import { trackPeek } from './track.ts';

type Queries = Pick<SessionApi, 'timeline' | 'candidates' | 'why' | 'decisions' | 'events' | 'save' | 'hash'>;

/** Rows of one answer: a page that wants more asks again. */
const ANSWER_MAX = 10_000;
/** Events hashed between two looks at the messages: some milliseconds. */
const HASH_CHUNK = 2_000;

/** Questions about the run: they read the logs of the cursor's branch, known to its head, and change nothing. */
export function sessionQueries<Sim, Key>(state: SessionState<Sim, Key>): Queries {
  return {
    async timeline(from, to, parts) {
      const { run } = state;
      if (run === null) return { from, to, counts: [], marks: [], branches: [] };
      const { tree } = run.track;
      return timelineSlice(tree, run.place.branch, from, to, parts);
    },
    async candidates(decision) {
      const { run } = state;
      if (run === null) return [];
      const record = selectionRecord(run.track.tree, run.place.branch, decision);
      if (record === null || record.decision.rule !== 'selection') return [];
      const { transport } = record.decision;
      return trackPeek(run.track, record.step - 1, (sim) => state.engine.candidates(sim, transport));
    },
    async why(question) {
      const { run } = state;
      if (run === null) return { question, reasons: [{ rule: 'unknown' }], cached: false };
      return state.engine.why(run.track.sim, question);
    },
    async decisions(from, to) {
      const { run } = state;
      return run === null ? [] : decisionsBetween(run, from, to);
    },
    async events(from, to, kinds) {
      const { run } = state;
      if (run === null) return [];
      const first = Math.max(1, Math.trunc(from) || 1);
      const all = eventsBetween(
        run.track.tree,
        run.place.branch,
        first,
        Math.min(to, first + ANSWER_MAX - 1),
      );
      return kinds === undefined ? all : all.filter((record) => kinds.includes(record.event.kind));
    },
    async save() {
      const { run } = state;
      if (run === null) throw new Error('no scenario is open');
      const { branch } = run.place;
      const live = liveOfPath(run.track.tree, branch);
      return { scenario: run.scenario, live: [...live], cursor: cursorOf(state), branch: branch.id };
    },
    hash: () => hashRun(state),
  };
}

function decisionsBetween<Sim, Key>(run: OpenRun<Sim, Key>, from: number, to: number): DecisionRecord[] {
  const { tree } = run.track;
  const { branch } = run.place;
  const first = Math.max(1, Math.trunc(from) || 1);
  const last = Math.min(Math.trunc(to), headOf(branch).decision, first + ANSWER_MAX - 1);
  const start = selectionRecord(tree, branch, first);
  const end = selectionRecord(tree, branch, last);
  if (start === null || end === null) return [];
  return recordsOfSteps(tree, branch, start.step - 1, end.step);
}

async function hashRun<Sim, Key>(state: SessionState<Sim, Key>): Promise<string> {
  const hash = emptyLogHash();
  const { run } = state;
  if (run === null) return logHashText(hash);
  // Taken now: the cursor may move between two chunks, the log of a branch only grows.
  const { branch } = run.place;
  const { event: last } = cursorOf(state);
  for (let from = 1; from <= last; from += HASH_CHUNK) {
    const to = Math.min(last, from + HASH_CHUNK - 1);
    for (const record of eventsBetween(run.track.tree, branch, from, to)) hashEvent(hash, record);
    await state.env.turn();
  }
  return logHashText(hash);
}
