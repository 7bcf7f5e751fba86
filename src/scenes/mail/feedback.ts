import { at, mail, mailScene } from './scene.ts';

/** On smtp it stays 1, the default. */
const FUNCTIONS = { relay: '1/concurrency', bulk: '1/sqrt_concurrency' } as const;

/** +/-1 against less than 1, at a server that hangs up on the sixth connection. */
export const threeFeedbacks = mailScene(
  {
    id: 'three-feedbacks',
    title: 'Three feedbacks, one strict server',
    about:
      'Each server says 421 to a sixth session. Feedback is 1 on smtp, 1/N on relay, 1/√N on bulk; choose them above the chart. With 1 every success asks for a sixth connection, and every second one is refused; with 1/N a whole cohort does, and one in six is.',
    differs:
      'Postfix as shipped does not know 1/√N and runs with 1 instead, so this run uses the pseudocode of the document. After five minutes the servers accept all connections, so that what was deferred gets through.',
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

/** One of four machines behind one address is broken. */
export const loadBalancer = mailScene(
  {
    id: 'load-balancer',
    title: 'One machine in four is broken',
    about:
      'One in four machines behind the address refuses, met by chance. One failure takes back what a whole cohort of successes gave: with 1/N the window hovers about 5, although the other machines could take more. With 1/4 for a success and 1/5 for a failure it climbs to 13.',
    differs:
      'The document writes +1/4 and an equal or smaller negative feedback. The shipped rule takes the first step down of a sequence at once, so it does not matter much how small the negative feedback is. After five minutes the machine is repaired.',
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
