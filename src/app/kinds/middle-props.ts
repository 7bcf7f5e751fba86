import type { Viewport } from '../viewport.ts';

export interface MiddleProps {
  viewport: Viewport;
  touched: boolean;
  worldOpen: boolean;
  onWorldOpen: (open: boolean) => void;
}
