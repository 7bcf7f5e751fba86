import type { ReactNode } from 'react';
import { useSession } from '../../store/hooks.ts';
import { useTimers } from '../../store/of-kind.ts';
import type { StopTest } from '../../protocol/debug.ts';
import { useDebug } from '../../store/debug.ts';
import { useDebugActions } from '../../store/debug-actions.ts';
import css from './lab.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';

/** Controls of a laboratory: the choice of the laboratory, the run's description, and the controls in `children`. */
export function LabControls({ children }: { children: ReactNode }) {
  const about = useSession((session) => session.scenario?.about ?? '');
  return (
    <aside className={`${css.labControls} side gap-16`} aria-label="Controls of the laboratory">
      <LabKind />
      {about !== '' && <p className="side-note">{about}</p>}
      {children}
    </aside>
  );
}

/** Addresses of the two laboratories. Each laboratory is a scene, so each has an address. */
const ADDRESSES = { designs: '#lab', wheel: '#scene=wheel-lab' } as const;

function LabKind() {
  const kind = useTimers((scenario) => scenario?.lab.kind ?? 'designs');
  return (
    <Segmented
      className="fill"
      label="Laboratory"
      value={kind}
      options={[
        { value: 'designs', text: 'Three designs' },
        { value: 'wheel', text: 'One wheel' },
      ]}
      onChange={(value) => {
        if (value !== kind) location.hash = ADDRESSES[value];
      }}
    />
  );
}

interface LabTabsProps<T extends string> {
  tabs: readonly { tab: T; text: string; icon: IconName }[];
  chosen: T;
  onChoose: (tab: T) => void;
}

/** The parts of the laboratory on a phone, one at a time. */
export function LabTabs<T extends string>({ tabs, chosen, onChoose }: LabTabsProps<T>) {
  return (
    <nav className="tabs-area" aria-label="Parts of the laboratory">
      <div className={`tabbar ${css.labTabs}`}>
        {tabs.map(({ tab, text, icon }) => (
          <button
            key={tab}
            type="button"
            aria-current={tab === chosen ? 'page' : undefined}
            onClick={() => onChoose(tab)}
          >
            <Icon name={icon} />
            {text}
          </button>
        ))}
      </div>
    </nav>
  );
}

interface Stop {
  text: string;
  test: StopTest;
}

/** Chooses events at which playing stops. They are breakpoints, so the debugger lists them too. */
export function StopWhen({ stops }: { stops: readonly Stop[] }) {
  const debug = useDebugActions();
  const points = useDebug((state) => state.breakpoints);
  const keyOf = (test: StopTest): string => JSON.stringify(test.event);
  return (
    <section className={`stack gap-4 ${css.labStops}`} role="group" aria-labelledby="lab-stops">
      <h2 id="lab-stops">Stop when</h2>
      {stops.map(({ text, test }) => {
        const point = points.find((one) => keyOf(one.test) === keyOf(test));
        return (
          <Checkbox
            key={text}
            className="text-2"
            checked={point?.enabled === true}
            onChange={() => {
              if (point !== undefined) debug.removeBreakpoint(point.id);
              else debug.addBreakpoint(text, test);
            }}
          >
            {text}
          </Checkbox>
        );
      })}
    </section>
  );
}
