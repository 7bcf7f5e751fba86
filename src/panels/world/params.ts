import type { TransportRow } from '../../protocol/rows.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { DEFAULT_AGENTS } from '../../scenario/defaults.ts';
import { PARAMS, paramName, type ParamInfo, withUnit } from '../../scenario/params.ts';

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
  fallback: string;
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

/** Values in force, beside Postfix's defaults; the process limit as a last line. */
export function paramLines(source: ParamSource): ParamLine[] {
  const { row, scenario, transport } = source;
  const lines = PARAMS.map((info) => paramLine(info, source));
  const agents = String(row?.agentLimit ?? scenario?.agents[transport] ?? DEFAULT_AGENTS);
  lines.push({
    name: 'agents',
    shown: 'agents (maxproc)',
    value: agents,
    fallback: String(DEFAULT_AGENTS),
    changed: agents !== String(DEFAULT_AGENTS),
    main: true,
    whole: true,
  });
  return lines;
}

function paramLine(info: ParamInfo, { row, transport, scenario, changes }: ParamSource): ParamLine {
  const name = info.perTransport ? paramName(info, transport) : info.name;
  const live = info.perTransport ? row?.params[info.name] : undefined;
  const set =
    live ?? changes.get(name) ?? changes.get(paramName(info)) ?? fromScenario(info, transport, scenario);
  const value = withUnit(info, set ?? info.fallback);
  const fallback = withUnit(info, info.fallback);
  return {
    name,
    shown: info.name,
    value,
    fallback,
    changed: value !== fallback,
    main: MAIN.includes(info.name),
    whole: info.kind === 'whole',
  };
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
