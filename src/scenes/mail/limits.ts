import { at, mail, mailScene, stream } from './scene.ts';

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
    title: 'One slow destination holds up no other',
    about:
      'A delivery to slow.example takes a minute. It fills its own window of four and becomes a blocker: its entries are passed over, and the two other agents deliver everything else without delay. Message 1 is the oldest, and no other waits for it.',
    differs:
      'One destination that has room again clears the mark of every blocker of its transport, not only of the jobs that wait for it.',
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
