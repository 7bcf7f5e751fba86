/** The gallery by topic: the shelves of its page, in display order. */
import { AGENT_SCENES } from './agents/scenes.ts';
import { GALLERY } from './gallery.ts';
import type { GalleryItem } from './item.ts';
import { MAIL_SCENES } from './mail/index.ts';
import { THREAD_SCENES } from './threads/index.ts';
import { TIMER_SCENES } from './timers/scenes.ts';

export interface Shelf {
  id: 'scheduling' | 'servers' | 'timers' | 'threads';
  title: string;
  /** A few words that say what the scenes of the shelf show. */
  lead: string;
  items: readonly GalleryItem[];
}

const MAIL: ReadonlySet<GalleryItem> = new Set(MAIL_SCENES);

export const SHELVES: readonly Shelf[] = [
  {
    id: 'scheduling',
    title: 'Scheduling',
    lead: 'jobs, coins and preemption',
    items: begin(
      ['first-letter', 'ten-two-two', 'recursive', 'whole-picture'],
      GALLERY.filter((item) => !MAIL.has(item)),
    ),
  },
  {
    id: 'servers',
    title: 'Servers',
    lead: 'windows, dead destinations, memory and queues',
    items: begin(['three-feedbacks', 'dead-and-back', 'load-balancer', 'slow-neighbour'], MAIL_SCENES),
  },
  {
    id: 'timers',
    title: 'Timers',
    lead: 'one wheel by hand, and three designs',
    items: begin(['wheel-lab', 'wheel-far-and-home', 'wheel-cancel', 'wheel-boundary'], TIMER_SCENES),
  },
  {
    id: 'threads',
    title: 'Threads',
    lead: 'concurrency groups: how many run, which one wakes',
    items: begin(
      ['one-over-the-limit', 'restart-herd', 'aio-herd', 'a-thousand-threads'],
      [...THREAD_SCENES, ...AGENT_SCENES],
    ),
  },
];

/** Puts the scenes that are visible in a closed shelf (`ids`) before the other scenes of the shelf. */
function begin(ids: readonly string[], items: readonly GalleryItem[]): GalleryItem[] {
  const rank = ({ id }: GalleryItem): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return items.toSorted((a, b) => rank(a) - rank(b));
}
