import { useState, type SubmitEvent } from 'react';
import type { ServerBehaviour } from '../../protocol/commands.ts';
import type { InputError } from '../../protocol/result.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import {
  draftOf,
  FAULT_FIELDS,
  fieldText,
  LATENCY_FIELDS,
  readServerDraft,
  type FieldSpec,
  type ServerDraft,
} from './server-draft.ts';
import { behaviourKey, behaviourOf, serverName } from './servers.ts';
import { FAULT_WORDS, type FaultKind } from '../../explain/servers.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import './kit.css';

const FAULTS = (Object.keys(FAULT_WORDS) as FaultKind[]).map((value) => ({
  value,
  text: FAULT_WORDS[value].text,
}));

interface ServerFormProps {
  destination: string;
  /** Called when the server has been set. */
  onDone?: () => void;
}

/** Form for the server behind a destination: latency and faults, from this instant on. */
export function ServerForm({ destination, onDone }: ServerFormProps) {
  const now = useSession((session) => behaviourOf(session.servers, destination));
  // Discard the typed values when a step back or the menu changes the behaviour.
  const key = `${JSON.stringify(now.latency)} ${behaviourKey(now)}`;
  return <Form key={key} destination={destination} now={now} {...(onDone === undefined ? {} : { onDone })} />;
}

function Form({ destination, now, onDone }: ServerFormProps & { now: ServerBehaviour }) {
  const actions = useActions();
  const at = useSession((session) => session.cursor.at);
  const [draft, setDraft] = useState<ServerDraft>(() => draftOf(now, at));
  const [errors, setErrors] = useState<readonly InputError[]>([]);
  const put = (name: string, text: string): void => {
    setDraft((old) => ({ ...old, fields: { ...old.fields, [name]: text } }));
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const read = readServerDraft(draft);
    // Keep the delivery phases, which this form does not edit.
    const steps = now.phases === undefined ? {} : { phases: now.phases };
    const result = read.ok
      ? await actions.setServer(serverName(destination), { ...read.value, ...steps })
      : read;
    setErrors(result.ok ? [] : result.errors);
    if (result.ok) onDone?.();
  };
  const field = (spec: FieldSpec) => {
    const error = errors.find((e) => e.field === spec.name || e.field.endsWith(`.${spec.name}`));
    return (
      <Field
        key={spec.name}
        text={spec.label}
        unit={spec.unit}
        kind="figure"
        value={fieldText(draft, spec)}
        error={error}
        onChange={(text) => put(spec.name, text)}
      />
    );
  };
  return (
    <form
      className="stack gap-6"
      aria-label={`server behind ${destination === '*' ? 'every other destination' : destination}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Select
        text="it"
        line="row between text-2 sub"
        value={draft.fault}
        options={FAULTS}
        onChange={(fault) => setDraft({ ...draft, fault })}
      />
      <p className="side-note">{FAULT_WORDS[draft.fault].effect}</p>
      {FAULT_FIELDS[draft.fault].map(field)}
      <Choices draft={draft} put={put} />
      {LATENCY_FIELDS.map(field)}
      <div>
        <button type="submit" className="btn outlined">
          Set from here on
        </button>
      </div>
    </form>
  );
}

/** Select fields for the options of a fault that are not numbers. */
function Choices({ draft, put }: { draft: ServerDraft; put: (name: string, text: string) => void }) {
  return (
    <>
      {draft.fault === 'one-of' && (
        <Select
          text="met"
          line="row between text-2 sub"
          value={draft.fields['pick'] ?? 'turn'}
          options={[
            { value: 'turn', text: 'in turn' },
            { value: 'chance', text: 'by chance' },
          ]}
          onChange={(value) => put('pick', value)}
        />
      )}
      {draft.fault === 'backlog' && (
        <Select
          text="the rest"
          line="row between text-2 sub"
          value={draft.fields['overflow'] ?? ''}
          options={[
            { value: '', text: 'gets no answer' },
            { value: 'hang', text: 'connected, no greeting' },
          ]}
          onChange={(value) => put('overflow', value)}
        />
      )}
    </>
  );
}
