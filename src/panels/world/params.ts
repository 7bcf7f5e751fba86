import type { Variation } from '../../protocol/branches.ts';
import type { TransportRow } from '../../protocol/rows.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { DEFAULT_AGENTS } from '../../scenario/defaults.ts';
import { type ParamInfo, paramName, PARAMS } from '../../protocol/params.ts';
import { withUnit } from '../../scenario/params.ts';

/** The ones that decide who gets a delivery slot; the others wait behind "All". */
const MAIN: readonly string[] = [
  'delivery_slot_cost',
  'delivery_slot_loan',
  'delivery_slot_discount',
  'minimum_delivery_slots',
  'initial_destination_concurrency',
  'destination_concurrency_limit',
  'destination_recipient_limit',
];

/** One line of the parameter list. */
export interface ParamLine {
  /** Key and full main.cf name of what a change sets; `agents` for the process limit. */
  name: string;
  /** What is shown: the name without the transport's. */
  shown: string;
  value: string;
  /** What the value is held against: Postfix's default, or what the record had in a run that comes from one. */
  fallback: string;
  ofRecord: boolean;
  changed: boolean;
  main: boolean;
  /** ±1 makes sense. */
  whole: boolean;
}

/** What the values are read from. */
export interface ParamSource {
  /** Row of the transport, absent until its first mail. */
  row: TransportRow | undefined;
  transport: string;
  scenario: MailScenario | null;
  /** Latest values of parameters that are in no row, by main.cf name. */
  changes: ReadonlyMap<string, string>;
}

/** Values in force, beside Postfix's defaults or those of the record; the process limit as a last line. */
export function paramLines(source: ParamSource): ParamLine[] {
  const { row, scenario, transport } = source;
  const lines = PARAMS.map((info) => paramLine(info, source));
  const own = scenario?.agents[transport] ?? DEFAULT_AGENTS;
  const ofRecord = isOfRecord(scenario);
  const agents = String(row?.agentLimit ?? own);
  const fallback = String(ofRecord ? own : DEFAULT_AGENTS);
  lines.push({
    name: 'agents',
    shown: 'agents (maxproc)',
    value: agents,
    fallback,
    ofRecord,
    changed: agents !== fallback,
    main: true,
    whole: true,
  });
  return lines;
}

function paramLine(info: ParamInfo, { row, transport, scenario, changes }: ParamSource): ParamLine {
  const name = info.perTransport ? paramName(info, transport) : info.name;
  const live = info.perTransport ? row?.params[info.name] : undefined;
  const own = fromScenario(info, transport, scenario) ?? info.fallback;
  const ofRecord = isOfRecord(scenario);
  const value = withUnit(info, live ?? changes.get(name) ?? changes.get(paramName(info)) ?? own);
  const fallback = withUnit(info, ofRecord ? own : info.fallback);
  return {
    name,
    shown: info.name,
    value,
    fallback,
    ofRecord,
    changed: value !== fallback,
    main: MAIN.includes(info.name),
    whole: info.kind === 'whole',
  };
}

/** A run that follows a record, or is a model of one: its scenario has the settings that the record had. */
function isOfRecord(scenario: MailScenario | null): boolean {
  return scenario?.recorded !== undefined || scenario?.modelled !== undefined;
}

/** What the scenario sets, for a transport that has no row yet and for parameters that are not a transport's. */
function fromScenario(
  info: ParamInfo,
  transport: string,
  scenario: MailScenario | null,
): string | number | undefined {
  if (scenario === null) return undefined;
  return scenario.params[paramName(info, transport)] ?? scenario.params[paramName(info)];
}

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
