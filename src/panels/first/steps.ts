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
  /** Something is different in this run: a second one without preemption beside it, or a server that breaks at `from`. */
  differs?: 'no preemption' | 'server breaks';
}

export const QUESTION = 'Why does a letter to 6 people not wait behind a newsletter to 48?';

/** Just before the agent is given out for which the letter goes first: the film stops here and asks. */
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
    from: 0,
    to: 450_000,
    watch: 'The filled squares are the deliveries that run now, one in each agent.',
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
  },
  {
    name: 'Who is next?',
    title: 'A letter arrives. Who is next?',
    text: [
      'Letter [2] goes to 6 people: three deliveries. It came 1.5 s after the newsletter, and is behind it in the list.',
      'Agent 2 becomes free in this instant. The run has stopped here.',
    ],
    from: 1_490_000,
    to: BEFORE_LETTER,
    watch: '',
  },
  {
    name: 'It gives way',
    title: 'The letter goes first, and the newsletter pays',
    text: [
      '**The price.** Letter [2] has 3 deliveries to hand over: it needs 3 coins.',
      '**The purse.** Newsletter [1] has handed over 8, so it has 8 ÷ 2 = 4.',
      '**The test.** 4 ≥ 3: it pays 3, and one coin stays. The coins that are paid take the colour of the letter.',
      '**The move.** Letter [2] is now in front. Agent 2 takes its first square, the next two free agents the others.',
    ],
    from: BEFORE_LETTER,
    to: BEFORE_LETTER,
    watch: '',
  },
  {
    name: 'The price',
    title: 'What it cost the newsletter',
    text: ['The same deliveries, the same agents, the same answers of the servers. Only the order differs.'],
    from: ALL_DELIVERED,
    to: ALL_DELIVERED,
    watch:
      'A newsletter that is sent as 48 **separate** mails has one delivery each. It earns nothing, and the letter waits.',
    differs: 'no preemption',
  },
  {
    name: 'Your turn',
    title: 'Your turn. Drop something in',
    text: ['This is the run at 3 s. The letter is with the agents, and newsletter [1] has earned again.'],
    from: YOUR_TURN_AT,
    to: YOUR_TURN_AT,
    watch: '',
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
    differs: 'server breaks',
  },
];

/** What the reader can do at the end, and what to look at meanwhile. */
export const DROPS = [
  {
    name: 'one',
    title: 'Mail to 1 person',
    watch: 'Does it have to wait at all? Count the coins that it takes.',
  },
  { name: 'ten', title: 'Mail to 10 people', watch: 'It needs 5 coins. When are they there?' },
  {
    name: 'break',
    title: 'Break the server list.example',
    watch: 'How many deliveries may it get at once?',
  },
] as const;

export type Drop = (typeof DROPS)[number]['name'];
