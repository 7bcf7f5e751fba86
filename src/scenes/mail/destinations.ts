/** Scenes about destinations: limits, feedback, and servers that are down. */
import { at, mail, mailScene, stream } from './scene.ts';
import type { ServerBehaviour } from '../../protocol/commands.ts';

export const rateDelay = mailScene(
  {
    id: 'rate-delay',
    title: 'A rate delay, and one failure',
    about:
      'A rate delay of one second makes the concurrency limit 1, whatever main.cf says: the 2 that is set here has no effect. With a window of 1 one refused connection is a whole cohort. On smtp, with the default cohort limit of 1, it defers everything that waits; on relay, with a limit of 10, it defers one message.',
    differs:
      'A destination with a rate delay is dead only for an instant: when the delivery that failed is done it is revived and suspended for the delay. But its mail has been deferred by then.',
    opensAt: 5_600_000,
    opensWith: 'destinations',
  },
  {
    params: {
      smtp_destination_rate_delay: '1s',
      relay_destination_rate_delay: '1s',
      default_destination_concurrency_limit: 2,
      default_destination_recipient_limit: 2,
      relay_destination_concurrency_failed_cohort_limit: 10,
    },
    servers: { '*': { latency: 300, fault: { kind: 'one-of', machines: 6, pick: 'turn' } } },
    script: [...stream(0, 0, 20, { 'one.example': 1 }), ...stream(0, 0, 20, { 'relay:ten.example': 1 })],
  },
);

export const recipientLimitOne = mailScene(
  {
    id: 'recipient-limit-one',
    title: 'Recipient limit 1: a queue for each recipient',
    about:
      'The same mail on two transports, concurrency limit 2. On relay the recipient limit is 1, and then Postfix counts by recipient, not by domain: twelve queues with a window of 2 each, and twelve connections to one server. On smtp the limit is 2: one queue, two connections.',
    differs:
      'Only a recipient limit of exactly 1 changes what a destination is; a concurrency limit of 1 does not.',
    opensAt: 1_000_000,
    opensWith: 'destinations',
  },
  {
    params: {
      relay_destination_recipient_limit: 1,
      default_destination_recipient_limit: 2,
      default_destination_concurrency_limit: 2,
      initial_destination_concurrency: 2,
    },
    servers: { '*': { latency: 2000 } },
    script: [at(0, mail({ 'domain.example': 12 })), at(0, mail({ 'relay:person.example': 12 }))],
  },
);

export const slowNeighbour = mailScene(
  {
    id: 'slow-neighbour',
    title: 'One slow destination does not delay the others',
    about:
      'A delivery to slow.example takes a minute. It fills its own window of four and becomes a blocker: its entries are skipped, and the two other agents deliver everything else without delay. Message 1 is the oldest, but no other message waits for it.',
    differs:
      'When one destination has room again, every blocker of its transport loses its mark, not only the jobs waiting for that destination.',
    opensAt: 8_000_000,
  },
  {
    params: {
      default_destination_concurrency_limit: 4,
      initial_destination_concurrency: 4,
      default_destination_recipient_limit: 2,
    },
    agents: { smtp: 6 },
    servers: { '*': { latency: [400, 600] }, 'slow.example': { latency: 60_000 } },
    script: [
      at(0, mail({ 'slow.example': 24 })),
      ...stream(1, 1, 12, { 'a.example': 4, 'b.example': 2, 'slow.example': 2 }),
    ],
  },
);

/** Feedback functions by transport. On smtp the feedback stays 1, the default. */
const FUNCTIONS = { relay: '1/concurrency', bulk: '1/sqrt_concurrency' } as const;

/** Compares feedback of ±1 with smaller amounts, at a server that refuses the sixth session. */
export const threeFeedbacks = mailScene(
  {
    id: 'three-feedbacks',
    title: 'Three feedbacks, one strict server',
    about:
      'Each server says 421 to a sixth session. Feedback is 1 on smtp, 1/N on relay, 1/√N on bulk; choose them above the chart. With 1 every success leads to a sixth connection, and every second one is refused. With 1/N it takes a whole cohort of successes, and one connection in six is refused.',
    differs:
      'Postfix as shipped does not know 1/√N and runs with 1 instead, so this run uses the pseudocode of the document. After five minutes the servers accept all connections, so that deferred mail gets through.',
    opensAt: 12_000_000,
    opensWith: 'q:smtp:one.example',
  },
  {
    feedback: 'documented',
    params: {
      default_destination_recipient_limit: 2,
      default_destination_concurrency_failed_cohort_limit: 100,
      ...Object.fromEntries(
        Object.entries(FUNCTIONS).flatMap(([transport, f]) =>
          ['positive', 'negative'].map((sign) => [
            `${transport}_destination_concurrency_${sign}_feedback`,
            f,
          ]),
        ),
      ),
    },
    servers: { '*': { latency: [2000, 2100], fault: { kind: 'limit', sessions: 5 } } },
    script: [
      at(0, mail({ 'one.example': 200 })),
      at(0, mail({ 'relay:over-n.example': 200 })),
      at(0, mail({ 'bulk:over-root.example': 200 })),
      at(300, { kind: 'server.set', server: '*', behaviour: { latency: [2000, 2100] } }),
    ],
  },
);

export const loadBalancer = mailScene(
  {
    id: 'load-balancer',
    title: 'One machine in four is broken',
    about:
      'One of the four machines behind the address refuses, and connections reach the machines at random. One failure undoes a whole cohort of successes: with 1/N the window stays around 5, although the other machines could take more. With 1/4 for a success and 1/5 for a failure it climbs to 13.',
    differs:
      'The document suggests +1/4 and an equal or smaller negative feedback. The shipped rule takes the first step down of a sequence immediately, so the size of the negative feedback hardly matters. After five minutes the machine is repaired.',
    opensAt: 30_000_000,
    opensWith: 'destinations',
  },
  {
    params: {
      default_destination_recipient_limit: 2,
      default_destination_concurrency_failed_cohort_limit: 10,
      smtp_destination_concurrency_positive_feedback: '1/concurrency',
      smtp_destination_concurrency_negative_feedback: '1/concurrency',
      relay_destination_concurrency_positive_feedback: '1/4',
      relay_destination_concurrency_negative_feedback: '1/5',
    },
    seed: 4,
    servers: { '*': { latency: [900, 1100], fault: { kind: 'one-of', machines: 4, pick: 'chance' } } },
    script: [
      at(0, mail({ 'by-window.example': 600 })),
      at(0, mail({ 'relay:by-quarter.example': 600 })),
      at(300, { kind: 'server.set', server: '*', behaviour: { latency: [900, 1100] } }),
    ],
  },
);

const TAKES_SIX: ServerBehaviour = { latency: [1700, 2300], fault: { kind: 'limit', sessions: 6 } };

export const deadAndBack = mailScene(
  {
    id: 'dead-and-back',
    title: 'Dead, and tried again',
    about:
      'The server accepts six connections at a time, and from 7 s on none. The window overshoots and steps back immediately; further failures first use up that step. After two failed cohorts the destination is dead for 300 s: waiting mail goes to the retry transport, and so does new mail, which error(8) logs as deferred. Then it starts again from a window of 5.',
    differs:
      'In the document a destination is dead when its failures exceed the limit, in the program when they reach it. A revival resets the window to the initial one, or to the deliveries that are still under way.',
    opensAt: 316_500_000,
    opensWith: 'q:smtp:b.example',
  },
  {
    params: {
      default_destination_recipient_limit: 2,
      default_destination_concurrency_positive_feedback: '1/concurrency',
      default_destination_concurrency_negative_feedback: '1/concurrency',
      default_destination_concurrency_failed_cohort_limit: 2,
    },
    servers: { 'b.example': TAKES_SIX },
    script: [
      at(0, mail({ 'b.example': 120 })),
      at(7, {
        kind: 'server.set',
        server: 'b.example',
        behaviour: { latency: 1000, fault: { kind: 'refuse' } },
      }),
      at(200, { kind: 'server.set', server: 'b.example', behaviour: TAKES_SIX }),
      ...stream(250, 30, 2, { 'b.example': 8 }),
      at(311, mail({ 'b.example': 40 })),
    ],
  },
);

export const cohortLimit = mailScene(
  {
    id: 'cohort-limit',
    title: 'Fifteen milliseconds out',
    about:
      'Both servers are down for 15 milliseconds, and a whole cohort of twenty fails. With the default limit of one cohort the destination is dead at the thirteenth failure, and its mail waits for ten minutes. With a limit of five the window falls to 1, the server is back, and all but the refused mail goes through in another three seconds.',
    differs:
      'With the default feedback of 1 the window shrinks while the failures come in, so a cohort is reached sooner than the number of deliveries suggests.',
    opensAt: 5_000_000,
    opensWith: 'destinations',
  },
  {
    params: {
      default_destination_recipient_limit: 2,
      relay_destination_concurrency_failed_cohort_limit: 5,
    },
    servers: { '*': { latency: 400, fault: { kind: 'down', from: 3190, until: 3205 } } },
    script: [at(0, mail({ 'one.example': 400 })), at(0, mail({ 'relay:five.example': 400 }))],
  },
);
