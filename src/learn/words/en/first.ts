/** The first minute: what each of its steps says, its question, and the marks of its picture. */

import { formatCounted } from '../../../explain/format.ts';
import { strip } from '../../../explain/strip.ts';

export interface FirstWords {
  /** The name of its dot. */
  name: string;
  title: string;
  text: readonly string[];
  /** What the eye should be on; '' = nothing more. */
  watch: string;
  /** The marks of the picture that no sentence before has named, each with its words. */
  key: readonly string[];
}

const question = 'Why does a message to 6 people not wait behind a newsletter to 48?';

const steps: readonly FirstWords[] = [
  {
    name: 'A newsletter',
    title: question,
    text: [
      'This is the **queue manager of Postfix**, the program that decides which mail goes out next. It runs here, in this page. Nothing is sent.',
      'Newsletter [1] is on its way to 48 people. One square is one delivery, to two of them. Three **agents**, delivery processes of Postfix, work at the same time.',
    ],
    watch: 'The filled squares are the deliveries that run now, one in each agent.',
    key: [
      '[busy] with an agent, [waiting] waiting',
      '`3/24` handed over to an agent, of all',
      '`0s` its age',
      '`+1` and the black dot: a coin, see the next picture',
      '**Line above**: the list of all mail; only [1] is on it',
      '**Turns**: who got the agents, one square each; `?` is next',
      '`a1` `a2` `a3`: the agents, over time',
    ],
  },
  {
    name: 'It earns',
    title: 'Every two deliveries earn a coin',
    text: [
      'Each pair of squares that was handed over has a black coin above it.',
      'A coin is an **earned delivery slot**: the newsletter can give way to another message for one delivery.',
    ],
    watch: '8 deliveries ÷ 2 = 4 coins. The 2 is `delivery_slot_cost`; Postfix ships with 5.',
    key: ['[done] delivered', '[coin] a coin, [pip] one that it can still earn', '`+4` its coins now'],
  },
  {
    name: 'Who is next?',
    title: 'A small message arrives. Who is next?',
    text: [
      'Message [2] goes to 6 people: three deliveries. It came 1.5 s after the newsletter, and is behind it in the list.',
      'Agent 2 becomes free in this instant. The run has stopped here.',
    ],
    watch: '',
    key: [
      '**Line above**: the list, in order of arrival',
      'Black frame: has the turn. Grey frame: waits for it',
      '`0/3` none of its 3 deliveries handed over',
    ],
  },
  {
    name: 'It gives way',
    title: 'The small message goes first, and the newsletter pays',
    text: [
      '**The price.** Message [2] has 3 deliveries to hand over: it needs 3 coins.',
      '**The purse.** Newsletter [1] has handed over 8, so it has 8 ÷ 2 = 4.',
      '**The test.** 4 ≥ 3: it pays 3 and keeps one. Paid coins take the colour of the message that they let in.',
      '**The move.** Message [2] is in front. Agent 2 takes its first square, the next free agents the others.',
    ],
    watch: '',
    key: [
      'Black: [2] has the turn now',
      'Coloured line: from the one that was let in to the one that pays',
      '[paid] paid for another, [coin] still there',
      '**2 preempts 1**: 2 is let in before 1',
    ],
  },
  {
    name: 'The price',
    title: 'What it cost the newsletter',
    text: ['The same deliveries, the same agents, the same answers of the servers. Only the order differs.'],
    watch:
      'A newsletter that is sent as 48 **separate** messages has one delivery each. It earns nothing, and the small message waits.',
    key: [],
  },
  {
    name: 'Your turn',
    title: 'Your turn. Drop something in',
    text: ['This is the run at 3 s. Message [2] is with the agents, and newsletter [1] has earned again.'],
    watch: '',
    key: [
      '**Job**: a message with its deliveries',
      '[paid] paid for another message, in its colour',
      '[coin] a coin, [pip] one that it can still earn',
    ],
  },
  {
    name: 'A server breaks',
    title: 'What happens when list.example breaks',
    text: [
      'The server has refused every connection since 3.0 s. Each agent that becomes free tries the next square, and is back after a few milliseconds.',
      'Each refusal counts one divided by the **window**, the number of deliveries that it may get at once: 1/8, 1/6, 1/5, 1/4, 1/3. The sum is now above **1**: Postfix stops trying.',
    ],
    watch:
      'All 28 people are tried again, from 5 min on. Two deliveries still run: if one succeeds, the server is tried again at once.',
    key: [
      '[failed] refused or put off',
      '`retry` puts mail off without a try',
      '**Report**: `○` delivered, `×` refused',
      '**Success**, **Failure**: what moves the window by a step',
      '**Cohorts**: the sum of the refusals',
    ],
  },
];

interface Told {
  number: number;
  handed: number;
  of: number;
  busy: number;
  failed: number;
  /** Coins paid, and the message that each of them was paid for. */
  paid: readonly { count: number; number: number }[];
  coins: number;
  turn: boolean;
}

/** So many coins. */
export const coins = (n: number): string => formatCounted(n, 'coin');

export const first = {
  name: 'The first minute',
  question,
  steps,
  stepsLabel: 'Steps of the first minute',
  step: (n: number, name: string): string => `Step ${n}: ${name}`,
  where: (n: number, all: number): string => `${n} of ${all}`,
  picture: 'The picture',
  keyLabel: 'What the marks say',
  /** The marks that a picture has only after something was dropped in. */
  droppedKey: ['Dashed: who would be let in next; older and smaller ones come first'],
  question2: 'Who gets the next agent?',
  questionLabel: 'Question',
  twoButtons: 'Two buttons below the picture answer: A, the newsletter, and B, the small message.',
  choices: [
    { title: 'The newsletter', why: 'it was here first' },
    { title: 'The small message', why: 'it has fewer deliveries' },
  ],
  byArrival: {
    verdict: 'Not the newsletter.',
    why: 'You went by arrival. The list begins with arrival, but a message with coins can be passed.',
  },
  yes: 'Yes, the small message.',
  shown: 'The small message.',
  drops: {
    one: {
      title: 'A message to 1 person',
      watch: 'Does it have to wait at all? Count the coins that it takes.',
    },
    ten: { title: 'A message to 10 people', watch: 'It needs 5 coins. When are they there?' },
    break: {
      title: 'Break the server list.example',
      watch: 'How many deliveries may it get at once?',
    },
  },
  tried: {
    had: 'had its first agent after',
    message: 'Message',
    last: ', and its last person had it after',
    paid: '. The newsletter paid',
  },
  coins,
  strip,
  back: 'Back',
  next: 'Next',
  showMe: 'Show me',
  around: 'Show me around',
  replay: 'Replay',
  alone: 'Try on alone',
  skip: 'Skip',
  lesson: 'Lesson 1',
  price: {
    withLabel: 'With preemption',
    withoutLabel: 'Without preemption',
    without: 'Without: first come, first served',
    ofWith: ' with preemption',
    ofWithout: ' without preemption',
    last: 'When the last person has it',
    hollow: 'without',
    filled: 'with preemption',
    columns: ['the last person has it', 'without', 'with'],
    names: { small: 'message', newsletter: 'newsletter' },
    sooner: (seconds: string): string => `${seconds} sooner`,
    later: (seconds: string): string => `${seconds} later`,
    gains: 'The message gains',
    loses: ', the newsletter loses',
    earnedBy: '. The three coins that it paid were earned by six of its own deliveries.',
  },
  /** The picture in words. */
  told: (jobs: readonly Told[]): string =>
    `In the picture, in the order of the list: ${jobs.map(toldOf).join(' ')}`,
};

function toldOf({ number, handed, of, busy, failed, paid, coins: left, turn }: Told): string {
  const parts = [
    `${handed} of ${formatCounted(of, 'delivery', 'deliveries')} handed over`,
    `${busy} with an agent`,
    failed > 0 && `${failed} refused or put off`,
    ...paid.map((spent) => `${coins(spent.count)} paid for message ${spent.number}`),
    left > 0 && `${coins(left)} left`,
    turn && 'it has the turn',
  ];
  return `${number === 1 ? 'newsletter' : 'message'} ${number}: ${parts.filter((part) => part !== false).join(', ')}.`;
}
