/** Scenes about destinations, memory and mail queues, in display order. */
import type { GalleryItem } from '../item.ts';
import {
  loadBalancer,
  threeFeedbacks,
  rateDelay,
  recipientLimitOne,
  slowNeighbour,
  cohortLimit,
  deadAndBack,
} from './destinations.ts';
import { activeFull, extraSlots, sponsors } from './memory.ts';
import { listAndResets, listApart, outageFlush, outageNatural } from './storms.ts';
import type { MailScenario } from '../../protocol/scenario.ts';

export const MAIL_SCENES: readonly GalleryItem<MailScenario>[] = [
  threeFeedbacks,
  loadBalancer,
  deadAndBack,
  cohortLimit,
  rateDelay,
  recipientLimitOne,
  sponsors,
  extraSlots,
  slowNeighbour,
  activeFull,
  listAndResets,
  listApart,
  outageNatural,
  outageFlush,
];
