/** A question in front of a class, on its phones, and the codes of homework. */
import { formatCounted } from '../../../explain/format.ts';
import { NO_QUESTION } from '../../../explain/labels.ts';

export const phone = {
  noQuestion: 'This address names no question',
  scanAgain: 'Scan the code on the wall once more, or type all of the address.',
  lessons: 'Lessons',
  where: (where: string): string => `For your class, ${where}`,
  yourAnswer: 'Your answer',
  yourAnswerIs: 'Your answer:',
  qrOf: (code: string): string => `QR code of ${code}`,
  show: 'Show this to your teacher, or say it. It holds the question and your answer, no name. Nothing was sent.',
  change: 'Change my answer',
  another: 'Another student answers here',
};

export const wall = {
  stop: (name: string, at: number): string => `${name}, stop ${at}`,
  practice: (topic: string, n: number): string => `Practice, ${topic}, question ${n}`,
  link: 'An exercise in a link',
  asksNothing: NO_QUESTION,
  written: 'This question is answered in writing: no code can hold that. Ask it in the lesson itself.',
  on: { asked: 'Show the answers', spread: 'Reveal', revealed: 'Ask again after talking' },
  forClass: 'For the class',
  hide: 'Hide the answer',
  back: 'Back to the question',
  answers: (n: number): string => formatCounted(n, 'answer'),
  secondRound: ', second round',
  before: (n: number): string => `${n} before`,
  right: 'Right.',
  saysNothing: 'The bars say nothing about which is right.',
  had: (right: number, all: number): string => `${right} of ${all} had it.`,
};

export const desk = {
  collect: 'Collect',
  toQuestion: 'To the question itself',
  allQuestions: 'All questions for a class',
  how: 'Type what is called out, paste many at once, or hold phones to the camera. Nothing leaves this machine.',
  camera: 'Camera',
  cameraOff: 'Camera off',
  sees: 'What the camera sees',
  offAfter: 'Off after a minute without a code.',
  notAllowed: 'The camera may not be used by this page: allow it in the browser, or type the codes.',
  notFound: 'No camera was found: type the codes.',
  notSecure: 'A camera is given only to a page with a secure address (https): type the codes.',
  notNow: 'The camera cannot be used now (another program may have it): type the codes.',
  received: 'Received',
  undo: 'Undo',
  clear: 'Clear',
  csv: 'Save as CSV',
  kept: 'Kept in this browser until you clear it.',
  notKept: 'Not kept: this browser stores nothing. Save it as CSV.',
  noAnswer: 'No answer yet.',
  more: (n: number): string => `and ${n} more`,
  codes: 'Codes of answers',
  add: 'Add',
  faults: {
    length: 'a code has seven letters',
    letters: 'it holds a sign that no code has',
    damaged: 'a letter is wrong',
    'other-question': 'it answers another question',
    'no-choice': 'it names an answer that this question does not have',
    double: 'entered before',
    full: 'no more answers are kept for one question',
  },
  added: (n: number): string => `✓ ${n === 1 ? 'One answer' : `${n} answers`} added.`,
  replaced: (n: number): string => `${n} of them in the place of an earlier answer of that phone.`,
  moreRefused: (n: number): string => `${n} more do not count either.`,
};

export const join = {
  title: 'Answer with a phone',
  tooLong: 'This question is too long for a QR code: send its address to the class.',
  large: 'Show the QR code large',
  largeTip: 'large, F',
  qr: 'QR code of the question',
  qrLarge: 'QR code of the question, large',
  onlyHere: 'This page is served to this machine alone: phones cannot open it.',
  way: 'The way to the question',
  close: 'Close',
};

export const classIndex = {
  title: 'Class mode',
  lead: 'Ask a question on the wall. Phones open it by its QR code and turn each answer into a short code; you type, paste or scan the codes, and this page draws how the class answered. There is no server, and nothing is sent. Plans and homework:',
  teachers: 'For teachers',
  ask: 'Ask a question',
  stop: (n: number): string => `stop ${n}`,
  practice: 'Practice, without end',
  other: 'Any other question, your own lessons among them: open it and press For the class.',
};

export const results = {
  title: 'Check result codes',
  how: [
    'A lesson ends with a code such as ',
    '. Paste those of your class, one a line, each with its name: ',
    '. The check in a code finds slips of copying. It does not find a student who makes codes up: this is for homework, not for examinations.',
  ],
  label: 'Result codes with names',
  nothing: 'Nothing pasted yet.',
  said: (valid: number, bad: number): string => `${valid} valid, ${formatCounted(bad, 'is', 'are')} not.`,
  csv: 'Save as CSV',
  clear: 'Clear',
  table: 'Results',
  columns: ['Name', 'Lesson', 'Right at once', 'Time', 'Code'],
  noName: 'no name',
  of: (right: number, questions: number): string => `${right} of ${questions}`,
  valid: '✓ valid',
  faults: {
    none: 'no result code in this line',
    cut: 'not whole: letters are missing',
    damaged: 'damaged: the check does not fit',
    'too-many': 'more right than questions',
    before: 'handed in before',
    same: (name: string): string => `the same code as ${name}`,
  },
};
