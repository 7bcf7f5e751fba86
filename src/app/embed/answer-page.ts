import { explainDecision, explanationText } from '../../explain/decision.ts';
import type { Names } from '../../explain/tokens.ts';
import type { DecisionRecord } from '../../protocol/decisions.ts';
import type { InputError } from '../../protocol/result.ts';
import { waitThen } from '../../store/idle.ts';
import { onQuizResult } from '../../store/quiz.ts';
import type { Runtime } from '../../store/runtime.ts';
import type { SessionState } from '../../store/session.ts';
import { type EmbedAsk, type EmbedState, type EmbedTell, PROTOCOL, readMessage, VIEWS } from './messages.ts';
import type { EmbedRequest } from './request.ts';

/** Opens the run that a `load` message names; returns the errors. */
export type Load = (ask: Extract<EmbedAsk, { type: 'load' }>) => Promise<InputError[]>;

/** The embedding page: a window, or two arrays in a test. */
export interface PageAround {
  /** Sends to the embedding page; the browser delivers it only to this origin. */
  send(message: EmbedTell & { qmgrscope: number; id?: unknown }, origin: string): void;
  /** `trusted` = sent by the embedding page itself, not by another frame. */
  listen(listener: (data: unknown, origin: string, trusted: boolean) => void): () => void;
}

/** Largest number of decisions in one message. A fast run makes thousands between two messages. */
const DECISIONS_MAX = 200;
const EVERY_MS = 100;

/**
 * Answers the page around an embedded view. It reads messages only from the origin in the address and sends only to it;
 * without an origin it does nothing. Returns the function that stops it.
 */
export function answerPage(
  runtime: Runtime,
  request: EmbedRequest,
  load: Load,
  host: PageAround,
): () => void {
  const { origin } = request;
  if (origin === null) return () => undefined;
  const send = (message: EmbedTell, id?: unknown): void => {
    host.send({ qmgrscope: PROTOCOL, ...message, ...(id === undefined ? {} : { id }) }, origin);
  };
  const flooded = floodGate(() => performance.now());
  const ends = [
    host.listen((data, from, trusted) => {
      if (from !== origin || !trusted) return;
      const asked = readMessage(data);
      if (asked === null) return;
      const errors = flooded() ?? (asked.ok ? null : asked.errors);
      if (errors !== null || !asked.ok) send({ type: 'answer', ok: false, errors: errors ?? [] }, asked.id);
      else void answer(runtime, asked.ask, load).then((told) => send(told, asked.id));
    }),
    onQuizResult((result) => send({ type: 'quiz', result })),
    tellChanges(runtime, send),
  ];
  send({ type: 'ready', versions: [PROTOCOL], view: request.view, views: VIEWS });
  return () => {
    for (const end of ends) end();
  };
}

async function answer(runtime: Runtime, ask: EmbedAsk, load: Load): Promise<EmbedTell> {
  const { actions, store } = runtime;
  switch (ask.type) {
    case 'load': {
      const errors = await load(ask);
      if (errors.length > 0) return { type: 'answer', ok: false, errors };
      break;
    }
    case 'play':
      if (ask.speed !== undefined) await actions.setSpeed(ask.speed);
      await actions.play();
      break;
    case 'pause':
      await actions.pause();
      break;
    case 'step':
      await actions.step(ask.direction, ask.unit);
      break;
    case 'seek':
      await actions.seek(ask.to);
      break;
    case 'theme':
      actions.look({ theme: ask.theme });
      break;
    case 'state':
      break;
    default:
      return ask satisfies never;
  }
  return { type: 'answer', ok: true, state: stateOf(store.getState().session) };
}

function stateOf(session: SessionState): EmbedState {
  const { decision, scenario, cursor, head, playing, idle } = session;
  return {
    title: scenario?.title ?? '',
    cursor,
    head,
    playing,
    ended: idle,
    sentence: decision === null ? '' : explanationText(explainDecision(decision, namesOf(session))),
  };
}

function namesOf({ numbers, queues, transports }: SessionState): Names {
  return {
    numberOf: (message) => numbers.get(message) ?? message,
    queueName: (queue) => queues.get(queue)?.name ?? '',
    transportName: (transport) => transports.get(transport)?.name ?? '',
  };
}

/** Reports the position of the run and new decisions, at a limited rate. */
function tellChanges({ store, actions }: Runtime, send: (message: EmbedTell) => void): () => void {
  let cancel: (() => void) | null = null;
  let told = 0;
  let run = store.getState().session.run;
  const tell = async (): Promise<void> => {
    cancel = null;
    const { session } = store.getState();
    if (session.run !== run) told = 0;
    run = session.run;
    const last = session.cursor.decision;
    send({ type: 'state', state: stateOf(session) });
    if (last > told) {
      const from = Math.max(told + 1, last - DECISIONS_MAX + 1);
      const records = (await actions.ask('decisions', from, last)).slice(-DECISIONS_MAX);
      send({ type: 'decisions', skipped: from - told - 1, decisions: withSentences(records, session) });
    }
    // After a step back, decisions are reported again when the run passes them.
    told = last;
  };
  const end = store.subscribe((now, before) => {
    if (now.session.seq === before.session.seq || cancel !== null) return;
    cancel = waitThen(() => void tell(), EVERY_MS);
  });
  return () => {
    end();
    cancel?.();
  };
}

function withSentences(records: readonly DecisionRecord[], session: SessionState) {
  const names = namesOf(session);
  return records.map((record) => ({ ...record, sentence: explanationText(explainDecision(record, names)) }));
}

/** Largest number of requests per second. Dragging a slider makes sixty; more come only from a runaway loop. */
export const ASKS_PER_SECOND = 100;
const SECOND_MS = 1000;

/**
 * Creates a rate limiter for requests of an embedding page. Its result returns null for an accepted request, else the
 * error; a rejected request is not carried out.
 */
export function floodGate(now: () => number): () => InputError[] | null {
  const times: number[] = [];
  return () => {
    const at = now();
    while (times.length > 0 && at - (times[0] ?? at) >= SECOND_MS) times.shift();
    if (times.length >= ASKS_PER_SECOND) {
      const accepted = `at most ${ASKS_PER_SECOND} requests in a second`;
      return [{ field: 'rate', value: `more than ${ASKS_PER_SECOND} in a second`, accepted }];
    }
    times.push(at);
    return null;
  };
}
