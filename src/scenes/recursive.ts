import { completeScenario } from '../scenario/defaults.ts';
import type { GalleryItem } from './item.ts';
import type { MailScenario } from '../protocol/scenario.ts';

const title = 'A thousand, a hundred, ten';
const about =
  'Message 1 has 1 000 entries. After 200 of them it has earned the hundred delivery slots that 2 needs. While 2 is delivered it earns slots too, and 3 with its ten entries preempts 2: two levels of the stack, and still 1 takes at most twice as long.';

/** Preemption of what has preempted: the inflation bound at work. */
export const recursive: GalleryItem<MailScenario> = {
  id: 'recursive',
  title,
  about,
  differs:
    'The document calls the job whose entry was selected last the current one. In the program it is the job where the next walk starts: a preemption, a new job in front or a freed destination can move it without any selection.',
  opensAt: 6_000_000,
  scenario: completeScenario({
    title,
    about,
    params: {
      default_delivery_slot_cost: 2,
      default_delivery_slot_loan: 0,
      default_delivery_slot_discount: 0,
      default_destination_recipient_limit: 2,
    },
    agents: { smtp: 4 },
    servers: { '*': { latency: 100 } },
    script: [
      { at: 0, command: { kind: 'message.inject', to: [{ destination: 'thousand.example', count: 2000 }] } },
      { at: 0, command: { kind: 'message.inject', to: [{ destination: 'hundred.example', count: 200 }] } },
      { at: 6_000_000, command: { kind: 'message.inject', to: [{ destination: 'ten.example', count: 20 }] } },
    ],
  }),
};
