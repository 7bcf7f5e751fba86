/** Pages of teachers: plans, homework, the topics of a course, the room. Which stops and scenes they name is in `lessons/teacher`. */

const VOTE = 'Each stop with a question: everybody answers alone, neighbours argue, the class answers again.';
const CLOSE = 'Read the outcomes together; each says one that is not clear yet. Hand out the homework.';
const BREAK = 'Break.';
const NEXT = 'Before anything is explained, the class says who is next. Nobody is told yet why.';
const NAMES = 'Name what the picture shows: message, job, entry, delivery slot.';
const GROUPS = `What a group counts. ${VOTE}`;
const WAKES = `Who is woken, and why the newest. ${VOTE}`;
const GROWS = `How success moves the window. ${VOTE}`;
const WHEELS = [
  'How would you keep the timeouts of ten thousand requests? Collect designs, then look at three.',
  `The bucket of a timer. ${VOTE}`,
  `Timers that are too far away. ${VOTE}`,
];
const CLOCK = 'When the clock wakes, and what a cancelled timer costs. The class counts wake-ups.';

/** What a plan says: its title, the part of a course that it is for, and what the class does in each step. */
interface PlanWords {
  title: string;
  course: string;
  steps: readonly string[];
}

const plans: Readonly<Record<string, PlanWords>> = {
  'whose-turn': {
    title: 'Whose turn is it?',
    course: 'Operating systems: scheduling, priorities, preemption',
    steps: [
      NEXT,
      NAMES,
      `What a delivery slot costs. ${VOTE}`,
      'Compute one score on the board together. Then the class chooses the best candidate itself.',
      'First without preemption: who waits for whom? Then set the cost to 2, inject again, and compare.',
      'Everybody writes down the order of deliveries before the run is played, then checks it.',
      CLOSE,
    ],
  },
  'how-many-at-once': {
    title: 'How many at once?',
    course: 'Networks: feedback, AIMD, congestion windows',
    steps: [
      'Look at the charts of two feedbacks. The class describes both curves, without a rule yet.',
      GROWS,
      'How failure moves it. Before each answer one student computes the new window on the board.',
      'A server that answers nobody. The class counts the failures until the destination is dead.',
      'Groups of three say where the window will settle under each feedback, then play the run.',
      CLOSE,
    ],
  },
  timers: {
    title: 'Timeouts without number',
    course: 'Data structures: timing wheels beside heaps and lists',
    steps: [...WHEELS, 'Step by wake-ups. Before each one somebody says where timer 1 goes.', CLOCK, CLOSE],
  },
  threads: {
    title: 'How many may run?',
    course: 'Operating systems: thread pools, wake-ups, herds',
    steps: [
      'The class finds the gate, the threads that count, and those that wait. Each says what will happen next.',
      GROUPS,
      WAKES,
      'Timeouts, signals, page faults: for each the class says first whether the count changes.',
      'Forty waits end at once. How long until the count is down?',
      CLOSE,
    ],
  },
  'mail-queue': {
    title: 'A mail queue, from its first message to an outage',
    course: 'Operating systems and networks: scheduling, feedback, failures',
    steps: [
      NEXT,
      NAMES,
      `Cost, discount and loan. ${VOTE}`,
      'Compute one score on the board together. Then the class chooses, and reads a stack of jobs.',
      `Destinations without room. ${VOTE}`,
      BREAK,
      GROWS,
      'How failure moves it, until the destination is dead. One student computes each step on the board.',
      'The server is back: flush, or wait? Two halves of the class each defend one, then both runs are played.',
      'One run with everything in it: the class names each turn of the window as it happens.',
      CLOSE,
    ],
  },
  'inside-a-server': {
    title: 'Inside a server: timeouts and threads',
    course: 'Systems programming: timers, waiting, thread pools',
    steps: [
      ...WHEELS,
      CLOCK,
      'Waiting for an answer or for time to run out. The class says what stays on which list.',
      BREAK,
      GROUPS,
      WAKES,
      'Herds and growing pools: before each answer the class says what the count will be.',
      'Groups choose a policy for one load and say why. Then all are run side by side.',
      CLOSE,
    ],
  },
};

/** What a course calls it, and how it is here, with where that differs from the textbook. */
const topics: Readonly<Record<string, { title: string; here: string }>> = {
  priorities: {
    title: 'Priorities and preemption',
    here: 'No message carries a priority. A small one is let in before a large one, and is paid for with what the large one has earned.',
  },
  shares: {
    title: 'Round robin, lottery, shares',
    here: 'Destinations of a message take turns, and so do transports. Nothing is drawn by lot: where a lottery gives a share by chance, delivery slots give it by counting.',
  },
  aimd: {
    title: 'AIMD and feedback',
    here: 'A window of deliveries grows by success and shrinks by failure. Both add and subtract an amount that can be chosen; nothing is halved as in TCP.',
  },
  timers: {
    title: 'Timers',
    here: 'Hierarchical timing wheels as in Kafka, beside the designs that they replaced.',
  },
  pools: {
    title: 'Thread pools',
    here: 'Concurrency groups: how many threads may run, who wakes, and what happens when many waits end at once.',
  },
  memory: {
    title: 'Memory limits',
    here: 'Recipients in core are limited and lent out; what waits on lists is bounded by purges.',
  },
  failures: {
    title: 'Failures and recovery',
    here: 'When a destination is taken for dead, how long its mail waits, and what a flush does after an outage.',
  },
};

const homework: Readonly<Record<string, string>> = {
  priorities: 'Priorities and preemption',
  windows: 'Windows and failures',
  timers: 'Timers',
  threads: 'Thread pools',
  memory: 'Memory',
};

/** `{class}` = a link to class mode. */
const room: readonly { title: string; text: string }[] = [
  {
    title: 'Projector',
    text: '1280 × 720 or 1920 × 1080. Open a stop, press `F`: text is large and nothing is grey. The speaker notes open beside it, for your screen.',
  },
  {
    title: 'Phones',
    text: 'Each opens one link, by the QR code on the wall. Nothing is installed, no student has an account. They must reach the host that you opened the page from; a file on your laptop is not enough.',
  },
  {
    title: 'Answers',
    text: 'There is no server. A phone turns an answer into a code of seven letters and a QR code; you type, paste or scan it in {class}. The camera needs a page that came over https, typing does not.',
  },
  {
    title: 'Clicker',
    text: '`Page Down`, `→` or `Space` go on, `Page Up` or `←` back, `.` or `B` hide the picture. On goes first to the marks on a picture, then to the answer, then to the next stop. `A` to `D` choose an answer, `Esc` leaves.',
  },
  {
    title: 'Network',
    text: 'For the first visit of each machine only: a page that came over https keeps itself and then works without a network, lessons, scenes and class mode included. Open it once the day before.',
  },
  {
    title: 'Homework',
    text: 'At its end a lesson gives a result code. Paste the codes of the whole class in {class} to check them at once.',
  },
];

export const teach = {
  title: 'For teachers',
  lead: 'Plans for 45 and 90 minutes, what a class can do afterwards, homework with keys, and where the topics of a course are found here. A link to stops opens them as they stand on the projector; “ask the class” opens a question for phones.',
  partsLabel: 'Parts of this page',
  parts: {
    plans: 'Plans',
    outcomes: 'Outcomes',
    homework: 'Homework with keys',
    topics: 'By topic of a course',
    room: 'What a class needs in the room',
  },
  print: 'Print',
  plans,
  topics,
  homework,
  room,
  classMode: 'class mode',
  pages: { '#first': 'The first minute', '#policies': 'Policy laboratory' } as Readonly<
    Record<string, string>
  >,
  minutes: (n: number): string => `${n} min`,
  fromTo: (from: number, to: number): string => `${from} to ${to}`,
  minutesWord: ' minutes',
  canThen: 'The class can then',
  homeworkIs: 'Homework:',
  alone: (minutes: number, assumes: string): string => `${minutes} min alone, assumes ${assumes}`,
  aboutHomework:
    'The lesson ends with a result code, which is handed in and checked in {class}. The exercises are the same on every machine; their answers are handed in as letters. The engine works the keys out when you ask for them.',
  lesson: 'Lesson',
  lessonAt: (place: number): string => `Lesson ${place}`,
  aboutMinutes: (n: number): string => `, about ${n} min; `,
  printIt: 'print it with its answers',
  exercise: 'Exercise',
  exerciseName: (topic: string, level: string, seed: number): string => `${topic}, ${level}, number ${seed}`,
  show: 'Show the keys',
  hide: 'Hide the keys',
  keysOf: (what: string, title: string): string => `${what}: ${title}`,
  keys: (n: number): string => `${n} keys`,
  working: 'The engine answers each question…',
  stop: (at: number, title: string): string => `Stop ${at}, ${title}`,
  stops: (from: number, to: number): string => (from === to ? `stop ${from}` : `stops ${from} to ${to}`),
  scene: 'Scene',
  practice: 'Practice',
  askClass: 'ask the class:',
  askClassOf: (lesson: string, stop: string, at: number): string =>
    `Ask the class: ${lesson}, ${stop}, stop ${at}`,
};
