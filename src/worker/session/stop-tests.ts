import type { MessageNumber } from '../../protocol/ids.ts';
import type { EventTest, StopTest, Expression } from '../../protocol/debug.ts';
import type { CoreEvent, EventKind } from '../../protocol/events.ts';
import type { Checks } from '../kinds/checks.ts';
import type { Branch, BranchTree } from '../track/branches.ts';
import { eventsOf } from '../track/step-report.ts';
import { destinationOn, numberOn } from '../log/names.ts';
import type { Track } from '../track/track.ts';

/** A test prepared for checking after every step. */
export interface CompiledTest {
  readonly kinds: ReadonlySet<EventKind>;
  readonly message: MessageNumber;
  readonly destination: string;
  readonly nothing: boolean;
  /** Null = no condition. */
  readonly expression: Expression | null;
  readonly hit: number;
  /** True when the expression held after the previous step. Not used for tests with an event. */
  held: boolean;
  hits: number;
}

/** Prepares tests. A test with an invalid expression never hits. */
export function compileTests(tests: readonly StopTest[], checks: Checks): CompiledTest[] {
  return tests.map(({ event, expression, hit }) => {
    const parsed = expression === undefined ? null : checks.expression(expression);
    const broken = (event === undefined && parsed === null) || parsed?.ok === false;
    return {
      kinds: new Set(broken ? [] : event?.kinds),
      message: event?.message ?? 0,
      destination: event?.destination ?? '',
      nothing: event?.nothing === true,
      expression: parsed?.ok === true ? parsed.expression : null,
      hit: Math.max(1, Math.trunc(hit ?? 1) || 1),
      held: false,
      hits: 0,
    };
  });
}

export interface TestScope<Sim, Key> {
  readonly track: Track<Sim, Key>;
  readonly transport: string;
}

function holds<Sim, Key>({ track, transport }: TestScope<Sim, Key>, expression: Expression): boolean {
  const value = track.engine.evaluate?.(track.sim, expression, transport) ?? Number.NaN;
  return value !== 0 && !Number.isNaN(value);
}

/** Arms tests: an expression that already holds in the current state does not hit. */
export function armTests<Sim, Key>(scope: TestScope<Sim, Key>, tests: readonly CompiledTest[]): void {
  for (const test of tests) {
    if (test.expression !== null && test.kinds.size === 0) test.held = holds(scope, test.expression);
  }
}

export function hitTests<Sim, Key>(scope: TestScope<Sim, Key>, tests: readonly CompiledTest[]): number[] {
  const hit: number[] = [];
  tests.forEach((test, i) => {
    if (test.kinds.size > 0) {
      if (!eventHit(scope, test)) return;
      if (test.expression === null || holds(scope, test.expression)) hit.push(i);
    } else if (test.expression !== null) {
      const now = holds(scope, test.expression);
      if (now && !test.held) hit.push(i);
      test.held = now;
    }
  });
  return hit;
}

function eventHit<Sim, Key>({ track }: TestScope<Sim, Key>, test: CompiledTest): boolean {
  const events = eventsOf(track.report);
  if (test.nothing && events.some(foundSomething)) return false;
  return events.some((event) => matchesEvent(track.tree, track.branch, event, test));
}

function foundSomething(event: CoreEvent): boolean {
  return event.kind === 'bucket.opened' && event.ran + event.moved > 0;
}

/** True when an event of a branch has one of the kinds, and concerns the message and the destination of a test. */
export function matchesEvent(
  tree: BranchTree,
  branch: Branch,
  event: CoreEvent,
  test: Pick<EventTest, 'message' | 'destination'> & { kinds: ReadonlySet<EventKind> },
): boolean {
  if (test.kinds.size > 0 && !test.kinds.has(event.kind)) return false;
  if (test.message !== 0 && !messagesOf(event).some((id) => numberOn(tree, branch, id) === test.message))
    return false;
  return test.destination === '' || destinationOf(tree, branch, event) === test.destination;
}

/** Returns the ids of the messages that an event concerns. The message that acts is first. */
export function messagesOf(event: CoreEvent): number[] {
  if (event.kind === 'job.preempted') return [event.by, event.current];
  return 'msg' in event ? [event.msg] : [];
}

/** Returns the name of the destination that an event concerns; "" = none. */
export function destinationOf(tree: BranchTree, branch: Branch, event: CoreEvent): string {
  if (event.kind.startsWith('queue.') && 'name' in event) return event.name;
  if ('queue' in event) return destinationOn(tree, branch, event.queue);
  return event.kind === 'server.changed' ? event.server : '';
}
