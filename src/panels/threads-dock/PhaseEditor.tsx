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
import css from './threads-dock.module.css';

/** Steps of a delivery, by server: how long each waits, and what the agent computes then. */
export function PhaseEditor() {
  const [open, setOpen] = useState(false);
  const servers = useSession((session) => session.servers);
  const [chosen, setChosen] = useState('*');
  const names = ['*', ...servers.map(({ name }) => name).filter((name) => name !== '*')];
  const server = names.includes(chosen) ? chosen : '*';
  return (
    <div className={css.phases}>
      <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        Steps of a delivery
      </button>
      {open && (
        <>
          <Select
            text="server"
            line={css.phasesServer}
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
  // Another table (a step back, another server) replaces what is typed.
  return <Form key={JSON.stringify(now.phases ?? null)} server={server} now={now} usual={usual ?? {}} />;
}

interface FormProps {
  server: string;
  now: ServerBehaviour;
  /** What holds where the server's own table says nothing. */
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
  return (
    <form className={css.phaseForm} noValidate onSubmit={(event) => void submit(event)}>
      <table>
        <thead>
          <tr>
            <th scope="col">step</th>
            <th scope="col">waits, ms</th>
            <th scope="col">then CPU, ms</th>
          </tr>
        </thead>
        <tbody>
          {DELIVERY_PHASES.map((phase) => (
            <tr key={phase}>
              <th scope="row">{phase}</th>
              {(['wait', 'cpu'] as const).map((part) => (
                <td key={part}>
                  <Field
                    kind="code"
                    label={`${phase}, ${part === 'wait' ? 'wait' : 'CPU work'} in milliseconds`}
                    invalid={errors.some(({ field }) => field === `${phase}.${part}`)}
                    aria-describedby={`${id}-error`}
                    placeholder={
                      usualDraft[phase][part] || (phase === 'end' && part === 'wait' ? 'latency' : '0')
                    }
                    value={draft[phase][part]}
                    onChange={(text) => setDraft({ ...draft, [phase]: { ...draft[phase], [part]: text } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css.threadsNote}>A figure, or a range such as 20–80. Grey: what holds for all servers.</p>
      <button type="submit" className="btn outlined">
        Set from this instant on
      </button>
      <FieldError id={`${id}-error`} error={first} />
    </form>
  );
}

/** The steps of a delivery as a person edits them: text, `20` or `20–80`; empty = as for all servers. */
type PhaseDraft = Record<DeliveryPhase, { wait: string; cpu: string }>;

/** A table as text. CPU work is written in milliseconds, as waits are. */
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

/** The table of a draft, or what is wrong with its fields (`connect.wait`). */
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
  return { field, value, accepted: `${unit} from 0, or a range such as 20–80 that does not fall` };
}

/** Undefined for an empty field, null for one that cannot be read. */
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
