/** Texts of the lesson page: its frame, questions and verdicts, slow motion, the end. */
import { HOW_LESSONS, MARKS, NO_ADDRESS, noLesson, ONCE_MORE } from '../../../explain/labels.ts';
import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { say, type Token } from '../../../explain/tokens.ts';
import type { PreemptionTest } from '../../../protocol/decisions.ts';

export const lesson = {
  textOfStop: 'The text of this stop',
  name: (place: number): string => (place >= 0 ? `Lesson ${place}` : 'Lesson'),
  where: (name: string, at: number, all: number): string => `${name}, step ${at} of ${all}`,
  ofStops: (at: number, all: number): string => `${at} of ${all}`,
  stops: 'Stops of the lesson',
  step: (n: number, title: string): string => `Step ${n}: ${title}`,
  all: 'All lessons',
  allTip: 'all lessons, Esc',
  edit: 'Edit',
  editTip: 'edit your own copy',
  forClass: 'For the class',
  forClassTip: 'ask a class this question; they answer by phone',
  present: 'Present',
  presentTip: 'for a class, F',
  back: 'Back',
  next: 'Next',
  letRun: 'Let it run',
  replay: 'Replay',
  replayTip: 'shows the answer once more',
  change: 'Change it',
  nextLesson: 'Next lesson',
  nextLessonNamed: (title: string): string => `Next lesson: ${title}`,
  showMe: 'Show me',
  showMeTip: 'show the answer, Space',
  nextTip: 'Space',
  timeline: 'Timeline',
  anotherRun: 'Another run:',
  marks: MARKS,
  language: 'Language',
  cannotOpen: 'This lesson cannot be opened',
  howWritten: HOW_LESSONS,
  noLesson: NO_ADDRESS,
  noneOfName: noLesson,
  needs: (field: string, accepted: string): string => `${field}: needs ${accepted}.`,
  nothingHappens: 'This does not happen again in this run.',
  slotsSoFar: (words: string): string => `Delivery slots so far: ${words === '' ? 'none' : words}`,
  waitersTop: 'Waiters, top first:',
  below: (n: number): string => ` and ${n} below`,
  destinations: 'Destinations',
  recipients: 'Recipients in core',
};

export const verdict = {
  solution: (answer: string): string => `The answer is ${answer}.`,
  first: 'Right.',
  later: 'Correct on the second try.',
  wrong: 'Not quite.',
  again: ONCE_MORE,
  rightShort: 'right',
  wrongShort: 'wrong',
  sameAsModel: 'You say the same.',
  compareModel: 'Compare it with the model answer.',
  yourAnswer: 'Your answer',
  answer: 'Answer',
  aNumber: 'Enter a number such as 12 or 66.7.',
  yourWords: 'Your answer, in your own words; it stays on this machine',
  model: 'Model answer.',
  compare: 'Compare',
};

export const finish = {
  label: 'End of the lesson',
  canAfter: 'After this lesson you can',
  canNow: 'You can now',
  reached: 'You have reached the end.',
  noneAnswered: (questions: number): string =>
    questions === 1
      ? 'Its question is not answered yet.'
      : `None of its ${questions} questions is answered yet.`,
  result: (right: number, questions: number, unanswered: number, time: string): string =>
    `${right} of ${questions} right on the first try${unanswered === 0 ? '' : `, ${unanswered} not answered yet`}, in ${time}.`,
  seconds: (n: number): string => formatCounted(n, 'second'),
  minutes: (n: number): string => `${n} minutes`,
  tryAgain: 'Questions to try again',
  answerIt: 'Answer it',
  answerFirst: 'Answer the first of them',
  again: (title: string): string => `Retry ${title}`,
  copyCode: 'Copy the code',
  copied: 'Copied',
  selectIt: 'Select it and press Ctrl C',
};

export const pack = {
  packing: (percent: number): string => `Packing ${percent} %`,
  ends: 'ends it',
  tip: 'saves a SCORM 1.2 package for a learning platform',
  kinds: 'Packages for learning platforms',
  title: 'For a learning platform',
  holds: 'The package holds the lesson and all of this page: it needs no other server.',
  about: {
    '1.2': 'Moodle, ILIAS, Canvas and nearly all others',
    '2004': '4th edition: reports completion and success separately',
    cmi5: 'for a record store (xAPI), answer by answer',
  },
  more: 'What is reported, and how to test it',
};

/** Texts of the dialog that shares a lesson. */
export const shareLesson = {
  title: 'Share this lesson',
  forStudents: 'Copy link for students',
  studentsHint: 'The lesson alone: text, picture and questions.',
  here: 'Start at this step',
  forTeachers: 'Copy link with all tools',
  copied: 'Copied',
  byHand: 'Select the link and press Ctrl C',
  link: 'Link for students',
};

export const orders = {
  label: 'The same mail in several orders',
  titles: {
    fifo: 'First come, first served',
    shortest: 'Shortest first',
    robin: 'Round robin',
    loans: 'Earned delivery slots',
  },
  about: {
    fifo: 'each to its end',
    shortest: 'the fewest deliveries left',
    robin: 'one delivery each, then to the end of the ring',
    loans: 'what the queue manager does',
  },
  turns: (title: string, said: string): string => `${title}: turns so far ${said === '' ? 'none' : said}`,
  note: 'A wedge marks the arrival of a message. Below each strip is the time that each message took.',
  noteLoans:
    ' The turns with delivery slots come from the engine. The other orders are computed for the same mail.',
  noneThrough: 'none is done yet',
  left: (count: number): string => formatCounted(count, 'delivery left', 'deliveries left'),
  mean: (seconds: string): string => `mean ${seconds} s`,
};

type Chip = { chip: number };
type Opened = { level: number; bucket: number; ran: number; moved: number };
type Fell = { toLevel: number; bucket: number };

/** Texts of a preemption and a cascade in slow motion. */
export const slow = {
  label: 'In slow motion',
  play: 'Play it slowly',
  pause: 'Pause',
  back: 'Previous part',
  on: 'Next part',
  none: 'This run has nothing to show in slow motion after this point.',
  needs: (job: Chip, { need, price }: PreemptionTest): Token[] =>
    say`${job} needs ${formatCounted(need, 'delivery slot')}, one for each of its entries${price === need ? '' : `, ${formatNumber(price)} after the discount`}.`,
  has: (job: Chip, { onHand, loan }: PreemptionTest): Token[] =>
    say`${job} has ${formatNumber(onHand)} on hand${loan > 0 ? `, ${formatNumber(loan)} of them on loan` : ''}.`,
  enough: (candidate: Chip, current: Chip, { onHand, price }: PreemptionTest): Token[] =>
    say`${formatNumber(onHand)} ≥ ${formatNumber(price)}: ${candidate} gets ahead of ${current}.`,
  moves: (candidate: Chip, current: Chip): Token[] =>
    say`${candidate} is in front of ${current} and hands over its first entry.`,
  opens: ({ level, bucket }: Opened): Token[] => say`Bucket ${bucket} of level ${level + 1} opens.`,
  falls: (timer: number, { toLevel, bucket }: Fell): Token[] =>
    say`Timer ${timer} is not due yet: it falls to level ${toLevel + 1}, bucket ${bucket}.`,
  fallen: ({ ran, moved }: Opened): Token[] =>
    say`${formatCounted(moved, 'timer has', 'timers have')} fallen, ${ran === 0 ? 'none was' : formatCounted(ran, 'was', 'were')} due.`,
};
