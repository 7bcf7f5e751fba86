import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('./nqmgr/', import.meta.url));

export const vectorNames = readdirSync(folder)
  .filter((file) => file.endsWith('.json.gz'))
  .map((file) => file.replace(/\.json\.gz$/, ''));

export function readVector(name: string): unknown {
  return JSON.parse(gunzipSync(readFileSync(`${folder}${name}.json.gz`)).toString());
}
