/**
 * Texts of the teachers' page: plans, homework, course topics, the room. `learn/teacher` says which stops and scenes they
 * refer to.
 */

const VOTE = 'At each question: everybody answers alone, neighbours discuss, the class answers again.';
const CLOSE =
  'Read the outcomes together. Each student names one that is not clear yet. Hand out the homework.';
const BREAK = 'Break.';
const NEXT = 'The class predicts who is next. Don’t explain yet.';
const NAMES = 'Name what the picture shows: message, job, entry, delivery slot.';
const GROUPS = `What a group counts. ${VOTE}`;
const WAKES = `Who is woken, and why the newest. ${VOTE}`;
const GROWS = `How success moves the window. ${VOTE}`;
const WHEELS = [
  'How would you store the timeouts of ten thousand requests? Collect designs, then look at three.',
  `Which bucket a timer goes into. ${VOTE}`,
  `Timers that are due too far ahead. ${VOTE}`,
];
const CLOCK = 'When the clock wakes, and what a cancelled timer costs. The class counts wake-ups.';

/** Texts of a plan: its title, the part of a course it suits, and what the class does in each step. */
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
      'Compute one score on the board together. Then the class chooses the best candidate.',
      'First without preemption: who waits for whom? Then set the cost to 2, inject again, and compare.',
      'Everybody writes down the order of deliveries before the run is played, then checks it.',
      CLOSE,
    ],
  },
  'how-many-at-once': {
    title: 'How many at the same time?',
    course: 'Networks: feedback, AIMD, congestion windows',
    steps: [
      'Look at the charts of two feedback rules. The class describes both curves without knowing the rules.',
      GROWS,
      'How failure moves it. Before each answer one student computes the new window on the board.',
      'A server that never answers. The class counts the failures until the destination is dead.',
      'Groups of three predict where the window will settle under each feedback rule, then play the run.',
      CLOSE,
    ],
  },
  timers: {
    title: 'Countless timeouts',
    course: 'Data structures: timing wheels, heaps and lists',
    steps: [
      ...WHEELS,
      'Step from wake-up to wake-up. Before each, someone predicts where timer 1 goes.',
      CLOCK,
      CLOSE,
    ],
  },
  threads: {
    title: 'How many may run?',
    course: 'Operating systems: thread pools, wake-ups, herds',
    steps: [
      'The class finds the gate, the threads that count, and those that wait. Each student predicts what happens next.',
      GROUPS,
      WAKES,
      'Timeouts, signals, page faults: for each, the class first predicts whether the count changes.',
      'Forty waits end at the same time. How long until the count is down again?',
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
      'The server is back: flush or wait? Each half of the class defends one answer. Then play both runs.',
      'One run with everything: the class names each change of the window as it happens.',
      CLOSE,
    ],
  },
  'inside-a-server': {
    title: 'Inside a server: timeouts and threads',
    course: 'Systems programming: timers, waiting, thread pools',
    steps: [
      ...WHEELS,
      CLOCK,
      'Waiting for an answer or a timeout. The class says what stays on which list.',
      BREAK,
      GROUPS,
      WAKES,
      'Herds and growing pools. The class predicts each count before the answer is shown.',
      'Groups choose a policy for one load and give reasons. Then run all policies side by side.',
      CLOSE,
    ],
  },
};

/** Course topics: what Postfix does, and how Postfix differs from the textbook. */
const topics: Readonly<Record<string, { title: string; here: string }>> = {
  priorities: {
    title: 'Priorities and preemption',
    here: 'Messages have no priority. A small one gets ahead of a large one, and the large one pays for it with what it has earned.',
  },
  shares: {
    title: 'Round robin, lottery, shares',
    here: 'Destinations of a message take turns, and so do transports. Nothing is random: a lottery gives shares by chance, delivery slots give them by counting.',
  },
  aimd: {
    title: 'AIMD and feedback',
    here: 'A window of deliveries grows by success and shrinks by failure. Both change it by a configurable amount. Nothing is halved as in TCP.',
  },
  timers: {
    title: 'Timers',
    here: 'Hierarchical timing wheels as in Kafka, and the designs that they replaced.',
  },
  pools: {
    title: 'Thread pools',
    here: 'Concurrency groups: how many threads may run, who wakes, and what happens when many waits end together.',
  },
  memory: {
    title: 'Memory limits',
    here: 'Recipient slots are limited and lent out. Purges limit what waits on lists.',
  },
  failures: {
    title: 'Failures and recovery',
    here: 'When a destination counts as dead, how long its mail waits, and what a flush does after an outage.',
  },
};

const homework: Readonly<Record<string, string>> = {
  priorities: 'Priorities and preemption',
  windows: 'Windows and failures',
  timers: 'Timers',
  threads: 'Thread pools',
  memory: 'Memory',
};

/** `{class}` becomes a link to class mode. */
const room: readonly { title: string; text: string }[] = [
  {
    title: 'Projector',
    text: '1280 × 720 or 1920 × 1080. Open a stop and press `F`: text becomes large and nothing is grey. The speaker notes open separately, for your screen.',
  },
  {
    title: 'Phones',
    text: 'Each phone opens one link by the QR code on the wall. There is nothing to install and no account. Phones must reach the host that you opened the page from; a file on your laptop is not enough.',
  },
  {
    title: 'Answers',
    text: 'There is no server. A phone turns an answer into a code of seven characters and a QR code. You type, paste or scan it in {class}. The camera needs an https page; typing does not.',
  },
  {
    title: 'Clicker',
    text: '`Page Down`, `→` or `Space` go forward, `Page Up` or `←` back, `.` or `B` hide the picture. Forward goes first to the marks on a picture, then to the answer, then to the next stop. `A` to `D` choose an answer, `Esc` leaves.',
  },
  {
    title: 'Network',
    text: 'Needed only for the first visit of each machine. An https page stores itself and then works offline, with lessons, scenes and class mode. Open it once the day before.',
  },
  {
    title: 'Homework',
    text: 'A lesson ends with a result code. Paste the codes of the whole class in {class} to check them together.',
  },
];

export const teach = {
  title: 'Teach with it',
  lead: 'A projector and phones are enough. Nothing is installed, no student has an account.',
  tiles: {
    plans: (short: number, long: number): string => `${short} of 45 minutes, ${long} of 90`,
    ask: 'Ask the class',
    askAbout: 'a question on the wall, phones or hands',
    homework: 'Homework',
    homeworkAbout: (sets: number): string => `${sets} sets, with keys and result codes`,
    write: 'Write',
    writeAbout: 'your own lesson, in plain text',
  },
  aboutPlans: 'Every step opens as it stands on the projector.',
  shows: 'show',
  asks: 'ask the class',
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
    'The lesson ends with a result code. Students hand it in, and you check it in {class}. The exercises are the same on every machine; their answers are handed in as letters. The engine computes the keys when you ask for them.',
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
