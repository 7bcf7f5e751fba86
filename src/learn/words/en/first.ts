/** Texts of the first minute: its steps, its question and the key of its picture. */

import { formatCounted } from '../../../explain/format.ts';
import { strip } from '../../../explain/strip.ts';

export interface FirstWords {
  name: string;
  title: string;
  text: readonly string[];
  /** What the reader should watch; '' = nothing more. */
  watch: string;
  /** Explanations of marks that no earlier step has explained. */
  key: readonly string[];
}

const question = 'Why does a message to 6 people not wait behind a newsletter to 48?';

const steps: readonly FirstWords[] = [
  {
    name: 'A newsletter',
    title: question,
    text: [
      'This is the **queue manager of Postfix**, the program that decides which mail goes out next. It runs here, in this page. Nothing is sent.',
      'Newsletter [1] is on its way to 48 people. Each square is one delivery, to two people. Three **agents**, delivery processes of Postfix, work at the same time.',
    ],
    watch: 'The filled squares are the deliveries that run now, one in each agent.',
    key: [
      '[busy] with an agent, [waiting] waiting',
      '`3/24` 3 of 24 deliveries handed to an agent',
      '`0s` its age',
      '`+1` and the black dot: one coin. The next step explains it.',
      '**Top line**: all waiting mail. So far only message [1].',
      '**Turns**: who got the agents, one square each. `?` is next.',
      '`a1` `a2` `a3`: the agents over time',
    ],
  },
  {
    name: 'It earns',
    title: 'Every two deliveries earn a coin',
    text: [
      'Every two squares handed over earn the black coin above them.',
      'A coin is an **earned delivery slot**: the newsletter can give way to another message for one delivery.',
    ],
    watch: '8 deliveries ÷ 2 = 4 coins. The 2 is `delivery_slot_cost`; Postfix ships with 5.',
    key: ['[done] delivered', '[coin] a coin, [pip] a coin it can still earn', '`+4` its coins now'],
  },
  {
    name: 'Who is next?',
    title: 'A small message arrives. Who is next?',
    text: [
      'Message [2] goes to 6 people: three deliveries. It came 1.5 s after the newsletter and is behind it in the list.',
      'Agent 2 has just become free. We paused here.',
    ],
    watch: '',
    key: [
      '**Top line**: the list, in order of arrival',
      'Black frame: has the turn. Grey frame: waits for it.',
      '`0/3` none of its 3 deliveries handed over',
    ],
  },
  {
    name: 'It gives way',
    title: 'The small message goes first, and the newsletter pays',
    text: [
      '**The price.** Message [2] has 3 deliveries to hand over, so it needs 3 coins.',
      '**The purse.** Newsletter [1] has handed over 8, so it has 8 ÷ 2 = 4.',
      '**The test.** 4 ≥ 3: it pays 3 and keeps one. A spent coin turns the colour of the message it let through.',
      '**The move.** Message [2] is in front. Agent 2 takes its first square, and the next free agents take the others.',
    ],
    watch: '',
    key: [
      'Black: [2] has the turn now',
      'The line joins the message that got ahead to the one paying for it.',
      '[paid] spent on another message, [coin] still there',
      '**2 preempts 1**: 2 gets ahead of 1',
    ],
  },
  {
    name: 'The price',
    title: 'What it cost the newsletter',
    text: ['The same deliveries, agents and server replies. Only the order differs.'],
    watch:
      'A newsletter sent as 48 **separate** messages has one delivery each. It earns nothing, and the small message waits.',
    key: [],
  },
  {
    name: 'Your turn',
    title: 'Your turn. Change the run',
    text: [
      'This is the run at 3 s. Message [2] has handed over its last square, so it has left the list. Newsletter [1] earns coins again.',
    ],
    watch: '',
    key: [
      '**Job**: a message with its deliveries',
      '[paid] spent on another message, in its colour',
      '[coin] a coin, [pip] a coin it can still earn',
    ],
  },
  {
    name: 'A server breaks',
    title: 'What happens when list.example breaks',
    text: [
      'The server has refused every connection since 3.0 s. Each free agent tries the next square and fails within milliseconds.',
      'After each refusal Postfix gives it fewer deliveries at the same time: 8, 6, 5, 4, 3. Then it stops trying: the server counts as **dead**.',
    ],
    watch:
      'All 28 people are tried again after 5 min. Two deliveries are still running. If one succeeds, the server is tried again immediately.',
    key: ['[failed] refused or deferred', '`retry` defers mail without an attempt'],
  },
];

interface Told {
  number: number;
  handed: number;
  of: number;
  busy: number;
  failed: number;
  /** Coins that the message spent, with the number of the message on which they were spent. */
  paid: readonly { count: number; number: number }[];
  coins: number;
  turn: boolean;
}

export const coins = (n: number): string => formatCounted(n, 'coin');

export const first = {
  name: 'The first minute',
  question,
  steps,
  stepsLabel: 'Steps of the first minute',
  step: (n: number, name: string): string => `Step ${n}: ${name}`,
  where: (n: number, all: number): string => `${n} of ${all}`,
  picture: 'The picture',
  keyLabel: 'What the marks mean',
  /** Explanations of marks that appear only after the reader has dropped mail in. */
  droppedKey: ['Dashed: who would get ahead next. Older and smaller ones come first.'],
  question2: 'Who gets the next agent?',
  questionLabel: 'Question',
  twoButtons: 'Answer with the two buttons below the picture: A, the newsletter, or B, the small message.',
  choices: [
    { title: 'The newsletter', why: 'it was here first' },
    { title: 'The small message', why: 'it has fewer deliveries' },
  ],
  byArrival: {
    verdict: 'Not the newsletter.',
    why: 'You went by arrival order. But a message with coins can be overtaken.',
  },
  yes: 'Yes, the small message.',
  shown: 'The small message.',
  drops: {
    one: {
      title: 'A message to 1 person',
      watch: 'Does it have to wait at all? Count the coins it costs.',
    },
    ten: { title: 'A message to 10 people', watch: 'It needs 5 coins. When will there be enough?' },
    break: {
      title: 'Break the server list.example',
      watch: 'How many deliveries may it get at the same time?',
    },
  },
  tried: {
    had: 'got its first agent after',
    message: 'Message',
    last: ', and its last recipient was served after',
    paid: '. The newsletter paid',
  },
  /** Describes a preemption in one line. */
  pays: (payer: number, number: number, paid: number, owed: number): string =>
    `${payer} pays ${coins(paid)}${owed > 0 ? ` and owes ${owed}` : ''}, ${number} goes first`,
  refusals: {
    label: 'Refusals of list.example',
    about: 'may get so many deliveries at the same time',
    windows: 'Deliveries at the same time, after each refusal',
    dead: 'dead',
  },
  coins,
  strip,
  back: 'Back',
  next: 'Next',
  showMe: 'Show me',
  around: 'Show me around',
  replay: 'Replay',
  alone: 'Explore on my own',
  skip: 'Skip',
  lesson: 'Lesson 1',
  price: {
    withLabel: 'With preemption',
    withoutLabel: 'Without preemption',
    without: 'Without: first come, first served',
    ofWith: ' with preemption',
    ofWithout: ' without preemption',
    last: 'When the last recipient is served',
    hollow: 'without',
    filled: 'with preemption',
    columns: ['Last recipient served', 'without', 'with'],
    names: { small: 'message', newsletter: 'newsletter' },
    sooner: (seconds: string): string => `${seconds} sooner`,
    later: (seconds: string): string => `${seconds} later`,
    gains: 'The message gains',
    loses: ', the newsletter loses',
    earnedBy: '. It had earned those three coins with six of its own deliveries.',
  },
  /** Describes the picture for screen readers. */
  told: (jobs: readonly Told[]): string =>
    `In the picture, in the order of the list: ${jobs.map(toldOf).join(' ')}`,
};

function toldOf({ number, handed, of, busy, failed, paid, coins: left, turn }: Told): string {
  const parts = [
    `${handed} of ${formatCounted(of, 'delivery', 'deliveries')} handed over`,
    `${busy} with an agent`,
    failed > 0 && `${failed} refused or deferred`,
    ...paid.map((spent) => `${coins(spent.count)} spent on message ${spent.number}`),
    left > 0 && `${coins(left)} left`,
    turn && 'it has the turn',
  ];
  return `${number === 1 ? 'newsletter' : 'message'} ${number}: ${parts.filter((part) => part !== false).join(', ')}.`;
}
