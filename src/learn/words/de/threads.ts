/** Explains thread events in German, like `explain/kinds/threads.ts`. */
import { say, type Token } from '../../../explain/tokens.ts';
import type { ThreadEvent } from '../../../protocol/events.ts';
import type { ThreadCause } from '../../../protocol/threads.ts';
import type { happened } from '../en/ask-timers.ts';

type Released = Extract<ThreadEvent, { kind: 'thread.released' }>;
type Counted = Extract<ThreadEvent, { kind: 'group.count' }>;

export const thread: typeof happened.thread = (event) =>
  event.kind === 'thread.released' ? released(event) : counts(event);

function released(event: Released): Token[] {
  const name = { mono: event.name };
  const by = { mono: event.byName };
  switch (event.cause) {
    case 'W1':
      return say`Regel W1: Ein Event ist gekommen, und ${room(event)}, also wurde ${name} geweckt.`;
    case 'W2':
      return say`Regel W2: ${opening(event)}; so war Platz, und ${name} wurde geweckt.`;
    case 'W3':
      return say`Regel W3: ${by} hat seine Events, weitere stehen an, und ${room(event)}, also wurde ${name} geweckt.`;
    case 'pass-on':
      return say`Regel W3: Der Fetch von ${by} endete, ohne etwas zu nehmen, also wurde statt seiner ${name} geweckt.`;
    case 'herd':
      return say`Herde: Jedes Event weckt alle Threads, die warten, auch ${name}.`;
    case 'exit-gate':
      return say`Exit Gate: ${opening(event)}; so darf ${name} gehen, der seine Events am längsten hielt.`;
    case 'timeout':
      return say`Die Zeit des Fetch ist um: ${name} ${ANYWAY}`;
    case 'signal':
      return say`Ein Signal beendete den Fetch: ${name} ${ANYWAY}`;
    case 'destroy':
      return say`Seine Quelle ist zerstört: ${name} ${ANYWAY}`;
    default:
      return event.cause satisfies never;
  }
}

const ANYWAY = 'wurde freigegeben, die Grenze spielt dabei keine Rolle.';

function room({ group }: Released): string {
  return group === 0 ? 'die Quelle hat keine Group' : 'es ist Platz';
}

function opening({ by, byName, opening: cause, detail }: Released): Token[] {
  if (by === 0) return say`Der Concurrency Value wurde erhöht`;
  const left = cause === 'block' ? clause(cause, detail) : cause === '' ? undefined : OPENINGS[cause];
  return say`${{ mono: byName }} ${left ?? 'zählt nicht mehr'}`;
}

/** Says how the count changed, why, and how far it exceeds the limit. */
function counts({ name, from, to, limit, threadName, cause, detail }: Counted): Token[] {
  const over = to > limit ? `, um ${to - limit} darüber` : '';
  return say`${{ mono: name }}: ${from} → ${to} von ${limit}${over}: ${{ mono: threadName }} ${clause(cause, detail)}.`;
}

/** Says what a thread did, in a clause without a subject. */
function clause(cause: ThreadCause, detail: string): string {
  // Requests of a stream have the generic detail "wait", which names no place.
  const place = detail === '' || detail === 'wait' ? '' : ` in ${detail}`;
  if (cause === 'block') return `wartet jetzt${place}`;
  if (cause === 'unblock') return `wartet nicht mehr${place}`;
  return CAUSES[cause];
}

/** Causes for which a thread is no longer counted. */
const LEAVINGS = {
  dissociate: 'verließ die Group',
  'page-fault': 'wartet jetzt auf eine Seite des Speichers',
  'wait-event': 'wartet jetzt auf Events',
  'wait-gate': 'wurde am Gate festgehalten',
  'wait-exit-gate': 'wurde im Exit Gate festgehalten',
  stop: 'wurde angehalten',
  exit: 'endete',
} as const;

const OPENINGS: Partial<Record<ThreadCause, string>> = {
  ...LEAVINGS,
  associate: 'ging in eine andere Group',
  fetch: 'ging zum Fetch für eine andere Group',
};

const CAUSES: Record<Exclude<ThreadCause, 'block' | 'unblock'>, string> = {
  W1: 'wurde nach Regel W1 geweckt',
  W2: 'wurde nach Regel W2 geweckt',
  W3: 'wurde nach Regel W3 geweckt',
  'pass-on': 'wurde anstelle eines anderen geweckt',
  herd: 'wurde mit allen geweckt',
  'exit-gate': 'darf das Exit Gate verlassen',
  timeout: 'wurde freigegeben, weil seine Zeit um war',
  signal: 'wurde durch ein Signal freigegeben',
  destroy: 'wurde freigegeben, weil es seine Quelle nicht mehr gibt',
  setup: 'begann dort',
  created: 'wurde erzeugt',
  dispatched: 'bekam eine CPU',
  'slice-end': 'hat seine Zeitscheibe aufgebraucht',
  'cpu-removed': 'verlor seine CPU, die entfernt wurde',
  'fault-done': 'hat die Seite, auf die er wartete',
  continue: 'durfte weiterlaufen',
  associate: 'wurde der Group zugeordnet',
  fetch: 'kam zum Fetch',
  ...LEAVINGS,
  'limit-set': 'traf auf eine neue Grenze',
};
