import type { MainPanel } from '../../store/view.ts';

/** Names of the main panels, for headings, links and screen readers. */
export const MAIN_PANEL_NAMES = {
  destination: 'One destination',
  destinations: 'Destinations',
  mail: 'Mail queues, transports and memory',
  compare: 'Two branches side by side',
  wheel: 'The timing wheel',
  threads: 'Agents as threads',
} as const satisfies Record<MainPanel['kind'], string>;
