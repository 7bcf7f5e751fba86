import { execFileSync, spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../src/cli/built-page.ts';
import { SUBCOMMANDS } from '../../src/cli/package/commands.ts';
import { listen, serveFolder } from '../../src/cli/serve.mjs';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { ALL } from '../fixtures/all.ts';
import { type InstalledPackage, installPackage, nodes } from '../fixtures/installed-package.ts';

const RECORD = resolve('tests/fixtures/records/verbose/w1b');
/** Maximum size of the packed package, in bytes. */
const PACKED_MAX = 6 * 1024 * 1024;
/** Maximum processor time of `late` on a short log, in milliseconds. */
const START_MAX = 250;
const NOBODY = 65_534;

// Only with --all: building, packing and installing takes longer than all other tests of commands together.
describe.runIf(ALL)('the npm package, installed without a network', () => {
  let installed: InstalledPackage;
  let home = '';
  beforeAll(() => {
    installed = installPackage();
    home = join(installed.folder, 'node_modules', 'qmgrscope');
    cpSync(RECORD, join(installed.folder, 'record'), { recursive: true });
  }, 600_000);
  afterAll(() => installed.remove());

  test('contains the licences of the packages that it bundles', () => {
    for (const folder of ['bin', 'lib']) {
      const texts = readFileSync(join(home, folder, 'licences.txt'), 'utf8');
      expect(texts).toContain('core-js ');
      expect(texts).toContain('valibot ');
    }
  });

  test('is at most 6 MB, without dependencies and without scripts', () => {
    expect(installed.packed).toBeLessThan(PACKED_MAX);
    const names = readdirSync(join(installed.folder, 'node_modules'));
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['qmgrscope']);
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<string, unknown>;
    for (const name of ['scripts', 'dependencies', 'optionalDependencies', 'peerDependencies'])
      expect(manifest).not.toHaveProperty(name);
  });

  test('has types that a strict program accepts without the sources', () => {
    writeFileSync(
      join(installed.folder, 'program.mts'),
      `import { create, type DecisionRecord, scene } from 'qmgrscope/engine';
import { read } from 'qmgrscope/record';
import 'qmgrscope/element';
const run = create(scene('fifo'));
export const decisions: readonly DecisionRecord[] = run.decisions();
export const names: string[] = run.snapshot().queue.map(({ name }) => name);
export const titles: string[] = (await read([{ name: 'log', content: '' }])).findings().flatMap(({ findings }) => findings.map(({ text }) => text.title));
export const sentence: string | undefined = (await document.querySelector('qmgr-scope')?.step('decision'))?.sentence;
// @ts-expect-error There is no such method.
run.nothing();
`,
    );
    const tsc = createRequire(import.meta.url)
      .resolve('typescript/package.json')
      .replace('package.json', 'bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, '--module', 'nodenext', 'program.mts'], {
      cwd: installed.folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });

  test('has pages as examples, which a browser runs', async () => {
    const server = serveFolder(installed.folder);
    await listen(server, { port: 0, host: '127.0.0.1' });
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/node_modules/qmgrscope/examples`;
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${at}/engine.html`);
      await page.getByRole('button').click();
      expect(await page.locator('output').innerText()).toBe('1');
      await page.goto(`${at}/record.html`);
      await page.setInputFiles(
        'input',
        ['maillog.gz', 'postconf.txt', 'master.txt'].map((name) => join(RECORD, name)),
      );
      await page.getByText('All agents of a transport busy: All 10 agents').waitFor();
      await page.goto(`${at}/element.html`);
      await page.getByRole('button').click();
      await page.waitForFunction(() => /preempt/i.test(document.querySelector('output')?.value ?? ''));
    } finally {
      await browser.close();
      server.close();
      server.closeAllConnections();
    }
  });

  test('says which Node it needs, on an older one', () => {
    const old = `Object.defineProperty(process.versions, 'node', { value: '12.22.9' })`;
    const hook = `data:text/javascript,${encodeURIComponent(old)}`;
    const { status, stderr } = spawnSync(process.execPath, ['--import', hook, installed.program, 'late'], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^qmgrscope needs Node 18 or newer\. This is Node 12\.22\.9 \(.*\)\.\n$/);
  });

  describe.each(nodes())('on Node $version', ({ path }) => {
    const run = (...args: readonly string[]): SpawnSyncReturns<string> =>
      spawnSync(path, [installed.program, ...args], {
        cwd: installed.folder,
        encoding: 'utf8',
        timeout: 120_000,
      });
    const answers = (...args: readonly string[]): string => {
      const { status, stdout, stderr } = run(...args);
      expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
      return stdout;
    };
    /**
     * Starts a command that serves a page, requests the page, and then ends the command. Also returns the exit status.
     */
    const served = async (
      ...args: readonly string[]
    ): Promise<{ address: string; page: string; status: unknown }> => {
      const child = spawn(path, [installed.program, ...args], {
        cwd: installed.folder,
        stdio: ['ignore', 'pipe', 'ignore'],
        // Over SSH no browser is opened.
        env: { ...process.env, SSH_CONNECTION: 'test' },
      });
      const ended = new Promise((done) => child.once('exit', done));
      let said = '';
      const address = await new Promise<string>((done) => {
        child.stdout.on('data', (text: Buffer) => {
          said += text.toString();
          const found = /The page is at (\S+)/.exec(said)?.[1];
          if (found !== undefined) done(found);
        });
      });
      const page = await (await fetch(address)).text();
      child.kill('SIGTERM');
      return { address, page, status: await ended };
    };

    test.each(SUBCOMMANDS.map(({ name }) => name))('%s --help names the command as it is called', (name) => {
      const usage = answers(name, '--help');
      expect(usage).toContain(`usage: qmgrscope ${name}`);
      expect(usage).not.toContain('npm run');
    });

    test('prints the version, completions, and help for an unknown subcommand', () => {
      expect(answers('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
      expect(answers('completion', 'zsh')).toContain('#compdef qmgrscope');
      execFileSync('bash', ['-n'], { input: answers('completion', 'bash') });
      const unknown = run('early');
      expect(unknown.status).toBe(2);
      expect(unknown.stderr).toContain('There is no subcommand early.');
      expect(run('record/maillog.gz').stderr).toContain('For a log: qmgrscope late record/maillog.gz');
      expect(answers('help', 'late')).toBe(answers('late', '--help'));
    });

    test('answers questions about a record', () => {
      expect(JSON.parse(answers('late', 'record', '--json').split('\n')[0] ?? '')).toMatchObject({
        kind: 'late',
        host: 'mail',
        method: 'replay',
      });
      expect(answers('record', 'record/maillog.gz')).toContain('mail postfix');
      expect(answers('replay', 'record')).toContain('No difference.');
      expect(answers('share', 'record')).toContain('queue active');
      expect(run('lint', 'record').stdout).toContain('Checked: ');
      expect(run('predict', 'record', '--seeds', '1', '--json').stdout).toContain('"calibration"');
      const entry = {
        queue_name: 'deferred',
        queue_id: 'A',
        arrival_time: 1,
        message_size: 1,
        sender: 'a@a.example',
      };
      const recipients = [{ address: 'b@b.example', delay_reason: 'timed out' }];
      writeFileSync(join(installed.folder, 'queue.json'), JSON.stringify({ ...entry, recipients }));
      expect(answers('queue', 'queue.json')).toContain('1 messages to 1 recipients');
    });

    test('runs scenarios, tables, sweeps in processes of its own, lessons and results', () => {
      expect(answers('sim', 'gallery:ten-two-two', '--decisions').split('\n').length).toBeGreaterThan(10);
      expect(answers('tables', '--json', '--seeds', '2')).toContain('{');
      expect(answers('scorm', 'earning', '--out', 'lesson.zip')).toContain('lesson.zip');
      const points = [{ key: '1 ', x: '1', y: '', scenario: galleryItem('fifo')?.scenario }];
      const spec = { kind: 'sweep', version: 1, seeds: 2, points };
      writeFileSync(join(installed.folder, 'spec.json'), JSON.stringify(spec));
      expect(answers('sweep', 'spec.json').trim().split('\n')).toHaveLength(3);
      writeFileSync(join(installed.folder, 'codes.txt'), 'Ann: windows-2of3-412s-1x8k2fm\n');
      expect(run('results', 'codes.txt').stdout).toContain('Ann');
    });

    test('serves the page, a followed log and an opened record, and ends on a signal', async () => {
      const page = { page: expect.stringContaining('<title>') as string, status: 0 };
      expect(await served('--port', '0')).toMatchObject(page);
      copyFileSync(join(installed.folder, 'record', 'postconf.txt'), join(installed.folder, 'growing.log'));
      expect(await served('watch', 'growing.log', '--port', '0')).toMatchObject(page);
      expect(await served('late', 'record', '--open')).toMatchObject({
        ...page,
        address: expect.stringMatching(/#postfix&tab=overview&served=[\w-]{20,}$/) as string,
      });
    });

    test('is a library whose examples run', () => {
      for (const name of ['engine.mjs', 'record.mjs'])
        copyFileSync(join(home, 'examples', name), join(installed.folder, name));
      const program = (...args: readonly string[]): string =>
        execFileSync(path, args, { cwd: installed.folder, encoding: 'utf8' });
      expect(program('engine.mjs')).toContain('Ten, two, two: 1 1 1 1 2 2 1 1 1 1 3 3 1 1');
      const files = ['maillog.gz', 'postconf.txt', 'master.txt'].map((name) => join('record', name));
      expect(program('record.mjs', ...files)).toContain('All agents of a transport busy');
    });

    test('starts in little processor time', () => {
      const lines = readFileSync(resolve('tests/fixtures/records/names/maillog.gz'));
      writeFileSync(join(installed.folder, 'short.log.gz'), lines);
      const hook = `data:text/javascript,process.on('exit',()=>process.stderr.write('cpu '+process.cpuUsage().user))`;
      const times = [1, 2, 3].map(() => {
        const { stderr } = spawnSync(
          path,
          ['--import', hook, installed.program, 'late', 'short.log.gz', '--no-local'],
          {
            cwd: installed.folder,
            encoding: 'utf8',
          },
        );
        return Number(/cpu (\d+)$/.exec(stderr)?.[1]) / 1000;
      });
      expect(Math.min(...times)).toBeLessThan(START_MAX);
    });

    test.runIf(process.getuid?.() === 0)('runs for a user who may not write into its folder', () => {
      const empty = join(installed.folder, 'empty');
      mkdirSync(empty, { recursive: true });
      chmodSync(empty, 0o555);
      const { status, stderr, stdout } = spawnSync(path, [installed.program, 'late', '../record'], {
        cwd: empty,
        encoding: 'utf8',
        uid: NOBODY,
        gid: NOBODY,
        env: { PATH: process.env['PATH'] },
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('mail postfix');
    });
  });
});
