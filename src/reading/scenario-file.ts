import type { SavedRun } from '../protocol/session-api.ts';
import { cmgroupScenario, isCmgroupFile } from '../scenario/kinds/threads/file.ts';
import { readJson } from '../scenario/json.ts';
import { encodeLink } from '../scenario/link.ts';
import { describeError } from '../scenario/schema-errors.ts';
import { checkLive, checkTree, parseScenario } from '../scenario/schema.ts';
import { isObject } from '../protocol/is-object.ts';

/** The link that opens the content of a file, or the first error of the file as a sentence. */
export type OpenedFile = { ok: true; hash: string } | { ok: false; detail: string };

const PARSED = 0.3;
const CHECKED = 0.7;
const unheard = (): void => undefined;

/** Converts a scenario file or a saved run to a link. `progress` receives 0 to 1. */
export async function fileToLink(
  text: string,
  progress: (share: number) => void = unheard,
): Promise<OpenedFile> {
  const json = readJson(text, 'This file');
  if (!json.ok) return { ok: false, detail: json.detail };
  progress(PARSED);
  return valueToLink(json.value, progress);
}

/** Converts a scenario value to a link. It is serialized first, because the limits apply to the text. */
export async function scenarioToLink(
  value: unknown,
  progress: (share: number) => void = unheard,
): Promise<OpenedFile> {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // The value has a cycle, or a part that JSON cannot express. The code below reports this.
  }
  return text === undefined
    ? { ok: false, detail: 'This scenario cannot be written as JSON.' }
    : fileToLink(text, progress);
}

async function valueToLink(json: unknown, progress: (share: number) => void): Promise<OpenedFile> {
  const file = isCmgroupFile(json) ? cmgroupScenario(json) : json;
  const run = isObject(file) && 'scenario' in file ? file : { scenario: file };
  const scenario = parseScenario(run['scenario']);
  if (!scenario.ok) return { ok: false, detail: first(scenario.errors) };
  const live = checkLive(run['live'] ?? []);
  if (!live.ok) return { ok: false, detail: first(live.errors) };
  progress(CHECKED);
  const event = isObject(run['cursor']) ? run['cursor']['event'] : 0;
  const known = typeof event === 'number' && Number.isSafeInteger(event) && event > 0;
  const cursor = { at: 0, step: 0, decision: 0, event: known ? event : 0 };
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
