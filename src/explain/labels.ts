/** Labels shared by several panels, except those of the first picture. */
export const SAVE_FILE = 'Save as a file';
export const SAVE_REAL = 'Save as a file, with the real addresses';
export const KEEP_HERE = 'Keep on this machine';
export const COPY_BY_HAND = 'Select the lines and press Ctrl C';
export const TOUR = 'Tour of the page';
export const ADD_STOP = 'Add this instant to my lesson';
export const INSERT_STOP = 'Insert this instant as a stop';
export const EVERY_LINE = 'Lesson syntax';
export const HOW_LESSONS = 'How lessons are written';
export const ALL_EXACT = 'What is exact, and what is a modelling choice';
export const ONE_PAGE = 'One-page report';
export const ALL_SCENES = 'All scenes, with pictures';
export const WHAT_NEXT = 'What happens next?';
export const MARKS = 'Marks on the picture';

export const NO_DELIVERY = 'No delivery has been reported yet.';
export const NO_MESSAGE = 'No message matches.';
export const NO_QUESTION = 'This stop has no question.';
export const NO_ADDRESS = 'This address names no lesson.';
export const ONCE_MORE = 'Try again.';

export function noLesson(name: string): string {
  return `There is no lesson called ${name}.`;
}

/** Label of the question about a record, and of links to it. */
export const ASK_WHAT_IF = 'What would have helped?';
