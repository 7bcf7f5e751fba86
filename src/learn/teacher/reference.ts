/** What a teacher's page points at. Titles are not repeated here: each is read from the thing itself. */

/** A part of a lesson: stops from 1, both ends included. */
export interface StopsRef {
  kind: 'stops';
  lesson: string;
  from: number;
  to: number;
}

export type Reference =
  | StopsRef
  /** A scene of the gallery, by its id. */
  | { kind: 'scene'; id: string }
  /** Another page, by its address. */
  | { kind: 'page'; hash: string };

/** Stops of a lesson from one to another, both counted from 1 and both included. */
export function stops(lesson: string, from: number, to: number): StopsRef {
  return { kind: 'stops', lesson, from, to };
}

/** Scenes of the gallery by their ids. */
export function scenes(...ids: readonly string[]): Reference[] {
  return ids.map((id) => ({ kind: 'scene', id }));
}
