import { useState } from 'react';
import type { Variation } from '../../protocol/branches.ts';
import type { InputError } from '../../protocol/result.ts';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { selectTransport } from '../../store/selectors.ts';
import type { TransportRow } from '../../protocol/rows.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { useParamChanges } from '../world/useParamChanges.ts';
import { atDefault, type ParamLine, paramLines } from '../world/params.ts';

export interface Presets {
  presets: Preset[];
  defaults: Preset[];
  from: Variation['from'];
  setFrom: (from: Variation['from']) => void;
  choose: (preset: Preset) => Promise<void>;
  refusal: InputError | undefined;
}

/** Preset comparisons. Choosing one creates its branches and shows them side by side. */
export function usePresets(): Presets {
  const actions = useActions();
  const row = useApp(selectTransport);
  const transport = useView((view) => view.transport);
  const scenario = useMail((open) => open);
  const current = useSession((session) => session.branch);
  const changes = useParamChanges(true);
  const [from, setFrom] = useState<Variation['from']>('start');
  const [refusal, setRefusal] = useState<InputError | undefined>();
  const source = { transport, row, scenario, changes, from };
  const sideOf = async (variation: Variation | null): Promise<number> => {
    if (variation === null) return current;
    const made = await actions.vary(variation);
    if (made.ok) return made.value;
    setRefusal(made.errors[0]);
    return 0;
  };
  return {
    presets: presetsOf(source),
    defaults: defaultPresets(source),
    from,
    setFrom,
    refusal,
    async choose({ a, b }) {
      setRefusal(undefined);
      const left = await sideOf(a);
      const right = await sideOf(b);
      if (left !== 0 && right !== 0) actions.look({ mainPanel: { kind: 'compare', a: left, b: right } });
    },
  };
}

/** A preset comparison. Each side is the current branch (null) or a variation. */
interface Preset {
  id: string;
  text: string;
  about: string;
  a: Variation | null;
  b: Variation | null;
}

interface PresetSource {
  transport: string;
  row: TransportRow | undefined;
  scenario: MailScenario | null;
  changes: ReadonlyMap<string, string>;
  from: Variation['from'];
}

/** Preset comparisons that fit this run. A side that equals the run uses the run itself instead of a new branch. */
function presetsOf(source: PresetSource): Preset[] {
  const { transport, row, scenario, changes, from } = source;
  const cost = Number(row?.params['delivery_slot_cost'] ?? 5);
  const costVariation = (value: number): Variation => ({
    name: `slot cost ${value}`,
    commands: [{ kind: 'param.set', name: `${transport}_delivery_slot_cost`, value }],
    from,
  });
  const presets: Preset[] = [
    {
      id: 'cost',
      text: 'Slot cost 2 and 5',
      about: 'How cheaply a small message overtakes a big one',
      a: cost === 2 ? null : costVariation(2),
      b: cost === 5 ? null : costVariation(5),
    },
  ];
  if (cost >= 2) {
    presets.push({
      id: 'preemption',
      text: 'Preemption on and off',
      about: 'The same mail in order of arrival',
      a: null,
      b: { ...costVariation(0), name: 'preemption off' },
    });
  }
  const rule = changes.get('feedback') ?? scenario?.feedback ?? 'shipped';
  const other = rule === 'shipped' ? 'documented' : 'shipped';
  const feedback: Variation = {
    name: `feedback ${other}`,
    commands: [{ kind: 'feedback.set', rule: other }],
    from,
  };
  presets.push({
    id: 'feedback',
    text: 'Feedback shipped and documented',
    about: 'Postfix’s code and the pseudocode of its documentation',
    a: rule === 'shipped' ? null : feedback,
    b: rule === 'shipped' ? feedback : null,
  });
  const threads = scenario?.threads;
  const limit = threads === undefined ? null : (threads.limits[transport] ?? threads.limit);
  // Without a concurrency group there is no limit to compare.
  if (limit !== null) presets.push(threadPreset(source, limit));
  return presets;
}

/** A concurrency limit that no number of agents reaches, so it acts as no limit. */
const NO_LIMIT = 10_000;

/** Compares the transport's concurrency group under its concurrency value and without a limit. */
function threadPreset({ transport, from }: PresetSource, limit: number): Preset {
  const open = limit >= NO_LIMIT;
  const variation = (name: string, value: number): Variation => ({
    name,
    commands: [{ kind: 'threads.limit', transport, limit: value }],
    from,
  });
  return {
    id: 'threads',
    text: 'With and without thread limit',
    about: 'With the limit of the group, and without it',
    a: open ? variation('thread limit', 0) : null,
    b: open ? null : variation('no thread limit', NO_LIMIT),
  };
}

/** For each changed parameter, a comparison of the run with its default value. */
function defaultPresets(source: PresetSource): Preset[] {
  const lines = paramLines(source).filter((line) => line.changed);
  return lines.map((line) => defaultPreset(line, source));
}

function defaultPreset(line: ParamLine, { transport, from }: PresetSource): Preset {
  return {
    id: `default-${line.name}`,
    text: `${line.shown} ${line.value} and ${line.fallback}`,
    about: line.ofRecord ? 'Current value and the one of the record' : 'Current value and default',
    a: null,
    b: atDefault(line, transport, from),
  };
}
