import type { MailScenario } from '../protocol/scenario.ts';
import { completeScenario } from '../scenario/defaults.ts';
import type { GalleryItem } from './item.ts';

function scenario(title: string, about: string, discount: number): MailScenario {
  return completeScenario({
    title,
    about,
    params: {
      default_delivery_slot_cost: 2,
      default_delivery_slot_loan: 0,
      default_delivery_slot_discount: discount,
      default_destination_recipient_limit: 2,
    },
    agents: { smtp: 1 },
    servers: { '*': { latency: 300 } },
    script: [20, 4, 4].map((count, i) => ({
      at: 0,
      command: { kind: 'message.inject' as const, to: [{ destination: `m${i + 1}.example`, count }] },
    })),
  });
}

const plainTitle = 'Ten, two, two';
const plainAbout =
  'Three messages with 10, 2 and 2 entries arrive together. A delivery slot costs two entries: 1 has to get through four of its own before 2 may take two. The strip reads 1111 22 1111 33 11.';

/** The example of the document, without a discount. */
export const tenTwoTwo: GalleryItem<MailScenario> = {
  id: 'ten-two-two',
  title: plainTitle,
  about: plainAbout,
  differs:
    'The document does not say under which loan its examples hold. They are exact with a loan of 0; with the default loan of 3 the program gives 12211113311111, and with the default cost of 5 nothing is preempted, because ten entries are fewer than 3 × 5.',
  opensAt: 1_200_000,
  scenario: scenario(plainTitle, plainAbout, 0),
};

const halfTitle = 'Ten, two, two at half price';
const halfAbout =
  'The same three messages with a discount of 50 %: one delivery slot has to be on hand for the two that 2 needs. What it was let off is owed by 1, and earned afterwards. The strip reads 11 22 1111 33 1111.';

/** The example of the document, with discount 50. */
export const tenTwoTwoDiscount: GalleryItem<MailScenario> = {
  id: 'ten-two-two-half-price',
  title: halfTitle,
  about: halfAbout,
  differs:
    'As without the discount: the example holds with a loan of 0. In the program loan and discount act at once, the loan on what is there and the discount on the price.',
  opensAt: 600_000,
  scenario: scenario(halfTitle, halfAbout, 50),
};
