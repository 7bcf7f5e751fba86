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
  /** One sentence that says what the scenes of the shelf show. */
  lead: string;
  items: readonly GalleryItem[];
}

const MAIL: ReadonlySet<GalleryItem> = new Set(MAIL_SCENES);

export const SHELVES: readonly Shelf[] = [
  {
    id: 'scheduling',
    title: 'Scheduling',
    lead: 'jobs, delivery slots and preemption',
    items: GALLERY.filter((item) => !MAIL.has(item)),
  },
  {
    id: 'servers',
    title: 'Servers and queues',
    lead: 'feedback, dead destinations, memory limits, mail queues',
    items: MAIL_SCENES,
  },
  {
    id: 'timers',
    title: 'Timers',
    lead: 'one wheel by hand, and three designs with the same requests',
    items: TIMER_SCENES,
  },
  {
    id: 'threads',
    title: 'Threads',
    lead: 'concurrency groups: who may run, who wakes, and what it costs',
    items: [...THREAD_SCENES, ...AGENT_SCENES],
  },
];
