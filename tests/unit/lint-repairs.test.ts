/** Tries every repair with the real postconf, if it is installed: postconf must accept the repair without a new warning. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lint } from '../../src/record/importers/lint/lint.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { LintFinding } from '../../src/record/protocol/lint.ts';
import type { Settings } from '../../src/record/protocol/settings.ts';
import { CASES } from '../fixtures/lint/cases.ts';
import { type Config, configTexts } from '../fixtures/lint/config.ts';
import { ALL } from '../fixtures/all.ts';

/** Returns why repairs cannot be tried with postconf(1) on this machine; null = they can. */
function postconfMissing(): string | null {
  const found = spawnSync('postconf', ['-h', '-d', 'mail_version'], { encoding: 'utf8' });
  return found.status === 0 ? null : 'no postconf on this machine; Debian: apt-get install postfix';
}

const missing = ALL ? postconfMissing() : 'with --all';
const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Texts {
  main: string;
  master: string;
}

function findings(texts: Texts, config: Config): LintFinding[] {
  const sources = [
    { name: 'main.cf', text: texts.main },
    { name: 'master.cf', text: texts.master },
    ...(config.map === undefined ? [] : [{ name: 'transport', text: config.map }]),
  ];
  const evidence = config.evidence === undefined ? null : { record: 'the log', ...config.evidence };
  return lint(readSettings(sources, { version: config.version ?? '3.7.11' }), evidence).findings;
}

function transportsOf(texts: Texts, { version }: Config): Settings['transports'] {
  const sources = [
    { name: 'main.cf', text: texts.main },
    { name: 'master.cf', text: texts.master },
  ];
  return readSettings(sources, { version: version ?? '3.7.11' }).transports;
}

/**
 * True if a fault concerns one transport only. A general line (`default_…`) concerns one transport only if another
 * transport uses the line without having the fault.
 */
function aboutOne(
  { rule, texts, config }: Omit<Trial, 'commands'>,
  { setting, transport }: LintFinding,
): boolean {
  const all = transportsOf(texts, config);
  // The line is for a misspelt transport. Its repair corrects the name.
  if (!all.some(({ name }) => name === transport)) return false;
  if (!/^(default_|initial_)/.test(setting)) return true;
  return rule !== 10 || new Set(all.map(({ maxproc }) => maxproc.number)).size > 1;
}

interface Trial {
  rule: number;
  config: Config;
  texts: Texts;
  commands: string[];
}

interface Outcome {
  before: string[];
  after: string[];
  complaints: string[];
  statuses: string[];
  texts: Texts;
}

/**
 * Makes the files look old, because Postfix rereads a file changed within the last second until the file is older
 * (dict_load_file_xt).
 */
const SETTLE = 'touch -t 200001010000 main.cf master.cf';

let trials = 0;

/** Runs the commands of each trial in a separate folder, but all trials in one shell, because starting a shell takes long. */
function run(all: readonly Trial[], looks: { before: boolean; after: boolean }): Outcome[] {
  const folders = all.map(({ texts }) => {
    const path = join(folder, String((trials += 1)));
    mkdirSync(path);
    writeFileSync(join(path, 'main.cf'), texts.main);
    writeFileSync(join(path, 'master.cf'), texts.master);
    return path;
  });
  const script = all.map(({ commands }, i) =>
    [
      `cd '${folders[i]}'; MAIL_CONFIG='${folders[i]}'; export MAIL_CONFIG`,
      looks.before ? `${SETTLE}; postconf -n >n 2>before; postconf -M >M 2>>before` : '',
      ...commands.map((command) => `${command} 2>>complaints; echo $? >>statuses`),
      looks.after ? `${SETTLE}; postconf -n >/dev/null 2>after; postconf -M >/dev/null 2>>after` : '',
    ].join('\n'),
  );
  spawnSync('sh', { input: script.join('\n') });
  return folders.map((path) => {
    // Sort the lines, because a repair may change line numbers.
    const rows = (name: string) =>
      read(path, name)
        .split('\n')
        .filter((row) => row !== '')
        .map((row) => row.replace(/^.*?: warning: \S*\/|, line \d+/g, ''));
    return {
      before: rows('before'),
      after: rows('after'),
      complaints: rows('complaints'),
      statuses: rows('statuses'),
      texts: { main: read(path, 'main.cf'), master: read(path, 'master.cf') },
    };
  });
}

function read(path: string, name: string): string {
  try {
    return readFileSync(join(path, name), 'utf8');
  } catch {
    return '';
  }
}

/** Returns the commands of a repair, and those in its note, because a reader copies both. */
function commandsOf(finding: LintFinding): string[][] {
  const noted = finding.repairNote.match(/postconf -\w+ '[^']*'/g) ?? [];
  return [finding.repair, ...noted.map((command) => [command])].filter((commands) => commands.length > 0);
}

const configs = CASES.flatMap(({ rule, has }) =>
  has.map((config) => ({ rule, config, texts: configTexts(config) })),
);

describe.skipIf(missing !== null)(
  `repairs on the real postconf${missing === null ? '' : `: ${missing}`}`,
  () => {
    it('are accepted, and leave no new warning', { timeout: 300_000 }, () => {
      const all: Trial[] = configs.flatMap((each) =>
        findings(each.texts, each.config)
          .filter((f) => f.rule === each.rule)
          .flatMap((f) => commandsOf(f).map((commands) => ({ ...each, commands }))),
      );
      expect(all.length).toBeGreaterThan(80);
      run(all, { before: true, after: true }).forEach((outcome, i) => {
        const { rule, commands } = all[i] ?? { rule: 0, commands: [] };
        const fresh = [...outcome.after, ...outcome.complaints].filter(
          (row) => !outcome.before.includes(row),
        );
        expect({ rule, commands, fresh, statuses: outcome.statuses }).toEqual({
          rule,
          commands,
          fresh: [],
          statuses: commands.map(() => '0'),
        });
      });
    });

    it('remove the finding that they were for', { timeout: 300_000 }, () => {
      // Omit cases with evidence from a record, because a repair does not change the record.
      const all = configs
        .filter(({ config }) => config.evidence === undefined)
        .map((each) => {
          const found = findings(each.texts, each.config).filter((f) => f.rule === each.rule);
          return { ...each, commands: [...new Set(found.flatMap((f) => f.repair))] };
        })
        .filter(({ commands }) => commands.length > 0);
      run(all, { before: false, after: false }).forEach(({ texts }, i) => {
        const trial = all[i];
        if (trial === undefined) return;
        const left = findings(texts, trial.config).filter(
          (f) => f.rule === trial.rule && f.severity !== 'hint',
        );
        expect(
          left.map((f) => `${f.rule} ${f.setting} ${f.title}`),
          JSON.stringify(trial.config),
        ).toEqual([]);
      });
    });

    it('raise no new finding', { timeout: 300_000 }, () => {
      const all = configs
        .filter(({ config }) => config.evidence === undefined)
        .flatMap((each) =>
          findings(each.texts, each.config)
            .filter((f) => f.rule === each.rule && f.repair.length > 0)
            .map(({ repair }) => ({ ...each, commands: repair })),
        );
      run(all, { before: false, after: false }).forEach(({ texts }, i) => {
        const trial = all[i];
        if (trial === undefined) return;
        const key = (f: LintFinding): string => `${f.rule} ${f.setting}`;
        const before = new Set(findings(trial.texts, trial.config).map(key));
        const fresh = findings(texts, trial.config).filter(
          (f) => f.severity !== 'hint' && !before.has(key(f)),
        );
        expect(fresh.map(key), `${JSON.stringify(trial.config)}: ${trial.commands.join('; ')}`).toEqual([]);
      });
    });

    it('for one transport keep the settings of the others', { timeout: 300_000 }, () => {
      const all = configs.flatMap((each) =>
        findings(each.texts, each.config)
          .filter((f) => f.rule === each.rule && aboutOne(each, f))
          .flatMap((f) =>
            commandsOf(/for all transports:/.test(f.repairNote) ? { ...f, repairNote: '' } : f).map(
              (commands) => ({ ...each, commands, transport: f.transport }),
            ),
          ),
      );
      expect(all.length).toBeGreaterThan(20);
      run(all, { before: false, after: false }).forEach(({ texts }, i) => {
        const trial = all[i];
        if (trial === undefined) return;
        const others = (one: Texts) =>
          transportsOf(one, trial.config)
            .filter(({ name }) => name !== trial.transport)
            .map(({ name, values, maxproc }) => [
              name,
              maxproc.number,
              ...Object.values(values).map((value) => value.overruled?.value ?? value.value),
            ]);
        expect(others(texts), `${trial.rule}: ${trial.commands.join('; ')}`).toEqual(others(trial.texts));
      });
    });

    it('are the same for postconf output as for the files', { timeout: 300_000 }, () => {
      // postconf prints nothing for a file that has a line which is no setting (rules 108 and 109).
      const all = configs.filter(
        ({ config, rule }) => config.map === undefined && config.version === undefined && rule < 108,
      );
      const first = trials + 1;
      run(
        all.map((each) => ({ ...each, commands: [] })),
        { before: true, after: false },
      );
      all.forEach(({ config, texts }, i) => {
        const path = join(folder, String(first + i));
        // postconf prints an unused name only in a warning.
        const main = `${read(path, 'before')}\n${read(path, 'n')}`;
        const printed = findings({ main, master: read(path, 'M') }, config);
        const key = (f: LintFinding) => `${f.rule} ${f.setting} ${f.transport} ${f.severity}`;
        // When a name is set twice, postconf prints the last line of main.cf, but both lines of master.cf.
        const wanted = findings(texts, config).filter((f) => f.rule !== 103 || f.setting.includes('/'));
        expect(printed.map(key).sort(), JSON.stringify(config)).toEqual(wanted.map(key).sort());
      });
    });
  },
);
