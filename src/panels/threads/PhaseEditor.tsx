import { type SubmitEvent, useId, useState } from 'react';
import type { ServerBehaviour } from '../../protocol/commands.ts';
import type { InputError, Result } from '../../protocol/result.ts';
import {
  DELIVERY_PHASES,
  type DeliveryPhase,
  type PhaseTable,
  type Span,
} from '../../protocol/threads-setup.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { behaviourOf, serverName } from '../kit/servers.ts';
import { Table } from '../../ui/Table.tsx';

/** Edits the steps of a delivery by server: the wait of each step, and the CPU work after that wait. */
export function PhaseEditor() {
  const [open, setOpen] = useState(false);
  const servers = useSession((session) => session.servers);
  const [chosen, setChosen] = useState('*');
  const names = ['*', ...servers.map(({ name }) => name).filter((name) => name !== '*')];
  const server = names.includes(chosen) ? chosen : '*';
  return (
    <div className="stack gap-6">
      <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        Steps of a delivery
      </button>
      {open && (
        <>
          <Select
            text="server"
            line="row text-1 sub"
            value={server}
            options={names.map((name) => ({ value: name, text: name === '*' ? 'every other' : name }))}
            onChange={setChosen}
          />
          <ServerPhases key={server} server={server} />
        </>
      )}
    </div>
  );
}

function ServerPhases({ server }: { server: string }) {
  const now = useSession((session) => behaviourOf(session.servers, server));
  const usual = useMail((scenario) => scenario?.threads?.phases);
  // If something else changes the table, for example choosing another server, the table replaces what was typed.
  return <Form key={JSON.stringify(now.phases ?? null)} server={server} now={now} usual={usual ?? {}} />;
}

interface FormProps {
  server: string;
  now: ServerBehaviour;
  /** Values that apply where the server's own table has none. */
  usual: PhaseTable;
}

function Form({ server, now, usual }: FormProps) {
  const actions = useActions();
  const id = useId();
  const [draft, setDraft] = useState(() => phaseDraft(now.phases ?? {}));
  const [errors, setErrors] = useState<readonly InputError[]>([]);
  const usualDraft = phaseDraft(usual);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const read = readPhases(draft);
    if (!read.ok) return setErrors(read.errors);
    const { phases: _, ...rest } = now;
    const phases = Object.keys(read.value).length === 0 ? {} : { phases: read.value };
    const result = await actions.setServer(serverName(server), { ...rest, ...phases });
    setErrors(result.ok ? [] : result.errors);
  };
  const [first] = errors;
  const column = (part: 'wait' | 'cpu') => ({
    name: part === 'wait' ? 'waits, ms' : 'then CPU, ms',
    cell: (phase: DeliveryPhase) => (
      <Field
        kind="code"
        label={`${phase}, ${part === 'wait' ? 'wait' : 'CPU work'} in milliseconds`}
        invalid={errors.some(({ field }) => field === `${phase}.${part}`)}
        aria-describedby={`${id}-error`}
        placeholder={usualDraft[phase][part] || (phase === 'end' && part === 'wait' ? 'latency' : '0')}
        value={draft[phase][part]}
        onChange={(text) => setDraft({ ...draft, [phase]: { ...draft[phase], [part]: text } })}
      />
    ),
  });
  return (
    <form className="stack gap-6" noValidate onSubmit={(event) => void submit(event)}>
      <Table
        label="Steps of a delivery"
        className="text-1"
        columns={[{ name: 'step', cell: (phase: DeliveryPhase) => phase }, column('wait'), column('cpu')]}
        rows={DELIVERY_PHASES}
        rowKey={(phase) => phase}
      />
      <p className="text-1 dim">Type a figure, or a range such as 20–80. Grey: the default of all servers.</p>
      <button type="submit" className="btn outlined">
        Set from now on
      </button>
      <FieldError id={`${id}-error`} error={first} />
    </form>
  );
}

/** The steps of a delivery as typed: `20` or `20–80`; empty = the default of all servers. */
type PhaseDraft = Record<DeliveryPhase, { wait: string; cpu: string }>;

/** A table of steps as text. CPU work is in milliseconds, like waits. */
export function phaseDraft(table: PhaseTable): PhaseDraft {
  const draft = {} as PhaseDraft;
  for (const phase of DELIVERY_PHASES) {
    const { waitMs, cpuUs } = table[phase] ?? {};
    draft[phase] = { wait: spanText(waitMs, 1), cpu: spanText(cpuUs, 1_000) };
  }
  return draft;
}

function spanText(span: Span | undefined, unit: number): string {
  if (span === undefined) return '';
  return typeof span === 'number' ? String(span / unit) : `${span[0] / unit}–${span[1] / unit}`;
}

/** Reads the typed table, or returns the errors of its fields, such as `connect.wait`. */
export function readPhases(draft: PhaseDraft): Result<PhaseTable> {
  const errors: InputError[] = [];
  const table: PhaseTable = {};
  for (const phase of DELIVERY_PHASES) {
    const waitMs = readSpan(draft[phase].wait, 1);
    const cpuUs = readSpan(draft[phase].cpu, 1_000);
    if (waitMs === null) errors.push(refused(`${phase}.wait`, draft[phase].wait, 'whole milliseconds'));
    if (cpuUs === null)
      errors.push(refused(`${phase}.cpu`, draft[phase].cpu, 'milliseconds with up to three decimals'));
    const times = {
      ...(waitMs === null || waitMs === undefined ? {} : { waitMs }),
      ...(cpuUs === null || cpuUs === undefined ? {} : { cpuUs }),
    };
    if (Object.keys(times).length > 0) table[phase] = times;
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: table };
}

function refused(field: string, value: string, unit: string): InputError {
  return { field, value, accepted: `${unit} from 0, or a range from low to high, such as 20–80` };
}

/** Reads a field. Undefined if it is empty, null if its text is no span. */
function readSpan(text: string, unit: number): Span | undefined | null {
  if (text.trim() === '') return undefined;
  const parts = text.split(/–|-|to/).map((part) => part.trim());
  const figures = parts.map((part) =>
    /^\d+(\.\d{1,3})?$/.test(part) ? Math.round(Number(part) * unit * 1000) / 1000 : -1,
  );
  const [low = -1, high = low] = figures;
  if (parts.length > 2 || !Number.isInteger(low) || !Number.isInteger(high) || low < 0 || high < low)
    return null;
  return parts.length === 1 ? low : [low, high];
}
