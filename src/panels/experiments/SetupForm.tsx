import type { InputError } from '../../protocol/result.ts';
import { useId } from 'react';
import { GALLERY } from '../../scenes/gallery.ts';
import { mixedStream } from '../../scenes/mixed-stream.ts';
import type { MailScenario, Scenario } from '../../protocol/scenario.ts';
import { mailRun } from '../../scenario/kinds/narrow.ts';
import { AXES, type Axis, axisNamed, type PlannedSweep, SEEDS_MAX } from './axes.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import css from './experiments.module.css';

/** The sweep as set in the form. */
export interface Draft {
  scene: string;
  x: Axis;
  y: Axis | null;
  seeds: string;
}

interface SetupFormProps {
  draft: Draft;
  scenes: readonly SceneChoice[];
  planned: PlannedSweep | null;
  onChange: (draft: Draft) => void;
}

export function SetupForm({ draft, scenes, planned, onChange }: SetupFormProps) {
  const scene = useId();
  const refusal = (field: 'x' | 'y' | 'seeds') =>
    planned?.ok === false && planned.axis === field ? planned.error : undefined;
  return (
    <div className={css.fields}>
      <div className="field-stack">
        <label htmlFor={scene}>Scenario</label>
        <Select
          id={scene}
          value={draft.scene}
          options={scenes.map(({ id, text }) => ({ value: id, text }))}
          onChange={(id) => onChange({ ...draft, scene: id })}
        />
      </div>
      <AxisField
        label="Vary"
        axis={draft.x}
        error={refusal('x')}
        onChange={(x) => x !== null && onChange({ ...draft, x })}
      />
      <AxisField
        label="and"
        axis={draft.y}
        error={refusal('y')}
        optional
        onChange={(y) => onChange({ ...draft, y })}
      />
      <Field
        text="Seeds"
        line="field-stack"
        hint={`runs per point, 1 to ${SEEDS_MAX}`}
        kind="figure"
        value={draft.seeds}
        error={refusal('seeds')}
        onChange={(seeds) => onChange({ ...draft, seeds })}
      />
    </div>
  );
}

interface AxisFieldProps {
  label: string;
  axis: Axis | null;
  error: InputError | undefined;
  optional?: boolean;
  onChange: (axis: Axis | null) => void;
}

function AxisField({ label, axis, error, optional = false, onChange }: AxisFieldProps) {
  const id = useId();
  return (
    <div className="field-stack">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        className="mono"
        value={axis?.kind ?? ''}
        options={[
          ...(optional ? [{ value: '', text: 'nothing else' }] : []),
          ...AXES.map((kind) => ({ value: kind.id, text: kind.text })),
        ]}
        onChange={(chosen) => {
          const kind = axisNamed(chosen);
          onChange(kind === undefined ? null : { kind: kind.id, values: kind.suggested });
        }}
      />
      {axis !== null && (
        <Field
          kind="code"
          label={`Values of ${axisNamed(axis.kind)?.text ?? axis.kind}`}
          value={axis.values}
          error={error}
          onChange={(values) => onChange({ ...axis, values })}
        />
      )}
    </div>
  );
}

interface SceneChoice {
  id: string;
  text: string;
  scenario: MailScenario;
}

/** Scenarios to choose from: this page's stream, the open run without live commands, and the gallery's mail runs. */
export function sceneChoices(open: Scenario | null): SceneChoice[] {
  const choices: SceneChoice[] = [{ id: 'mixed', text: mixedStream.title, scenario: mixedStream }];
  const own = sweepable(open);
  if (own !== null) choices.push({ id: 'open', text: `The open run: ${own.title}`, scenario: own });
  for (const { id, title, scenario: made } of GALLERY) {
    const scenario = sweepable(made);
    if (scenario !== null) choices.push({ id, text: title, scenario });
  }
  return choices;
}

/** The scenario if its script injects mail, else null: a sweep measures messages. */
function sweepable(scenario: Scenario | null): MailScenario | null {
  const mail = mailRun(scenario);
  return mail?.script.some(({ command }) => command.kind === 'message.inject') === true ? mail : null;
}
