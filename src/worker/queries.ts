import type { DecisionRecord } from '../protocol/decisions.ts';
import type { SavedRun, SessionApi } from '../protocol/session-api.ts';
import { feedbackRuleAt, livingBranches, saveTree } from './branch-edits.ts';
import { cursorAt, headOf, liveOfPath } from './branches.ts';
import { eventsBetween, recordsOfSteps, selectionRecord } from './log-reading.ts';
import { cursorOf, type OpenRun, type SessionState } from './session-state.ts';
import { namesIn, NO_NAMES } from './names.ts';
import { timelineSlice } from './timeline.ts';
import { trackPeek } from './track.ts';

type Queries = Pick<
  SessionApi,
  | 'timeline'
  | 'candidates'
  | 'why'
  | 'feedback'
  | 'message'
  | 'messageEvents'
  | 'ages'
  | 'memory'
  | 'wheel'
  | 'lab'
  | 'threadLanes'
  | 'decisions'
  | 'events'
  | 'save'
  | 'hash'
>;

/** Rows of one answer: a page that wants more asks again. */
const ANSWER_MAX = 10_000;
/** Events hashed between two looks at the messages: some milliseconds. */
const HASH_CHUNK = 2_000;

/** Questions about the run: they read the logs of the cursor's branch, known to its head, and change nothing. */
export function sessionQueries<Sim, Key>(state: SessionState<Sim, Key>): Queries {
  return {
    async timeline(from, to, parts, wakeUps = false) {
      const { run } = state;
      if (run === null) return { from, to, counts: [], marks: [], branches: [] };
      const { tree } = run.track;
      return timelineSlice(tree, run.place.branch, { from, to, parts, wakeUps });
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
    ...inspections(state),
    ...histories(state),
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
      const { tree } = run.track;
      const cursor = cursorOf(state);
      const saved: SavedRun = {
        scenario: run.scenario,
        live: [...live],
        cursor,
        branch: branch.id,
      };
      if (cursor.at > cursorAt(tree, branch, cursor.step).at) saved.between = true;
      return livingBranches(tree).length > 1
        ? { ...saved, branches: saveTree(tree, branch).branches }
        : saved;
    },
    hash: () => hashRun(state),
  };
}

/** Feedback events of one answer, at most: a chart a screen wide has no room for more. */
const FEEDBACK_MAX = 2_000;

/** Questions about one thing as it is at the cursor: a message, the memory. */
function inspections<Sim, Key>(
  state: SessionState<Sim, Key>,
): Pick<Queries, 'message' | 'ages' | 'memory' | 'lab'> {
  return {
    async message(number) {
      const { run } = state;
      return run === null ? null : state.engine.message(run.track.sim, number);
    },
    async ages(queues, first) {
      const { run } = state;
      if (run === null) return { bounds: [], rows: [], others: 0, total: { total: 0, buckets: [] } };
      return state.engine.ages(run.track.sim, queues, first);
    },
    async memory() {
      const { run } = state;
      return run === null
        ? { minimum: 0, messages: [], others: 0, unread: 0, pools: [] }
        : state.engine.memory(run.track.sim);
    },
    async lab() {
      const { run } = state;
      return run === null ? null : (state.engine.lab?.(run.track.sim) ?? null);
    },
  };
}

/**
 * Questions about how one thing came to be: a destination, a message, a timer, a thread. What reads the log is fetched
 * before the state is looked at, so that an answer is of one moment.
 */
function histories<Sim, Key>(
  state: SessionState<Sim, Key>,
): Pick<Queries, 'feedback' | 'messageEvents' | 'wheel' | 'threadLanes'> {
  return {
    async feedback(transport, name, limit) {
      const { feedbackHistory } = await import('./feedback.ts');
      const { run } = state;
      if (run === null) return null;
      const { branch, step } = run.place;
      const options = {
        rule: feedbackRuleAt(run.track.tree, run.scenario, run.place),
        limit: Math.max(1, Math.min(limit, FEEDBACK_MAX)),
      };
      return feedbackHistory(run.track.tree, branch, step, { transport, name }, options);
    },
    async messageEvents(number, limit) {
      const { eventsOfMessage } = await import('./message-events.ts');
      const { run } = state;
      const detail = run === null ? null : state.engine.message(run.track.sim, number);
      if (run === null || detail === null) return { rows: [], names: NO_NAMES };
      const { branch, step } = run.place;
      const { tree } = run.track;
      const rows = eventsOfMessage(tree, branch, step, detail.msg, Math.min(limit, ANSWER_MAX));
      return { rows, names: namesIn(tree, branch, rows) };
    },
    async wheel(question) {
      const { withHistory } = await import('./wheel-queries.ts');
      const { run } = state;
      const detail = run === null ? null : (state.engine.wheel?.(run.track.sim, question) ?? null);
      if (run === null || detail === null) return null;
      // Of the simulation, which may be on its way to the cursor: the log must be read at the same place.
      const { tree, branch, here } = run.track;
      return withHistory(detail, question, { tree, branch, step: here });
    },
    async threadLanes(question) {
      const { threadLanes } = await import('./thread-lanes.ts');
      const { run } = state;
      const row = run === null ? null : (state.engine.threads?.(run.track.sim, question.name) ?? null);
      if (run === null || row === null) return null;
      const { tree } = run.track;
      // How things stood before anything happened is in no log.
      return trackPeek(run.track, 0, (sim) => {
        const start = {
          group: state.engine.threads?.(sim, question.name)?.group ?? null,
          threads: state.engine.laneStarts?.(sim) ?? [],
        };
        return threadLanes(tree, run.place.branch, row, start, question);
      });
    },
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
  const { emptyLogHash, hashEvent, logHashText } = await import('../core/log-hash.ts');
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
