import type { Variation } from '../../protocol/branches.ts';
import type { TransportRow } from '../../protocol/rows.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { DEFAULT_AGENTS } from '../../scenario/defaults.ts';
import { type ParamInfo, paramName, PARAMS } from '../../protocol/params.ts';
import { withUnit } from '../../scenario/params.ts';

/** Parameters that decide who gets a delivery slot; the others are shown by "All". */
const MAIN: readonly string[] = [
  'delivery_slot_cost',
  'delivery_slot_loan',
  'delivery_slot_discount',
  'minimum_delivery_slots',
  'initial_destination_concurrency',
  'destination_concurrency_limit',
  'destination_recipient_limit',
];

export interface ParamLine {
  /** Key of the row and full main.cf name of the parameter; `agents` for the process limit. */
  name: string;
  /** Displayed name, without the name of the transport. */
  shown: string;
  value: string;
  /** Reference value: Postfix's default, or the record's value. */
  fallback: string;
  ofRecord: boolean;
  changed: boolean;
  main: boolean;
  /** The value can be changed by ±1. */
  whole: boolean;
}

export interface ParamSource {
  /** Row of the transport, absent until its first mail. */
  row: TransportRow | undefined;
  transport: string;
  scenario: MailScenario | null;
  /** Latest values of parameters that no row contains, by main.cf name. */
  changes: ReadonlyMap<string, string>;
}

/** Values in force with their reference values; the process limit is the last line. */
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

/** True for a replay or a model of a record: the scenario then has the record's settings. */
function isOfRecord(scenario: MailScenario | null): boolean {
  return scenario?.recorded !== undefined || scenario?.modelled !== undefined;
}

/** Scenario values, for a transport without a row and for parameters of no transport. */
function fromScenario(
  info: ParamInfo,
  transport: string,
  scenario: MailScenario | null,
): string | number | undefined {
  if (scenario === null) return undefined;
  return scenario.params[paramName(info, transport)] ?? scenario.params[paramName(info)];
}

/** A branch that differs only in one parameter, which has its default or the record's value. */
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
