/**
 * What things of the page are called wherever it names them, and what it says in more places than one. Only what comes after
 * the first picture: what that has is said by the part that has it.
 */
export const SAVE_FILE = 'Save as a file';
export const SAVE_REAL = 'Save as a file, with the real addresses';
export const KEEP_HERE = 'Keep on this machine';
export const COPY_BY_HAND = 'Select the lines and press Ctrl C';
export const TOUR = 'Tour of the page';
export const ADD_STOP = 'Make this instant a stop of my lesson';
export const INSERT_STOP = 'Insert this instant as a stop';
export const EVERY_LINE = 'Every line that a lesson can have';
export const HOW_LESSONS = 'How lessons are written';
export const ALL_EXACT = 'What is exact, and what is a choice';
export const ONE_PAGE = 'Report of one page';
export const WHAT_NEXT = 'What happens next?';
export const MARKS = 'Marks on the picture';

/** Instead of what is not there yet, or not at all. */
export const NO_DELIVERY = 'No delivery has been reported yet.';
export const NO_MESSAGE = 'No message has this.';
export const NO_QUESTION = 'This stop asks nothing.';
export const NO_ADDRESS = 'This address names no lesson.';
export const ONCE_MORE = 'Try once more.';

/** There is no lesson of this name. */
export function noLesson(name: string): string {
  return `There is no lesson called ${name}.`;
}

/** What is asked of a record: the button that asks, and what leads to it. */
export const ASK_WHAT_IF = 'What would have helped?';
