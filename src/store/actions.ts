import type { BranchId, StepNumber, EventNumber } from '../protocol/ids.ts';
import { notifyRunEdited } from './run-edits.ts';
import type { BranchApi, RunTree } from '../protocol/branches.ts';
import type {
  AgentFault,
  Command,
  InjectCommand,
  LiveCommand,
  RecipientShare,
  ServerBehaviour,
} from '../protocol/commands.ts';
import type { Cursor } from '../protocol/frame.ts';
import type { InputError, Result } from '../protocol/result.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { MICROS_PER_DAY, type Micros, type RealMillis } from '../protocol/units.ts';
import type { Again, SeekTarget, SessionApi, StepUnit } from '../protocol/session-api.ts';
import { mailRun } from '../scenario/kinds/narrow.ts';
import type { IdleTracker } from './idle.ts';
import { beginOpening, refuseOpening } from './ingest.ts';
import { lookActions, type LookActions } from './look-actions.ts';
import { queries, type Queries, type Tracked } from './queries.ts';
import type { AppStore } from './store.ts';

interface OpenOptions {
  id?: string;
  /** True for an unchanged scene of the gallery, which is part of the program and therefore not validated. */
  own?: boolean;
  live?: LiveCommand[];
  tree?: RunTree;
  event?: EventNumber;
  /** Instant at which the run opens when neither `event` nor `step` is given. */
  at?: Micros;
  step?: StepNumber;
  /** Start playing after opening. Default: `view.play` of the scenario, or false when a landing place is given. */
  play?: boolean;
}

/**
 * Everything a reader can do. Actions that change the world return the session's answer: for invalid input, the field and
 * what it accepts. The others resolve when the page has the frame that shows their effect.
 */
export interface Actions extends LookActions, Queries, BranchApi {
  openScenario(scenario: Scenario, options?: OpenOptions): Promise<Result<Cursor>>;
  /** Shows why a damaged link cannot be opened. */
  refuseScenario(errors: readonly InputError[]): void;
  play(): Promise<void>;
  pause(): Promise<void>;
  /** Stops the clock of a playing run for this many milliseconds. */
  holdClock(ms: RealMillis): Promise<void>;
  /** Pauses a playing run; plays a paused run, from its start if it is at its end. */
  toggle(): Promise<void>;
  /** Sets the speed: simulated microseconds per real microsecond. Takes effect immediately while playing. */
  setSpeed(speed: number): Promise<void>;
  /** Sets the mail that is injected repeatedly while the run plays; null = none. Takes effect immediately while playing. */
  setAgain(again: Again | null): Promise<void>;
  /** Pauses, then makes one step. `unit` defaults to the unit the reader chose. */
  step(direction: 1 | -1, unit?: StepUnit): Promise<Cursor>;
  seek(target: SeekTarget): Promise<Cursor>;
  /** Steps to the next event about a message; gives up after `EVENTS_AHEAD` events. */
  nextEvent(number: number): Promise<Cursor>;
  seekStart(): Promise<Cursor>;
  /**
   * Goes to the end of the run, where nothing is left to do. A run without mail may never end, so it goes to its
   * furthest simulated point.
   */
  seekEnd(): Promise<Cursor>;
  switchBranch(branch: BranchId): Promise<Result<Cursor>>;

  command(command: Command): Promise<Result<Cursor>>;
  inject(to: RecipientShare[], options?: Pick<InjectCommand, 'number' | 'sender'>): Promise<Result<Cursor>>;
  /** Repeats the last injection with the next free number; null if there was none. */
  injectAgain(): Promise<Result<Cursor> | null>;
  setParam(name: string, value: string | number): Promise<Result<Cursor>>;
  setServer(server: string, behaviour: ServerBehaviour): Promise<Result<Cursor>>;
  /** Without `fault` the agents keep their present fault, if any. */
  setAgents(transport: string, limit: number, fault?: 'none' | AgentFault): Promise<Result<Cursor>>;
  flush(): Promise<Result<Cursor>>;
  /** `postfix reload`: the queue manager loses everything it has learned. */
  reload(): Promise<Result<Cursor>>;
  /** These do what `postsuper -h`, `postsuper -H` and `postqueue -i` do, for a message number. */
  hold(number: number): Promise<Result<Cursor>>;
  release(number: number): Promise<Result<Cursor>>;
  flushMessage(number: number): Promise<Result<Cursor>>;
}

/** Creates the actions of a page on its store and session. Each request counts as busy for `idle` until it settles. */
export function createActions(store: AppStore, session: SessionApi, idle: IdleTracker): Actions {
  const track: Tracked = async (request) => {
    const end = idle.begin();
    try {
      return await request;
    } finally {
      end();
    }
  };
  return {
    ...runActions(store, session, track),
    ...worldActions(store, session, track),
    ...lookActions(store, session, track),
    ...queries(session, track),
  };
}

type RunActions = Pick<
  Actions,
  | 'openScenario'
  | 'refuseScenario'
  | 'play'
  | 'pause'
  | 'holdClock'
  | 'toggle'
  | 'setSpeed'
  | 'setAgain'
  | 'step'
  | 'seek'
  | 'nextEvent'
  | 'seekStart'
  | 'seekEnd'
  | 'switchBranch'
  | keyof BranchApi
>;

function runActions(store: AppStore, session: SessionApi, track: Tracked): RunActions {
  const state = () => store.getState();
  const play = () => {
    const { speed, reducedMotion, again } = state().view;
    return track(session.play(speed, reducedMotion ? 'step' : 'time', again));
  };
  const pause = () => track(session.pause());
  const seek = (target: SeekTarget) => track(session.seek(target));
  const edited: Tracked = async (request) => {
    const answer = await track(request);
    store.setState(({ view }) => ({ view: { ...view, branchEdits: view.branchEdits + 1 } }));
    return answer;
  };
  return {
    async openScenario(scenario, options = {}) {
      beginOpening(store, scenario, options.id);
      const cursor = landing(options);
      const opened = await track(
        options.own === true
          ? session.openOwn(scenario, cursor)
          : session.open(scenario, options.live, cursor, options.tree),
      );
      if (!opened.ok) refuseOpening(store, opened.errors);
      else if (options.play ?? (cursor === undefined && scenario.view.play === true)) await play();
      return opened;
    },
    refuseScenario: (errors) => refuseOpening(store, errors),
    play,
    pause,
    holdClock: (ms) => session.holdClock(ms),
    async toggle() {
      const { session, view } = state();
      if (session.playing) return pause();
      // At its end a run is played again, like a film.
      if (session.idle && view.again === null) await seek({ step: 0 });
      return play();
    },
    async setSpeed(speed) {
      store.setState(({ view }) => ({ view: { ...view, speed } }));
      if (state().session.playing) await play();
    },
    async setAgain(again) {
      store.setState(({ view }) => ({ view: { ...view, again } }));
      if (state().session.playing) await play();
    },
    step: (direction, unit) => track(session.step(unit ?? state().view.stepUnit, direction)),
    seek,
    nextEvent: (number) => track(runToNextEvent(session, number)),
    seekStart: () => seek({ step: 0 }),
    seekEnd() {
      const { scenario, head } = state().session;
      return seek(mailRun(scenario) === null ? { step: head.step } : { at: LONGEST });
    },
    switchBranch: (branch) => track(session.switchBranch(branch)),
    renameBranch: (id, name) => edited(session.renameBranch(id, name)),
    deleteBranch: (id) => edited(session.deleteBranch(id)),
    vary: (variation) => edited(session.vary(variation)),
  };
}

/** Target of `seekEnd`. Every run of mail ends earlier: Postfix returns mail after five days. */
const LONGEST: Micros = 30 * MICROS_PER_DAY;

function landing({ event, at, step }: OpenOptions): SeekTarget | undefined {
  if (event !== undefined) return { event };
  if (at !== undefined) return { at };
  return step === undefined ? undefined : { step };
}

/** Maximum number of events to step over in search of an event about the message. */
const EVENTS_AHEAD = 1000;

/** Steps one event at a time, because events that have not been simulated yet cannot be searched. */
async function runToNextEvent(session: SessionApi, number: number): Promise<Cursor> {
  const latest = async (): Promise<number> =>
    (await session.ask('messageEvents', number, 1)).rows.at(-1)?.n ?? 0;
  const known = await latest();
  let cursor = await session.step('event', 1);
  for (let i = 0; i < EVENTS_AHEAD; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if ((await latest()) !== known) break;
    // oxlint-disable-next-line no-await-in-loop
    const next = await session.step('event', 1);
    if (next.event === cursor.event) break;
    cursor = next;
  }
  return cursor;
}

type WorldActions = Pick<
  Actions,
  | 'command'
  | 'inject'
  | 'injectAgain'
  | 'setParam'
  | 'setServer'
  | 'setAgents'
  | 'flush'
  | 'reload'
  | 'hold'
  | 'release'
  | 'flushMessage'
>;

function worldActions(store: AppStore, session: SessionApi, track: Tracked): WorldActions {
  const command = async (given: Command): Promise<Result<Cursor>> => {
    const result = await track(session.command(given));
    if (result.ok) notifyRunEdited();
    return result;
  };
  const inject: Actions['inject'] = async (to, options = {}) => {
    const given: InjectCommand = { kind: 'message.inject', to, ...options };
    const result = await command(given);
    if (result.ok) store.setState(({ view }) => ({ view: { ...view, lastInjection: given } }));
    return result;
  };
  return {
    command,
    inject,
    async injectAgain() {
      const last = store.getState().view.lastInjection;
      if (last === null) return null;
      return inject(last.to, last.sender === undefined ? {} : { sender: last.sender });
    },
    setParam: (name, value) => command({ kind: 'param.set', name, value }),
    setServer: (server, behaviour) => command({ kind: 'server.set', server, behaviour }),
    setAgents: (transport, limit, given) => {
      const rows = [...store.getState().session.transports.values()];
      const fault = given ?? rows.find((row) => row.name === transport)?.agentFault ?? 'none';
      return command({ kind: 'agents.set', transport, limit, ...(fault === 'none' ? {} : { fault }) });
    },
    flush: () => command({ kind: 'queue.flush' }),
    reload: () => command({ kind: 'qmgr.reload' }),
    hold: (number) => command({ kind: 'message.hold', number }),
    release: (number) => command({ kind: 'message.release', number }),
    flushMessage: (number) => command({ kind: 'message.flush', number }),
  };
}
