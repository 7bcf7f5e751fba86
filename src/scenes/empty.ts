import { completeScenario } from '../scenario/defaults.ts';
import type { GalleryItem } from './item.ts';
import type { MailScenario } from '../protocol/scenario.ts';

const title = 'Nothing yet';
const about = 'An idle queue manager with three agents. Send mail, break a server or change a rule.';

/** A run without mail, for a reader who starts from nothing. Not a scene of the gallery, because it shows nothing. */
export const emptyScene: GalleryItem<MailScenario> = {
  id: 'empty',
  title,
  about,
  differs: '',
  opensAt: 0,
  scenario: completeScenario({
    title,
    about,
    seed: 1,
    agents: { smtp: 3 },
    servers: { '*': { latency: [500, 1100] } },
    script: [],
    view: { transport: 'smtp' },
  }),
};
