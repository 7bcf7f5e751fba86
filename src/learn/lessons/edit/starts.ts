/** What a new lesson begins with. */
import { setField, setTitle } from './edits.ts';

/** A small lesson that shows each thing a lesson can have; an author writes another one over it. */
export const EXAMPLE = `# My first lesson
id: my-first-lesson
about: How a small message is let in before a large one.
minutes: 3
assumes: nothing
able: say when a small message is let in

## A newsletter is being delivered
scene: first-letter
at: 1.2 s
ring: coins 1 "earned"

Job [1] hands over its entries, a few at a time. Every **second** one earns a delivery slot [coin].

> Only you see a line that begins with >, in the notes window.

## Who is next?
at: 1.9 s
ask: next-job

A small message [2] has arrived, and an agent is about to be free.

## And now you
at: 3 s

A stop begins with two number signs and its title. Write over this one, or delete it.

choose: Who has waited longer until now?
right: [1] | It came first.
wrong: [2] | It came later; what it has is a shorter way.
`;

/** A lesson without stops; \`about\` is there because every lesson must have it. */
export function emptyLesson(title: string, id: string): string {
  return `# ${title}\nid: ${id}\nabout: One sentence that says what it is about.\nminutes: 5\nassumes: nothing\n`;
}

/** A lesson of the page as the reader's own: its id must be another, because progress is kept under it. */
export function copyOf(text: string, id: string, title: string): string {
  const own = setField(setField(text, -1, 'id', id), -1, 'document', '');
  return setTitle(own, -1, title);
}
