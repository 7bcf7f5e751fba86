import type { MainPanel } from '../../store/view.ts';

/** What takes the place of the stage, by its name: its heading, a link to it, and what is said for the ear. */
export const MAIN_PANEL_NAMES = {
  destination: 'One destination',
  destinations: 'Destinations',
  mail: 'Mail queues, transports and memory',
  compare: 'Two branches side by side',
  wheel: 'The timing wheel',
  threads: 'Agents as threads',
} as const satisfies Record<MainPanel['kind'], string>;
