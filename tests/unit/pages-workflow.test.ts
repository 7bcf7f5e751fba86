import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
// knip brings the parser.
const { parseDocument } = createRequire(join(ROOT, 'node_modules/knip/package.json'))('yaml') as {
  parseDocument(text: string, options: object): { errors: Error[]; warnings: Error[]; toJS(): unknown };
};
const TEXT = readFileSync(join(ROOT, 'public/examples/github-pages.yml'), 'utf8');

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  'runs-on': string;
  needs?: string;
  environment?: { name: string; url: string };
  steps: Step[];
}
interface Workflow {
  name: string;
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  concurrency: Record<string, unknown>;
  jobs: Record<string, Job>;
}

const document = parseDocument(TEXT, { version: '1.2', uniqueKeys: true, strict: true });
const workflow = document.toJS() as Workflow;
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);
const about = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};

describe('the example of a workflow for GitHub Pages', () => {
  test('is YAML with the parts of a workflow only', () => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    expect(Object.keys(workflow)).toEqual(['name', 'on', 'permissions', 'concurrency', 'jobs']);
    const known = ['runs-on', 'needs', 'environment', 'steps'];
    for (const job of jobs) expect(Object.keys(job).filter((key) => !known.includes(key))).toEqual([]);
    expect(jobs.map((job) => job['runs-on'])).toEqual(jobs.map(() => 'ubuntu-latest'));
    const names = Object.keys(workflow.jobs);
    expect(jobs.flatMap(({ needs }) => needs ?? []).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('has exactly the permissions that Pages needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read', pages: 'write', 'id-token': 'write' });
  });

  test('has steps that run a script of the repository, or an action of a major version', () => {
    expect(existsSync(join(ROOT, 'package-lock.json'))).toBe(true);
    const known = steps.map(({ uses, run }) => {
      if (run === undefined) return /^actions\/[a-z-]+@v\d+$/.test(uses ?? '');
      const [, script = ''] = /^npm run (\S+)$/.exec(run) ?? [];
      return uses === undefined && (run === 'npm ci' || Object.hasOwn(about.scripts, script));
    });
    expect(known).toEqual(steps.map(() => true));
  });

  test('builds with an accepted Node, and uploads what the build writes', () => {
    const version = steps.find(({ uses }) => uses?.startsWith('actions/setup-node') === true)?.with?.[
      'node-version'
    ];
    expect(Number(version)).toBeGreaterThanOrEqual(Number(about.engines.node.replace('>=', '')));
    expect(steps.find(({ uses }) => uses?.includes('upload-pages') === true)?.with).toEqual({ path: 'dist' });
  });

  test('refers only to steps that exist', () => {
    const ids = steps.flatMap(({ id }) => id ?? []);
    const named = [...TEXT.matchAll(/\$\{\{ steps\.(\w+)\./g)].map(([, id]) => id);
    expect(named.length).toBeGreaterThan(0);
    for (const id of named) expect(ids).toContain(id);
  });
});
