import { useRef, useState, type SubmitEvent } from 'react';
import type { InputError } from '../../protocol/result.ts';
import { LIMITS } from '../../scenario/limits.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { FieldError } from './FieldError.tsx';
import { behaviourKey, behaviourOf, behaviourText, SERVER_PRESETS, serverName } from './servers.ts';

const CUSTOM = 'custom';

/** The server behind a destination, as a menu that acts at once; other times are typed in a popover. */
export function ServerMenu({ destination }: { destination: string }) {
  const actions = useActions();
  const servers = useSession((session) => session.servers);
  const popover = useRef<HTMLFormElement>(null);
  const anchor = useRef<HTMLSelectElement>(null);
  const now = behaviourOf(servers, destination);
  const options = SERVER_PRESETS.some((preset) => behaviourKey(preset) === behaviourKey(now))
    ? SERVER_PRESETS
    : [now, ...SERVER_PRESETS];
  const choose = (key: string): void => {
    if (key === CUSTOM) {
      place(popover.current, anchor.current);
      popover.current?.showPopover();
      return;
    }
    const behaviour = options.find((option) => behaviourKey(option) === key);
    if (behaviour === undefined) return;
    // A server that fails keeps its time for the deliveries that go well.
    const latency = behaviour.fault === undefined ? behaviour.latency : now.latency;
    void actions.setServer(serverName(destination), { ...behaviour, latency });
  };
  return (
    <>
      <select
        ref={anchor}
        className="pick server-pick"
        aria-label={
          destination === '*' ? 'server behind every other destination' : `server behind ${destination}`
        }
        value={behaviourKey(now)}
        onChange={(event) => choose(event.target.value)}
      >
        {options.map((option) => (
          <option key={behaviourKey(option)} value={behaviourKey(option)}>
            {behaviourText(option)}
          </option>
        ))}
        <option value={CUSTOM}>other times…</option>
      </select>
      <TimesPopover ref={popover} destination={destination} latency={now.latency} />
    </>
  );
}

/** Beside the menu, inside the window. */
function place(popover: HTMLElement | null, anchor: HTMLElement | null): void {
  if (popover === null || anchor === null) return;
  const box = anchor.getBoundingClientRect();
  const width = 15 * 16;
  popover.style.left = `${Math.max(10, Math.min(box.left, innerWidth - width - 10))}px`;
  popover.style.top = box.bottom + 180 > innerHeight ? 'auto' : `${box.bottom + 4}px`;
  popover.style.bottom = box.bottom + 180 > innerHeight ? `${innerHeight - box.top + 4}px` : 'auto';
}

interface TimesProps {
  ref: React.RefObject<HTMLFormElement | null>;
  destination: string;
  latency: number | [number, number];
}

/** Time of one delivery from … to … milliseconds; equal = fixed. */
function TimesPopover({ ref, destination, latency }: TimesProps) {
  const actions = useActions();
  const [low, high] = typeof latency === 'number' ? [latency, latency] : latency;
  const [error, setError] = useState<InputError | undefined>();
  const id = `times-${destination === '*' ? 'others' : destination}`;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const from = readMs('from', data.get('from'));
    const to = readMs('to', data.get('to'));
    const wrong = 'error' in from ? from.error : 'error' in to ? to.error : orderError(from.ms, to.ms);
    if (wrong !== undefined || 'error' in from || 'error' in to) {
      setError(wrong);
      return;
    }
    const behaviour = { latency: from.ms === to.ms ? from.ms : ([from.ms, to.ms] as [number, number]) };
    const result = await actions.setServer(serverName(destination), behaviour);
    setError(result.ok ? undefined : result.errors[0]);
    if (result.ok) ref.current?.hidePopover();
  };
  return (
    <form
      ref={ref}
      popover="auto"
      className="popover times"
      aria-label={`time of one delivery to ${destination}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <h2>
        One delivery to <span className="mono">{destination === '*' ? 'others' : destination}</span>
      </h2>
      <div className="row">
        <input
          className="field mono"
          name="from"
          inputMode="numeric"
          defaultValue={low}
          key={`low-${low}`}
          aria-label="from, milliseconds"
          aria-describedby={id}
        />
        <span>to</span>
        <input
          className="field mono"
          name="to"
          inputMode="numeric"
          defaultValue={high}
          key={`high-${high}`}
          aria-label="to, milliseconds"
          aria-describedby={id}
        />
        <span>ms</span>
      </div>
      <FieldError id={id} error={error} />
      <button type="submit" className="btn primary">
        Set
      </button>
    </form>
  );
}

function readMs(field: string, value: FormDataEntryValue | null): { ms: number } | { error: InputError } {
  const text = typeof value === 'string' ? value.trim() : '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isInteger(ms) && ms <= LIMITS.latencyMs) return { ms };
  const accepted = `whole milliseconds from 0 to ${LIMITS.latencyMs.toLocaleString('en-US')}`;
  return { error: { field, value: text.slice(0, 40), accepted } };
}

function orderError(from: number, to: number): InputError | undefined {
  if (from <= to) return undefined;
  return { field: 'to', value: String(to), accepted: `at least the first number, ${from}` };
}
