import { YOUR_TURN_AT } from '../../lessons/first-letter.ts';

/** The steps of the first minute: what is said, and which part of the first run is shown. Instants are microseconds. */

export interface FirstStep {
  /** The name of its dot. */
  name: string;
  title: string;
  text: readonly string[];
  /** The run goes from here to there. */
  from: number;
  to: number;
  /** What the eye should be on; '' = nothing more. */
  watch: string;
  /** The marks of the picture that no sentence before has named, each with its words. */
  key: readonly string[];
  /** Something is different in this run: a second one without preemption beside it, or a server that breaks at `from`. */
  differs?: 'no preemption' | 'server breaks';
}

export const QUESTION = 'Why does a message to 6 people not wait behind a newsletter to 48?';

/** Just before the agent is given out for which the small message goes first: the film stops here and asks. */
const BEFORE_LETTER = 1_951_000;
/** Everything is delivered, with preemption and without. */
const ALL_DELIVERED = 9_000_000;
/** The server of the newsletter refuses since `YOUR_TURN_AT`: here it is given up. */
const DEAD_AT = 3_419_268;

export const STEPS: readonly FirstStep[] = [
  {
    name: 'A newsletter',
    title: QUESTION,
    text: [
      'This is the **queue manager of Postfix**, the program that decides which mail goes out next. It runs here, in this page. Nothing is sent.',
      'Newsletter [1] is on its way to 48 people. One square is one delivery, to two of them. Three agents deliver at the same time.',
    ],
    // Not from 0: the first picture has the newsletter on it.
    from: 1,
    to: 450_000,
    watch: 'The filled squares are the deliveries that run now, one in each agent.',
    key: [
      '[busy] with an agent, [waiting] waiting',
      '`3/24` handed over to an agent, of all',
      '`0s` its age',
      '`+1` and the black dot: a coin, see the next picture',
      '`1` on the line above: its place in the list',
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
    from: 450_000,
    to: 1_490_000,
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
    from: 1_490_000,
    to: BEFORE_LETTER,
    watch: '',
    key: [
      '**Line above**: the list, in order of arrival',
      'Black: has the turn. Grey: waits for it',
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
    from: BEFORE_LETTER,
    to: BEFORE_LETTER,
    watch: '',
    key: [
      '**current**: has the turn',
      'Coloured line: from the one that was let in to the one that pays',
      '**Stack level**: a message that is let in stands a level lower',
      '[paid] paid for another, [coin] still there',
      '**2 preempts 1**: 2 is let in before 1',
    ],
  },
  {
    name: 'The price',
    title: 'What it cost the newsletter',
    text: ['The same deliveries, the same agents, the same answers of the servers. Only the order differs.'],
    from: ALL_DELIVERED,
    to: ALL_DELIVERED,
    watch:
      'A newsletter that is sent as 48 **separate** messages has one delivery each. It earns nothing, and the small message waits.',
    key: [],
    differs: 'no preemption',
  },
  {
    name: 'Your turn',
    title: 'Your turn. Drop something in',
    text: ['This is the run at 3 s. Message [2] is with the agents, and newsletter [1] has earned again.'],
    from: YOUR_TURN_AT,
    to: YOUR_TURN_AT,
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
      'The server refuses every connection since 3.0 s. Each agent that becomes free tries the next square, and is back after a few milliseconds.',
      'Each refusal counts one divided by the **window**, the number of deliveries that it may get at once: 1/8, 1/6, 1/5, 1/4, 1/3. The sum is now above **1**: Postfix stops trying.',
    ],
    from: YOUR_TURN_AT,
    to: DEAD_AT,
    watch:
      'All 28 people are tried again, from 5 min on. Two deliveries still run: when one succeeds, the server is tried again at once.',
    key: [
      '[failed] refused or put off',
      '`retry` puts mail off without a try',
      '**Report**: `○` delivered, `×` refused',
      '**Success**, **Failure**: what moves the window by a step',
      '**Cohorts**: the sum of the refusals',
    ],
    differs: 'server breaks',
  },
];

/** What the reader can do at the end, and what to look at meanwhile. */
export const DROPS = [
  {
    name: 'one',
    title: 'A message to 1 person',
    watch: 'Does it have to wait at all? Count the coins that it takes.',
    people: 1,
  },
  {
    name: 'ten',
    title: 'A message to 10 people',
    watch: 'It needs 5 coins. When are they there?',
    people: 10,
  },
  {
    name: 'break',
    title: 'Break the server list.example',
    watch: 'How many deliveries may it get at once?',
    people: 0,
  },
] as const;

/** The marks that a picture has only after something was dropped in. */
export const DROPPED_KEY = [
  'Dashed: who would be let in next',
  '`★` its **score**: older and smaller is better',
];

export type Drop = (typeof DROPS)[number]['name'];
