/**
 * The protocol between an embedded view and its page, version 1. Every message is an object with `qmgrscope: 1` and a
 * `type`; a request may have an `id`, which its answer repeats. Described in src/app/embed/README.md; public/qmgr-scope.js
 * is a client.
 */
import type { DecisionRecord } from '../../protocol/decisions.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { InputError } from '../../protocol/result.ts';
import { type SeekTarget, STEP_UNITS, type StepUnit } from '../../protocol/session-api.ts';
import { showValue } from '../../scenario/schema-errors.ts';
import type { QuizResult } from '../../store/quiz.ts';
import { EMBED_VIEWS, type EmbedView } from './request.ts';
import { isObject } from '../../protocol/is-object.ts';

export const PROTOCOL = 1;

export type EmbedAsk =
  | { type: 'load'; scene: string }
  /** A link's hash, with or without the address before it. */
  | { type: 'load'; link: string }
  /** A scenario or a saved run as an object. */
  | { type: 'load'; scenario: object }
  | { type: 'play'; speed?: number }
  | { type: 'pause' }
  | { type: 'step'; unit: StepUnit; direction: 1 | -1 }
  | { type: 'seek'; to: SeekTarget }
  | { type: 'theme'; theme: 'light' | 'dark' | 'system' }
  | { type: 'state' };

/** Position of the run. Times in simulated microseconds. */
export interface EmbedState {
  title: string;
  cursor: Cursor;
  head: Cursor;
  playing: boolean;
  ended: boolean;
  /** A sentence that explains the moment shown. */
  sentence: string;
}

/** Messages from the view. */
export type EmbedTell =
  | { type: 'ready'; versions: number[]; view: EmbedView; views: readonly EmbedView[] }
  | { type: 'answer'; ok: true; state: EmbedState }
  | { type: 'answer'; ok: false; errors: InputError[] }
  /** Sent after changes, at most ten times per second. */
  | { type: 'state'; state: EmbedState }
  /** Decisions in order; `skipped` were omitted because there were too many. */
  | { type: 'decisions'; skipped: number; decisions: (DecisionRecord & { sentence: string })[] }
  | { type: 'quiz'; result: QuizResult };

export type Asked =
  | { ok: true; ask: EmbedAsk; id: unknown }
  | { ok: false; errors: InputError[]; id: unknown };

const TYPES = 'load, play, pause, step, seek, theme or state';

/** Parses any message from outside. Null if the message is not for qmgrscope. */
export function readMessage(data: unknown): Asked | null {
  try {
    if (!isObject(data) || !Object.hasOwn(data, 'qmgrscope')) return null;
    return readOwn(data, data['id']);
  } catch {
    // Reading a property threw. Only the embedding page can have made this object.
    return wrong(undefined, 'type', undefined, TYPES);
  }
}

function readOwn(data: Record<string, unknown>, id: unknown): Asked {
  if (data['qmgrscope'] !== PROTOCOL) return wrong(id, 'qmgrscope', data['qmgrscope'], String(PROTOCOL));
  switch (data['type']) {
    case 'load':
      return readLoad(data, id);
    case 'play':
      return readPlay(data['speed'], id);
    case 'step':
      return readStep(data, id);
    case 'seek':
      return readSeek(data['to'], id);
    case 'theme': {
      const { theme } = data;
      if (theme !== 'light' && theme !== 'dark' && theme !== 'system')
        return wrong(id, 'theme', theme, 'light, dark or system');
      return { ok: true, ask: { type: 'theme', theme }, id };
    }
    case 'pause':
    case 'state':
      return { ok: true, ask: { type: data['type'] }, id };
    default:
      return wrong(id, 'type', data['type'], TYPES);
  }
}

function readLoad(data: Record<string, unknown>, id: unknown): Asked {
  const { scene, link, scenario } = data;
  if (typeof scene === 'string' && /^[a-z0-9-]{1,80}$/.test(scene))
    return { ok: true, ask: { type: 'load', scene }, id };
  if (typeof link === 'string' && link.includes('#')) return { ok: true, ask: { type: 'load', link }, id };
  if (isObject(scenario)) return { ok: true, ask: { type: 'load', scenario }, id };
  return wrong(
    id,
    'load',
    scene ?? link ?? scenario,
    'scene: a scene’s id, link: an address with #, or scenario: an object',
  );
}

function readPlay(speed: unknown, id: unknown): Asked {
  if (speed === undefined) return { ok: true, ask: { type: 'play' }, id };
  if (typeof speed === 'number' && speed >= 0.001 && speed <= 1000)
    return { ok: true, ask: { type: 'play', speed }, id };
  return wrong(id, 'speed', speed, 'a number from 0.001 to 1000');
}

function readStep(data: Record<string, unknown>, id: unknown): Asked {
  const { unit = 'decision', direction = 1 } = data;
  const known = STEP_UNITS.find((name) => name === unit);
  if (known === undefined) return wrong(id, 'unit', unit, STEP_UNITS.join(', '));
  if (direction !== 1 && direction !== -1) return wrong(id, 'direction', direction, '1 or -1');
  return { ok: true, ask: { type: 'step', unit: known, direction }, id };
}

function readSeek(to: unknown, id: unknown): Asked {
  const accepted = 'one of {at: microseconds}, {step: number}, {event: number}, from 0';
  if (!isObject(to)) return wrong(id, 'to', to, accepted);
  for (const key of ['at', 'step', 'event'] as const) {
    const value = to[key];
    if (!Number.isSafeInteger(value) || Number(value) < 0) continue;
    const target = { [key]: Number(value) } as unknown as SeekTarget;
    return { ok: true, ask: { type: 'seek', to: target }, id };
  }
  return wrong(id, 'to', to, accepted);
}

function wrong(id: unknown, field: string, value: unknown, accepted: string): Asked {
  return { ok: false, id, errors: [{ field, value: showValue(value), accepted }] };
}

export const VIEWS = EMBED_VIEWS;
