import type { EventKind } from '../../protocol/events.ts';
import { useDebug } from '../../store/debug.ts';
import { useDebugActions } from '../../store/debug-actions.ts';

interface Stop {
  text: string;
  kind: EventKind;
}

export const WHEEL_STOPS: readonly Stop[] = [
  { text: 'a level is made', kind: 'wheel.overflowed' },
  { text: 'a timer falls', kind: 'timer.cascaded' },
  { text: 'a timer runs', kind: 'timer.expired' },
];
export const DESIGN_STOPS: readonly Stop[] = [
  { text: 'a purge scans the lists', kind: 'lab.purged' },
  { text: 'garbage is collected', kind: 'lab.collected' },
];

/** Where playing stops: breakpoints like those of the debugger, which lists them too. */
export function StopWhen({ stops }: { stops: readonly Stop[] }) {
  const debug = useDebugActions();
  const points = useDebug((state) => state.breakpoints);
  return (
    <fieldset className="lab-block lab-stops">
      <legend>Stop when</legend>
      {stops.map(({ text, kind }) => {
        const point = points.find(({ test }) => test.event?.kinds.join() === kind);
        return (
          <label key={kind}>
            <input
              type="checkbox"
              checked={point?.enabled === true}
              onChange={() => {
                if (point !== undefined) debug.removeBreakpoint(point.id);
                else debug.addBreakpoint(text, { event: { kinds: [kind], message: 0, destination: '' } });
              }}
            />
            {text}
          </label>
        );
      })}
    </fieldset>
  );
}
