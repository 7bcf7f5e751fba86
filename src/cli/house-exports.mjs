/**
 * Exports without importer, found by knip (`knip.js` says where it begins): `npm run layers` counts them, and names each.
 * Twice: once with the tests as importers, and once without, for code that only tests use.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

const KNIP = join(ROOT, 'node_modules', 'knip', 'bin', 'knip.js');
const COMMON = ['--include', 'exports,types,files', '--no-progress', '--no-exit-code', '--reporter', 'json'];

/**
 * @typedef {{ name: string }} Named
 * @param {string[]} options
 * @returns {Promise<{ issues: { file: string, files: Named[], exports: Named[], types: Named[] }[] }>}
 */
function knip(...options) {
  return new Promise((resolve, reject) => {
    const run = [KNIP, ...COMMON, ...options];
    execFile(process.execPath, run, { cwd: ROOT, maxBuffer: 1 << 26 }, (error, out, said) => {
      if (error === null) resolve(JSON.parse(out));
      else reject(new Error(`knip: ${said || error.message}`));
    });
  });
}

/** Each as `file: name`; a file that nothing reads as the file alone. */
export async function exportsWithoutImporter() {
  const found = await Promise.all([knip(), knip('--production')]);
  const names = found.flatMap(({ issues }) =>
    issues.flatMap(({ file, files, exports, types }) =>
      files.length > 0 ? [file] : [...exports, ...types].map(({ name }) => `${file}: ${name}`),
    ),
  );
  return [...new Set(names)];
}
