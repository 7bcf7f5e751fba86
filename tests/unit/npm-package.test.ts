import { execFileSync, spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUBCOMMANDS } from '../../src/cli/package/commands.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { ALL } from '../fixtures/all.ts';

const LOG = resolve('tests/fixtures/records/verbose/w1b/maillog.gz');
const PACKED_MAX = 6 * 1024 * 1024;

// Only with --all: building, packing and installing takes longer than all other tests of commands together.
describe.runIf(ALL)('the npm package, installed without a network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-package-test-'));
  const command = join(folder, 'node_modules', '.bin', 'qmgrscope');
  const run = (...args: string[]): SpawnSyncReturns<string> =>
    spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 60_000 });

  let packed = 0;
  beforeAll(() => {
    const tsx = resolve('src/cli/tsx.mjs');
    execFileSync(process.execPath, [tsx, 'src/cli/package/make.ts', '--out', folder]);
    writeFileSync(join(folder, 'package.json'), '{}');
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    packed = statSync(join(folder, file)).size;
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, file)], {
      cwd: folder,
    });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('contains the licences of the packages that it bundles', () => {
    const texts = readFileSync(join(folder, 'node_modules', 'qmgrscope', 'bin', 'licences.txt'), 'utf8');
    for (const name of ['core-js', 'valibot', 'fflate']) expect(texts).toContain(`${name} `);
  });

  test('is at most 6 MB, without dependencies', () => {
    expect(packed).toBeLessThan(PACKED_MAX);
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'qmgrscope',
    ]);
  });

  test.each(SUBCOMMANDS.map(({ name }) => name))('%s --help names the command as it is called', (name) => {
    const { status, stdout } = run(name, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain(`usage: qmgrscope ${name}`);
    expect(stdout).not.toContain('npm run');
  });

  test('prints the version, completions, and help for an unknown subcommand', () => {
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('completion', 'bash').stdout).toContain('complete -o filenames');
    expect(run('completion', 'zsh').stdout).toContain('#compdef qmgrscope');
    const unknown = run('early');
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('There is no subcommand early.');
  });

  test('late, record, replay and share answer as in a checkout', () => {
    const late = run('late', LOG, '--json');
    expect(late.status).toBe(0);
    expect(JSON.parse(late.stdout.split('\n')[0] ?? '')).toMatchObject({ kind: 'late', host: 'mail' });
    expect(run('record', LOG).stdout).toContain('postfix');
    expect(run('sim', 'gallery:ten-two-two', '--decisions').stdout.split('\n').length).toBeGreaterThan(10);
    expect(run('tables', '--json', '--seeds', '2').status).toBe(0);
    expect(run('scorm', 'earning', '--out', join(folder, 'lesson.zip')).status).toBe(0);
    expect(run('lint-postfix', '--help').status).toBe(0);
  });

  test('serves the page and ends on a signal', async () => {
    const child = spawn(command, ['--port', '0', '--no-open'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (
      await new Promise<string>((done) => child.stdout.once('data', (text) => done(String(text))))
    ).split('\n');
    const address = /http:\S+/.exec(line ?? '')?.[0] ?? '';
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>');
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('runs a sweep in parts, each of which is a process of the package', () => {
    const spec = join(folder, 'spec.json');
    const points = [{ key: '1 ', x: '1', y: '', scenario: galleryItem('fifo')?.scenario }];
    writeFileSync(spec, JSON.stringify({ kind: 'sweep', version: 1, seeds: 2, points }));
    const { status, stdout } = run('sweep', spec);
    expect(status).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(3);
  });
});
