import { completeScenario } from '../scenario/defaults.ts';
import type { GalleryItem } from './item.ts';
import type { MailScenario } from '../protocol/scenario.ts';

const title = 'Four, then four ones';
const about =
  'Message 1 has four entries, 2 to 5 have one each. A delivery slot costs two entries, so 2 is let in after two of them. Then too little of 1 is left to earn another. The strip reads 11 2 11 345.';

/** The document's first idea of a sequence, and what becomes of it. */
export const fourThenOnes: GalleryItem<MailScenario> = {
  id: 'four-then-ones',
  title,
  about,
  differs:
    'The document draws 12131415. The program never gives that: a delivery slot is paid with two entries, and the price is checked before the next selection. With a discount of 100 it gives 12113145, with the default minimum of 3 delivery slots 11112345.',
  opensAt: 600_000,
  scenario: completeScenario({
    title,
    about,
    params: {
      default_delivery_slot_cost: 2,
      default_delivery_slot_loan: 0,
      default_delivery_slot_discount: 0,
      default_minimum_delivery_slots: 0,
      default_destination_recipient_limit: 2,
    },
    agents: { smtp: 1 },
    servers: { '*': { latency: 300 } },
    script: [8, 2, 2, 2, 2].map((count, i) => ({
      at: 0,
      command: { kind: 'message.inject' as const, to: [{ destination: `m${i + 1}.example`, count }] },
    })),
  }),
};
