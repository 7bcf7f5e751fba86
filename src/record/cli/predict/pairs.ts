import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change } from '../../protocol/predict.ts';
import type { Settings } from '../../protocol/settings.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { NamedClass, Subject } from '../../worker/model/study.ts';
import { failInput, PATH_KINDS } from '../../../cli/command.ts';
import { readText } from '../../../cli/read-file.ts';
import { hasTruth, type Truth, truthOf } from './truth.ts';

/** Returns the folder if it has a truth.json, otherwise its subfolders that have one. */
export function foldersIn(dir: string): string[] {
  if (!existsSync(dir) || !statSync(dir).isDirectory()) failInput('DIR', dir, PATH_KINDS.folder);
  if (hasTruth(dir)) return [dir];
  return readdirSync(dir)
    .sort()
    .map((name) => join(dir, name))
    .filter(hasTruth);
}

/** Returns the pair (base, changed) of a folder with a changed run, or else the pairs in its subfolders. */
export function pairsIn(dir: string): { base: string; changed: string }[] {
  if (!existsSync(dir) || !statSync(dir).isDirectory()) failInput('DIR', dir, PATH_KINDS.folder);
  if (!hasTruth(dir))
    return readdirSync(dir)
      .sort()
      .map((name) => join(dir, name))
      .filter(hasTruth)
      .flatMap(pairsIn);
  const { change, workload } = truthOf(dir);
  const base = join(dirname(dir), `${workload}-base`);
  if (change.startsWith('base') || !existsSync(base)) return [];
  return [{ base, changed: dir }];
}

/** The classes of a pair: each has a sender of its own. */
export function sendersOf(dir: string): NamedClass[] {
  const senders = new Map(truthOf(dir).injected.map(({ cls, sender }) => [cls, sender]));
  return [...senders].map(([name, sender]) => ({
    name,
    predicate: { kind: 'text', field: 'from', not: false, pattern: sender.toLowerCase() },
  }));
}

/** Returns the text of about.txt in the folder of a run. */
export function aboutOf(dir: string): string {
  const path = join(dir, 'about.txt');
  return existsSync(path) ? readText('DIR', path) : '';
}

export function differences(
  subject: Subject,
  changed: Settings | null,
  before: Truth,
  about: string,
): Change[] {
  const { settings, model } = subject;
  const changes: Change[] = [];
  const main = new Map((settings?.main ?? []).map(({ name, expanded }) => [name, expanded]));
  const owned = new Set<string>();
  for (const { name, expanded } of changed?.main ?? []) {
    if (main.get(name) === expanded) continue;
    const [, sender = '', service = ''] = /^inline:[\s{]*([^\s{=]+)\s*=\s*([\w-]+):/.exec(expanded) ?? [];
    if (service === '') changes.push({ kind: 'set', name, value: expanded });
    else {
      const mailClass = before.injected.find((one) => one.sender === sender)?.cls ?? '';
      const maxproc = Number(changed?.services.find((one) => one.name === service)?.maxproc ?? 100) || 100;
      changes.push({ kind: 'own', mailClass, service, maxproc });
      owned.add(service);
    }
  }
  const services = new Map(
    (settings?.services ?? []).map(({ name, type, maxproc }) => [`${name} ${type}`, maxproc]),
  );
  for (const { name, type, maxproc } of changed?.services ?? []) {
    if (owned.has(name) || services.get(`${name} ${type}`) === maxproc) continue;
    changes.push({ kind: 'maxproc', service: name, count: Number(maxproc) || 100 });
  }
  const [, at = ''] = /postqueue -f at (\d+(?:\.\d+)?) s/.exec(about) ?? [];
  if (at !== '')
    changes.push({
      kind: 'flush',
      at: Math.round((before.t0 + Number(at)) * MICROS_PER_SECOND - model.scenario.modelled.origin),
    });
  return changes;
}
