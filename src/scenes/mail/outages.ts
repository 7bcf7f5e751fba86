import type { ServerBehaviour } from '../../protocol/commands.ts';
import { at, mail, mailScene, stream } from './scene.ts';

const TAKES_SIX: ServerBehaviour = { latency: [1700, 2300], fault: { kind: 'limit', sessions: 6 } };

export const deadAndBack = mailScene(
  {
    id: 'dead-and-back',
    title: 'Dead, and tried again',
    about:
      'The server takes six connections at a time, and from 7 s on none. The window overshoots and steps back at once; then failures are counted against the step taken in advance. After two failed cohorts the destination is dead for 300 s: what waits goes to the retry transport, and so does new mail, which error(8) logs as deferred. Then it starts again from a window of 5.',
    differs:
      'The document declares it dead above the limit, the program at it. A revival resets the window to the initial one, or to the deliveries that are still under way.',
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
      'Both servers are away for 15 milliseconds, and a whole cohort of twenty fails. With the default limit of one cohort the destination is dead at the thirteenth failure, and its mail waits for ten minutes. With a limit of five the window falls to 1, the server is back, and all but the refused go through in another three seconds.',
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
