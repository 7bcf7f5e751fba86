import { useState } from 'react';
import type { Variation } from '../../protocol/branches.ts';
import type { InputError } from '../../protocol/result.ts';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { selectTransport } from '../../store/selectors.ts';
import { useParamChanges } from '../world/useParamChanges.ts';
import { defaultPresets, type Preset, presetsOf } from './presets.ts';

export interface Presets {
  presets: Preset[];
  defaults: Preset[];
  from: Variation['from'];
  setFrom: (from: Variation['from']) => void;
  choose: (preset: Preset) => Promise<void>;
  refusal: InputError | undefined;
}

/** The comparisons on offer, and what happens when one is chosen: its branches are made, and shown side by side. */
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
      if (left !== 0 && right !== 0) actions.setHero({ kind: 'compare', a: left, b: right });
    },
  };
}
