import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { expect, test } from 'vitest';
import '../../src/cli/swc-tsx.mjs';

const ROOT = join(import.meta.dirname, '../..');
const EMPTY = 'export {};\n';
const { options, ...ruleSet } = await extractDepcruiseConfig(join(ROOT, '.dependency-cruiser.mjs'));

/** Makes a file of this layer that imports from a folder which no layer may import. */
function plantedIn(layer: string): [path: string, text: string] {
  const folder = layer.replace(/^(record|learn)-/, '$1/');
  const file = { main: 'main.tsx', start: 'start.ts' }[layer] ?? `${folder}/planted.ts`;
  const up = '../'.repeat(file.split('/').length - 1);
  return [file, `import './${up}elsewhere/x.ts';\n`];
}

const names = (ruleSet.forbidden ?? []).map(({ name }) => name ?? '');
const layers = names.filter((name) => name.endsWith('-imports')).map((name) => name.replace(/-imports$/, ''));

const PLANTED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(layers.map(plantedIn)),
  'elsewhere/x.ts': EMPTY,
  'elsewhere/a.ts': "import './x.ts';\n",
  'core/alone.ts': "import 'node:fs';\n",
  'core/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
  'core/b.ts': "import type { A } from './a.ts';\nexport type B = A | 1;\n",
  'app/a.ts': "import '../main.tsx';\n",
  'app/b.ts': "import '../start.ts';\n",
  'app/c.ts': "import './not-there.ts';\n",
  // A dynamic import in a component shows that files with JSX are parsed.
  'panels/Lazy.tsx': "export const Lazy = () => <b>{import('../worker/x.ts')}</b>;\n",
  'worker/x.ts': EMPTY,
  'panels/wing.ts': "import '../record/panels/x.ts';\n",
  'learn/panels/wing.ts': "import '../../record/panels/x.ts';\n",
  'record/panels/x.ts': EMPTY,
};

/** Imports that must be among the violations: in a component, from the instrument into a wing (`record`), and between wings. */
const NAMED = [
  ['src/panels/Lazy.tsx', 'src/worker/x.ts'],
  ['src/panels/wing.ts', 'src/record/panels/x.ts'],
  ['src/learn/panels/wing.ts', 'src/record/panels/x.ts'],
];

test('finds a planted violation of every layer rule, in components too', async () => {
  const { cruise } = await import('dependency-cruiser');
  const folder = mkdtempSync(join(realpathSync(join(ROOT, 'node_modules')), '.layers-'));
  try {
    for (const [name, text] of Object.entries(PLANTED)) {
      const path = join(folder, 'src', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const { output } = await cruise(['src'], { ...options, baseDir: folder, ruleSet, validate: true });
    if (typeof output === 'string') throw new Error(output);
    const found = output.summary.violations;
    expect(new Set(found.map(({ rule }) => rule.name))).toEqual(new Set(names));
    for (const [from, to] of NAMED) expect(found).toContainEqual(expect.objectContaining({ from, to }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
