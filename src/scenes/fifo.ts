import { completeScenario } from '../scenario/defaults.ts';
import type { GalleryItem } from './item.ts';
import type { MailScenario } from '../protocol/scenario.ts';

const title = 'First in, first out';
const about =
  'Preemption is off: the slot cost is 0. Message 1 has ten entries, 2 and 3 have one each and wait until all of 1 has been taken. Set the cost to 2 and inject again to see what changes.';

/** What the scheduler does without its best idea. */
export const fifo: GalleryItem<MailScenario> = {
  id: 'fifo',
  title,
  about,
  differs:
    'The document speaks of a cost k above 1 only. In the program a cost of 0 or 1 switches preemption off: at 1 a job would earn one for every entry that it hands over, and could be held up for ever.',
  opensAt: 1_600_000,
  scenario: completeScenario({
    title,
    about,
    params: { default_delivery_slot_cost: 0, default_destination_recipient_limit: 2 },
    agents: { smtp: 1 },
    servers: { '*': { latency: 300 } },
    script: [
      { at: 0, command: { kind: 'message.inject', to: [{ destination: 'list.example', count: 20 }] } },
      { at: 500_000, command: { kind: 'message.inject', to: [{ destination: 'ann.example', count: 2 }] } },
      { at: 1_000_000, command: { kind: 'message.inject', to: [{ destination: 'bob.example', count: 2 }] } },
    ],
  }),
};
