import { useId, useRef } from 'react';
import type { ServerBehaviour } from '../../protocol/commands.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { Popover } from '../../ui/Popover.tsx';
import { ServerForm } from './ServerForm.tsx';
import { behaviourKey, behaviourOf, SERVER_PRESETS, serverName } from './servers.ts';
import { behaviourName } from '../../explain/servers.ts';
import { Select } from '../../ui/Select.tsx';
import dockCss from '../dock/dock.module.css';

const CUSTOM = 'custom';

interface ServerMenuProps {
  destination: string;
  /** True = the text of a healthy server is only "healthy", without its latency. */
  brief?: boolean;
}

/** Menu of the server behind a destination. Hidden in replays, whose servers come from the record. */
export function ServerMenu({ destination, brief = false }: ServerMenuProps) {
  const isRecorded = useMail((scenario) => scenario?.recorded !== undefined);
  return isRecorded ? (
    <span className="dim">the record</span>
  ) : (
    <Menu destination={destination} brief={brief} />
  );
}

/** The presets, and the present behaviour if it is none of them. */
function choicesFrom(now: ServerBehaviour): readonly ServerBehaviour[] {
  const isPreset = SERVER_PRESETS.some((preset) => behaviourKey(preset) === behaviourKey(now));
  return isPreset ? SERVER_PRESETS : [now, ...SERVER_PRESETS];
}

function nameOf(option: ServerBehaviour, now: ServerBehaviour, brief: boolean): string {
  const name = behaviourName(option);
  return brief && behaviourKey(option) === behaviourKey(now) ? name.replace(/^healthy.*/, 'healthy') : name;
}

/** A choice in the menu applies immediately. All other settings are typed in a popover. */
function Menu({ destination, brief }: Required<ServerMenuProps>) {
  const actions = useActions();
  const servers = useSession((session) => session.servers);
  const popover = useRef<HTMLDivElement>(null);
  const anchor = useRef<HTMLSelectElement>(null);
  /** Stops positioning the form; set while the form is open. */
  const leave = useRef<(() => void) | null>(null);
  const id = useId();
  const called = destination === '*' ? 'others' : destination;
  const now = behaviourOf(servers, destination);
  const options = choicesFrom(now);
  const openForm = async (): Promise<void> => {
    const { keepBeside } = await import('../../ui/placement.ts');
    const [form, menu] = [popover.current, anchor.current];
    if (form === null || menu === null) return;
    form.showPopover();
    leave.current = keepBeside(form, menu, ['bottom-start', 'top-start']);
  };
  const choose = (key: string): void => {
    if (key === CUSTOM) {
      void openForm();
      return;
    }
    const behaviour = options.find((option) => behaviourKey(option) === key);
    if (behaviour === undefined) return;
    // A failing server keeps its latency for successful deliveries.
    const latency = behaviour.fault === undefined ? behaviour.latency : now.latency;
    const steps = now.phases === undefined ? {} : { phases: now.phases };
    void actions.setServer(serverName(destination), { ...behaviour, latency, ...steps });
  };
  return (
    <>
      <Select
        ref={anchor}
        className={dockCss.serverPick}
        label={destination === '*' ? 'server behind every other destination' : `server behind ${destination}`}
        value={behaviourKey(now)}
        options={[
          ...options.map((option) => ({
            value: behaviourKey(option),
            text: nameOf(option, now, brief),
          })),
          { value: CUSTOM, text: 'set it up…' },
        ]}
        onChange={choose}
      />
      <Popover
        id={id}
        ref={popover}
        label={`Server behind ${called}`}
        className="server-popover"
        onClose={() => {
          leave.current?.();
          anchor.current?.focus();
        }}
      >
        {(close) => (
          <>
            <h2>
              Server behind <span className="mono">{called}</span>
            </h2>
            <ServerForm destination={destination} onDone={close} />
          </>
        )}
      </Popover>
    </>
  );
}
