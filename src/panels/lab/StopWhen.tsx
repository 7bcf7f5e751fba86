import type { StopTest } from '../../protocol/debug.ts';
import { useDebug } from '../../store/debug.ts';
import { useDebugActions } from '../../store/debug-actions.ts';
import './lab.css';

interface Stop {
  text: string;
  test: StopTest;
}

/** Where playing stops: breakpoints like those of the debugger, which lists them too. */
export function StopWhen({ stops }: { stops: readonly Stop[] }) {
  const debug = useDebugActions();
  const points = useDebug((state) => state.breakpoints);
  const keyOf = (test: StopTest): string => JSON.stringify(test.event);
  return (
    <fieldset className="lab-block lab-stops">
      <legend>Stop when</legend>
      {stops.map(({ text, test }) => {
        const point = points.find((one) => keyOf(one.test) === keyOf(test));
        return (
          <label key={text}>
            <input
              type="checkbox"
              checked={point?.enabled === true}
              onChange={() => {
                if (point !== undefined) debug.removeBreakpoint(point.id);
                else debug.addBreakpoint(text, test);
              }}
            />
            {text}
          </label>
        );
      })}
    </fieldset>
  );
}
