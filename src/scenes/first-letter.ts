import { completeScenario } from '../scenario/defaults.ts';
import type { GalleryItem } from './item.ts';
import type { MailScenario } from '../protocol/scenario.ts';

const title = 'A first message';
const about =
  'Message 1 goes to 48 people, two in each entry. Three agents deliver it. At 1.5 s a small message 2 arrives and gets ahead of it: every two entries of 1 have earned one delivery slot, and these slots let 2 go first.';

/**
 * Instant in microseconds at which the reader may send a message. Both messages are being delivered and message 1 has earned
 * slots again, so the new message finds a queue.
 */
export const YOUR_TURN_AT = 3_000_000;

/** The first run that a new reader sees. It opens playing, and the small message is delivered before 4 s. */
export const firstLetter: GalleryItem<MailScenario> = {
  id: 'first-letter',
  title,
  about,
  differs:
    'The document calls the job whose entry was selected last the current one. In the program it is the job where the next walk of the list starts; usually, as here, the two are the same.',
  opensAt: 0,
  scenario: completeScenario({
    title,
    about,
    seed: 37,
    params: {
      default_delivery_slot_cost: 2,
      default_delivery_slot_loan: 0,
      default_delivery_slot_discount: 0,
      default_destination_recipient_limit: 2,
    },
    agents: { smtp: 3 },
    servers: { '*': { latency: [500, 1100] } },
    script: [
      { at: 0, command: { kind: 'message.inject', to: [{ destination: 'list.example', count: 48 }] } },
      {
        at: 1_500_000,
        command: { kind: 'message.inject', to: [{ destination: 'friend.example', count: 6 }] },
      },
    ],
    view: { transport: 'smtp', play: true, pauseAt: 9_000_000 },
  }),
};
