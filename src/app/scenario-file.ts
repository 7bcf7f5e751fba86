import type { SavedRun } from '../protocol/session-api.ts';
import { cmgroupScenario, isCmgroupFile } from '../scenario/cmgroup-file.ts';
import { encodeLink } from '../scenario/link.ts';
import { describeError } from '../scenario/schema-errors.ts';
import { checkLive, checkTree, parseScenario } from '../scenario/schema.ts';

/** A scenario file (or a saved run) as a link, or the first thing that is wrong with it. */
export async function fileToLink(
  text: string,
): Promise<{ ok: true; hash: string } | { ok: false; detail: string }> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, detail: 'This file is not JSON.' };
  }
  const file = isCmgroupFile(json) ? cmgroupScenario(json) : json;
  const run = isObject(file) && 'scenario' in file ? file : { scenario: file };
  const scenario = parseScenario(run['scenario']);
  if (!scenario.ok) return { ok: false, detail: first(scenario.errors) };
  const live = checkLive(run['live'] ?? []);
  if (!live.ok) return { ok: false, detail: first(live.errors) };
  const event = isObject(run['cursor']) ? Number(run['cursor']['event']) : 0;
  const cursor = { at: 0, step: 0, decision: 0, event: Number.isSafeInteger(event) && event > 0 ? event : 0 };
  const saved: SavedRun = { scenario: scenario.value, live: live.value, cursor, branch: 1 };
  if (run['branches'] === undefined) return { ok: true, hash: await encodeLink(saved) };
  const tree = checkTree({ branches: run['branches'], branch: run['branch'] ?? 1 });
  if (!tree.ok) return { ok: false, detail: first(tree.errors) };
  return { ok: true, hash: await encodeLink({ ...saved, ...tree.value }) };
}

function first(errors: Parameters<typeof describeError>[0][]): string {
  const error = errors[0];
  return error === undefined ? 'This scenario cannot be run.' : describeError(error);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
