/** References on the teachers' page. Their titles are read from the lessons and scenes that they name. */

/** A range of stops of a lesson, from 1, both ends included. */
export interface StopsRef {
  kind: 'stops';
  lesson: string;
  from: number;
  to: number;
}

export type Reference =
  | StopsRef
  | { kind: 'scene'; id: string }
  /** Another page by its address. */
  | { kind: 'page'; hash: string };

export function stops(lesson: string, from: number, to: number): StopsRef {
  return { kind: 'stops', lesson, from, to };
}

export function scenes(...ids: readonly string[]): Reference[] {
  return ids.map((id) => ({ kind: 'scene', id }));
}
