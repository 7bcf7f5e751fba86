import { setField, setTitle } from './edits.ts';

/** A small lesson that shows every feature, for an author to overwrite. */
export const EXAMPLE = `# My first lesson
id: my-first-lesson
about: How a small message gets ahead of a large one.
minutes: 3
assumes: nothing
able: say when a small message gets ahead

## A newsletter is being delivered
scene: first-letter
at: 1.2 s
ring: coins 1 "earned"

Job [1] hands over its entries, a few at a time. Every **second** one earns a delivery slot [coin].

> Lines that begin with > are speaker notes: only you see them.

## Who is next?
at: 1.9 s
ask: next-job

A small message [2] has arrived, and an agent is about to become free.

## And now you
at: 3 s

A stop begins with two number signs and its title. Overwrite this one, or delete it.

choose: Who has waited longer until now?
right: [1] | It came first.
wrong: [2] | It came later. It only had less to deliver.
`;

/** Makes a lesson without stops. The lesson has `about`, because the parser requires this field. */
export function emptyLesson(title: string, id: string): string {
  return `# ${title}\nid: ${id}\nabout: One sentence about its subject.\nminutes: 5\nassumes: nothing\n`;
}

/** Copies a built-in lesson for the reader. The copy has another id, because progress is stored under the id. */
export function copyOf(text: string, id: string, title: string): string {
  const own = setField(setField(text, -1, 'id', id), -1, 'document', '');
  return setTitle(own, -1, title);
}
