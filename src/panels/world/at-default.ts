import type { Variation } from '../../protocol/branches.ts';
import type { ParamLine } from './params.ts';

/** A branch with one parameter at its default, or as the record had it, and nothing else different. */
export function atDefault(line: ParamLine, transport: string, from: Variation['from']): Variation {
  const agents = line.name === 'agents';
  const shown = agents ? `${transport} ${line.fallback} agents` : `${line.shown} ${line.fallback}`;
  return {
    name: `${shown}, ${line.ofRecord ? 'as in the record' : 'the default'}`.slice(0, 60),
    commands: agents
      ? [{ kind: 'agents.set', transport, limit: Number(line.fallback) }]
      : [{ kind: 'param.set', name: line.name, value: line.fallback }],
    from,
  };
}
