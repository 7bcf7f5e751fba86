import type { Viewport } from '../viewport.ts';

/** What a kind of run puts between the bars. */
export interface MiddleProps {
  viewport: Viewport;
  touched: boolean;
  worldOpen: boolean;
  onWorldOpen: (open: boolean) => void;
}
