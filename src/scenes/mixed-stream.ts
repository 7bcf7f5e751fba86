import type { MailScenario } from '../protocol/scenario.ts';
import { completeScenario } from '../scenario/defaults.ts';

/** Number of messages: one every two seconds for two and a half minutes. Most are small; some are mailings. */
const COUNT = 72;
const GAP = 2_000_000;
const SIZES = [1, 2, 1, 12, 1, 3, 60, 1, 2, 1, 5, 200] as const;
const PLACES = ['a.example', 'b.example', 'c.example', 'd.example', 'slow.example'] as const;

/**
 * A stream for trying out settings: some 10,000 events, six agents that are nearly always busy, one slow destination,
 * and one destination that accepts at most four sessions.
 */
export const mixedStream: MailScenario = completeScenario({
  title: 'A mixed stream',
  about:
    'One message every two seconds to five destinations: small ones with newsletters among them. Six agents, one slow destination, one that refuses a fifth session. Made for experiments.',
  agents: { smtp: 6 },
  params: { default_destination_recipient_limit: 2 },
  servers: {
    '*': { latency: [300, 900] },
    'slow.example': { latency: [2_000, 5_000] },
    'd.example': { latency: [300, 900], fault: { kind: 'limit', sessions: 4 } },
  },
  script: Array.from({ length: COUNT }, (_, i) => {
    const size = SIZES[i % SIZES.length] ?? 1;
    const first = PLACES[i % 5] ?? 'a.example';
    const second = PLACES[(i * 3 + 1) % 4] ?? 'b.example';
    const half = Math.floor(size / 2);
    const to = [{ destination: first, count: size - (first === second ? 0 : half) }];
    if (half > 0 && first !== second) to.push({ destination: second, count: half });
    return { at: i * GAP, command: { kind: 'message.inject', to } };
  }),
});
