import type { Micros } from '../../protocol/units.ts';
import { runningAtStart } from '../kinds/trace.ts';
import { explainDecision, explanationText } from '../../explain/decision.ts';
import { eventSentence } from '../../explain/event.ts';
import { toText } from '../../explain/tokens.ts';
import type { DecisionRecord } from '../../protocol/decisions.ts';
import type { EventRecord, ThreadEvent, TimerEvent } from '../../protocol/events.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import { createLogNames, type LogNames } from './names.ts';
import type { RunWriter } from './run-log.ts';

/**
 * The run as Chrome trace events (Perfetto, chrome://tracing). A "process" is a type of object, a "thread" an object.
 * Agents and CPUs are slices, timers asynchronous slices (because they overlap), destinations counters, and decisions
 * instant events. Times are in simulated microseconds.
 */
export interface TraceEvent {
  ph: 'X' | 'i' | 'C' | 'M' | 'b' | 'e';
  name: string;
  pid: number;
  tid: number;
  ts?: number;
  dur?: number;
  cat?: string;
  id?: string;
  /** Scope of an instant event, which decides how long its line is: `t` = its thread, `p` = its process. */
  s?: 't' | 'p';
  args?: Record<string, string | number>;
}

const PROCESSES = { decisions: 1, agents: 2, destinations: 3, cpus: 4, timers: 5 } as const;
const TITLES = ['Scheduler', 'Delivery agents', 'Destinations', 'CPUs', 'Timers'] as const;
/** Stride between the thread numbers of two transports' agents. */
const AGENTS_MAX = 100_000;

/** Pending slices and names already written. */
interface TraceState {
  names: LogNames;
  out: TraceEvent[];
  now: Micros;
  selected: Map<number, { destination: string; message: number; recipients: number }>;
  deliveries: Map<number, { at: Micros; tid: number; name: string; args: TraceEvent['args'] }>;
  cpus: Map<number, { cpu: number; at: Micros; name: string }>;
  timers: Map<number, string>;
  known: Set<string>;
}

export function createTrace(): RunWriter {
  const state: TraceState = {
    names: createLogNames(),
    out: [],
    now: 0,
    selected: new Map(),
    deliveries: new Map(),
    cpus: new Map(),
    timers: new Map(),
    known: new Set(),
  };
  let first = true;
  const flush = (): string => {
    const lines = state.out.splice(0).map((event) => JSON.stringify(event));
    const text = lines.length === 0 ? '' : `${first ? '' : ',\n'}${lines.join(',\n')}`;
    if (lines.length > 0) first = false;
    return text;
  };
  return {
    start(run) {
      runningFromStart(state, run.scenario);
      const other = JSON.stringify({
        title: run.scenario.title,
        seed: run.scenario.seed,
        clock: 'simulated',
      });
      return `{"displayTimeUnit":"ms","otherData":${other},"traceEvents":[\n${flush()}`;
    },
    chunk({ events, decisions }) {
      for (const record of events) note(state, record);
      for (const record of decisions) decide(state, record);
      return flush();
    },
    end(at) {
      closeAll(state, Math.max(at, state.now));
      return `${flush()}\n]}\n`;
    },
  };
}

function note(state: TraceState, { at, event }: EventRecord): void {
  const { names, out } = state;
  names.note(event);
  state.now = at;
  switch (event.kind) {
    case 'entry.selected':
      state.selected.set(event.entry, {
        destination: names.queueName(event.queue),
        message: names.numberOf(event.msg),
        recipients: event.recipients,
      });
      return;
    case 'delivery.started':
      return beginDelivery(state, at, event);
    case 'delivery.ended': {
      const open = state.deliveries.get(event.delivery);
      state.deliveries.delete(event.delivery);
      if (open !== undefined) endDelivery(state, open, at, event.result);
      return;
    }
    case 'queue.window': {
      nameProcess(state, PROCESSES.destinations);
      const name = `window of ${names.queueName(event.queue)}`;
      out.push({ ph: 'C', name, pid: PROCESSES.destinations, tid: 0, ts: at, args: { window: event.to } });
      return;
    }
    case 'queue.dead':
    case 'queue.revived':
    case 'job.preempted':
    case 'message.injected':
      mark(state, at, event.kind, toText(eventSentence(event, names)));
      return;
    case 'cpu.dispatched':
    case 'thread.state':
      return noteCpu(state, at, event);
    case 'timer.added':
    case 'timer.expired':
    case 'timer.cancelled':
      return noteTimer(state, at, event);
    default:
  }
}

type Started = Extract<EventRecord['event'], { kind: 'delivery.started' }>;

function beginDelivery(state: TraceState, at: Micros, event: Started): void {
  const transport = state.names.transportName(event.transport);
  const tid = event.transport * AGENTS_MAX + event.agent;
  nameThread(state, PROCESSES.agents, tid, `${transport} agent ${event.agent}`);
  const what = state.selected.get(event.entry);
  state.selected.delete(event.entry);
  const name = what === undefined ? 'delivery' : `message ${what.message} to ${what.destination}`;
  state.deliveries.set(event.delivery, { at, tid, name, args: { delivery: event.delivery, ...what } });
}

function endDelivery(
  state: TraceState,
  { at, tid, name, args }: { at: Micros; tid: number; name: string; args: TraceEvent['args'] },
  end: Micros,
  result: string,
): void {
  const pid = PROCESSES.agents;
  state.out.push({
    ph: 'X',
    name,
    cat: 'delivery',
    pid,
    tid,
    ts: at,
    dur: end - at,
    args: { ...args, result },
  });
}

/** Threads that are on a CPU when the run starts have no dispatch event, so their slices start here. */
function runningFromStart(state: TraceState, scenario: Scenario): void {
  runningAtStart(scenario).forEach(({ thread, name }, i) => {
    const cpu = i + 1;
    nameThread(state, PROCESSES.cpus, cpu + 1, `CPU ${cpu}`);
    state.cpus.set(thread, { cpu, at: 0, name });
  });
}

/** A thread has its CPU from dispatch until it stops running. */
function noteCpu(
  state: TraceState,
  at: Micros,
  event: Extract<ThreadEvent, { kind: 'cpu.dispatched' | 'thread.state' }>,
): void {
  if (event.kind === 'cpu.dispatched') {
    nameThread(state, PROCESSES.cpus, event.cpu + 1, `CPU ${event.cpu}`);
    state.cpus.set(event.thread, { cpu: event.cpu, at, name: event.name });
    return;
  }
  if (event.from === 'running') endCpu(state, event.thread, at);
}

function endCpu(state: TraceState, thread: number, end: Micros): void {
  const open = state.cpus.get(thread);
  state.cpus.delete(thread);
  if (open === undefined) return;
  const { cpu, at, name } = open;
  state.out.push({
    ph: 'X',
    name,
    cat: 'cpu',
    pid: PROCESSES.cpus,
    tid: cpu + 1,
    ts: at,
    dur: end - at,
    args: { thread },
  });
}

function noteTimer(
  state: TraceState,
  at: Micros,
  event: Extract<TimerEvent, { kind: 'timer.added' | 'timer.expired' | 'timer.cancelled' }>,
): void {
  nameProcess(state, PROCESSES.timers);
  const id = String(event.timer);
  const base = { name: event.label, cat: 'timer', pid: PROCESSES.timers, tid: 0, id, ts: at } as const;
  if (event.kind === 'timer.added') {
    // A timer that is already due is added and runs in one instant; a timer added again starts a new slice.
    if (state.timers.has(event.timer)) endTimer(state, event.timer, at);
    state.timers.set(event.timer, event.label);
    state.out.push({ ph: 'b', ...base, args: { due: event.due, level: event.level, bucket: event.bucket } });
    return;
  }
  if (!state.timers.delete(event.timer)) return;
  state.out.push({
    ph: 'e',
    ...base,
    args: { end: event.kind === 'timer.expired' ? 'expired' : 'cancelled' },
  });
}

function endTimer(state: TraceState, timer: number, at: Micros): void {
  const name = state.timers.get(timer) ?? '';
  state.timers.delete(timer);
  state.out.push({ ph: 'e', name, cat: 'timer', pid: PROCESSES.timers, tid: 0, id: String(timer), ts: at });
}

function decide(state: TraceState, record: DecisionRecord): void {
  const { decision, at, n } = record;
  if (decision.rule !== 'selection') return;
  const { preemption, chosen } = decision;
  const message = chosen === undefined ? 'no job' : `message ${state.names.numberOf(chosen.msg)}`;
  const name = preemption?.outcome === 'preempted' ? `${message} preempts` : message;
  nameThread(
    state,
    PROCESSES.decisions,
    decision.transport,
    `${state.names.transportName(decision.transport)} decisions`,
  );
  const why = explanationText(explainDecision(record, state.names));
  const { decisions: pid } = PROCESSES;
  const args = { decision: n, why };
  state.out.push({ ph: 'i', s: 't', name, cat: 'decision', pid, tid: decision.transport, ts: at, args });
}

function mark(state: TraceState, at: Micros, name: string, sentence: string): void {
  const args = { sentence };
  nameProcess(state, PROCESSES.decisions);
  state.out.push({ ph: 'i', s: 'p', name, cat: 'event', pid: PROCESSES.decisions, tid: 0, ts: at, args });
}

/** Names a process when its first thread appears, so that the trace has no empty rows. */
function nameProcess({ known, out }: TraceState, pid: number): void {
  if (known.has(String(pid))) return;
  known.add(String(pid));
  out.push({ ph: 'M', name: 'process_name', pid, tid: 0, args: { name: TITLES[pid - 1] ?? '' } });
  out.push({ ph: 'M', name: 'process_sort_index', pid, tid: 0, args: { sort_index: pid - 1 } });
}

function nameThread(state: TraceState, pid: number, tid: number, name: string): void {
  const { known, out } = state;
  nameProcess(state, pid);
  const key = `${pid} ${tid}`;
  if (known.has(key)) return;
  known.add(key);
  out.push({ ph: 'M', name: 'thread_name', pid, tid, args: { name } });
}

/** Ends all pending slices at `at`, the end of the run. */
function closeAll(state: TraceState, at: Micros): void {
  for (const open of state.deliveries.values()) endDelivery(state, open, at, 'under way');
  for (const thread of state.cpus.keys()) endCpu(state, thread, at);
  for (const timer of state.timers.keys()) endTimer(state, timer, at);
}
