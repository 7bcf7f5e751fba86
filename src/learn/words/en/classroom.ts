/** Texts of class mode: a question on the wall and on phones, and the codes of homework. */
import { formatCounted } from '../../../explain/format.ts';
import { NO_QUESTION } from '../../../explain/labels.ts';

export const phone = {
  noQuestion: 'This address names no question',
  scanAgain: 'Scan the code on the wall again, or type the whole address.',
  lessons: 'Lessons',
  where: (where: string): string => `For your class, ${where}`,
  yourAnswer: 'Your answer',
  yourAnswerIs: 'Your answer:',
  qrOf: (code: string): string => `QR code of ${code}`,
  show: 'Show this to your teacher or read it out. It has the question and your answer, no name. Nothing was sent.',
  change: 'Change my answer',
  another: 'Next student',
};

export const wall = {
  stop: (name: string, at: number): string => `${name}, stop ${at}`,
  practice: (topic: string, n: number): string => `Practice, ${topic}, question ${n}`,
  link: 'An exercise in a link',
  asksNothing: NO_QUESTION,
  written: 'This question is answered in writing, which no code can hold. Ask it in the lesson itself.',
  count: (letter: string): string => `Answers ${letter}`,
  more: (letter: string): string => `One more ${letter}`,
  fewer: (letter: string): string => `One fewer ${letter}`,
  enterCodes: 'Enter codes',
  hideCodes: 'Hide codes',
  typeHands: 'Type the hands, or enter codes.',
  on: { asked: 'Show the answers', spread: 'Reveal', revealed: 'Ask again after talking' },
  forClass: 'For the class',
  hide: 'Hide the answer',
  back: 'Back to the question',
  answers: (n: number): string => formatCounted(n, 'answer'),
  secondRound: ', second round',
  before: (n: number): string => `${n} before`,
  right: 'Right.',
  saysNothing: 'The right answer is still hidden.',
  had: (right: number, all: number): string => `${right} of ${all} correct.`,
};

export const desk = {
  collect: 'Collect',
  toQuestion: 'Go to the question',
  allQuestions: 'All questions for a class',
  how: 'Type codes as called out, paste a list, or scan phones. Nothing leaves this machine.',
  camera: 'Camera',
  cameraOff: 'Camera off',
  sees: 'What the camera sees',
  offAfter: 'Turns off after a minute without a code.',
  notAllowed: 'This page may not use the camera. Allow it in the browser, or type the codes.',
  notFound: 'No camera found. Type the codes.',
  notSecure: 'Browsers allow a camera only on https pages. Type the codes.',
  notNow: 'The camera is not available; another program may be using it. Type the codes.',
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
    length: 'not a code: codes have 7 characters',
    letters: 'it has a character that no code has',
    damaged: 'a character is wrong',
    'other-question': 'it answers another question',
    'no-choice': 'it names an answer that this question does not have',
    double: 'already entered',
    full: 'the limit of answers for one question is reached',
  },
  added: (n: number): string => `✓ ${n === 1 ? 'One answer' : `${n} answers`} added.`,
  replaced: (n: number): string =>
    n === 1
      ? 'One replaced an earlier answer from the same phone.'
      : `${n} replaced earlier answers from the same phones.`,
  moreRefused: (n: number): string => `${n} more were not counted either.`,
};

export const join = {
  title: 'Answer with a phone',
  tooLong: 'This question is too long for a QR code. Send its address to the class.',
  large: 'Enlarge the QR code',
  largeTip: 'large, F',
  qr: 'QR code of the question',
  qrLarge: 'QR code of the question, large',
  onlyHere:
    'Phones cannot open this page: it is served to this machine only. Run npm start -- --host and open the address that it prints, or count hands.',
  way: 'Link to the question',
  close: 'Close',
};

export const classIndex = {
  title: 'Class mode',
  lead: 'Ask a question on the wall. Phones open it by QR code and turn each answer into a short code. You type, paste or scan the codes, and this page shows how the class answered. There is no server, and nothing is sent. Plans and homework:',
  teachers: 'For teachers',
  ask: 'Ask a question',
  stop: (n: number): string => `stop ${n}`,
  practice: 'Endless practice',
  check: 'Check homework',
  other: 'Any other question, also from your own lessons: open it and press For the class.',
};

export const results = {
  title: 'Check result codes',
  how: [
    'A lesson ends with a code such as ',
    '. Paste the codes of your class, one per line, each with its name: ',
    '. Codes catch copying mistakes, not cheating. Use them for homework, not for examinations.',
  ],
  label: 'Result codes with names',
  nothing: 'Nothing pasted yet.',
  said: (valid: number, bad: number): string => `${valid} valid, ${formatCounted(bad, 'is', 'are')} not.`,
  csv: 'Save as CSV',
  clear: 'Clear',
  table: 'Results',
  columns: ['Name', 'Lesson', 'Right on first try', 'Time', 'Code'],
  noName: 'no name',
  of: (right: number, questions: number): string => `${right} of ${questions}`,
  valid: '✓ valid',
  faults: {
    none: 'no result code in this line',
    cut: 'incomplete: characters are missing',
    damaged: 'damaged: the check does not match',
    'too-many': 'more right answers than questions',
    before: 'already handed in',
    same: (name: string): string => `the same code as ${name}`,
  },
};
