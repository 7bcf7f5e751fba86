import type { LessonStop } from '../../lessons/lesson.ts';
import type { Hero } from '../../../store/view.ts';

/** The panel that a stop wants in the place of the stage; null = the stage. */
export function stopHero({ view, destination }: Pick<LessonStop, 'view' | 'destination'>): Hero | null {
  switch (view) {
    case 'destination':
    case 'aimd':
      return { kind: 'destination', transport: 'smtp', name: destination };
    case 'memory':
      return { kind: 'mail' };
    case 'heap':
      return { kind: 'wheel' };
    case 'destinations':
    case 'wheel':
      return { kind: view };
    default:
      return null;
  }
}
