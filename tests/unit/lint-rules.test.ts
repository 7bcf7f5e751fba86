import { describe, expect, it } from 'vitest';
import { pacedBy } from '../../src/record/importers/findings/limits.ts';
import { lint } from '../../src/record/importers/lint/lint.ts';
import { RULES } from '../../src/record/importers/lint/rules.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { LintEvidence } from '../../src/record/protocol/lint.ts';
import { CASES } from '../fixtures/lint/cases.ts';
import { type Config, configTexts, DEBIAN } from '../fixtures/lint/config.ts';

function report(config: Config) {
  const { main, master } = configTexts(config);
  const texts = [
    { name: 'main.cf', text: main },
    { name: 'master.cf', text: master },
    ...(config.map === undefined ? [] : [{ name: 'transport', text: config.map }]),
  ];
  const evidence: LintEvidence | null =
    config.evidence === undefined ? null : { record: 'the log of the test', ...config.evidence };
  return lint(readSettings(texts, { version: config.version ?? '3.7.11' }), evidence);
}

const rules = (config: Config): number[] => report(config).findings.map((f) => f.rule);
const shown = (config: Config): string => JSON.stringify(config).slice(0, 160);

describe('every rule', () => {
  it('has cases', () => expect(CASES.map((c) => c.rule)).toEqual([...RULES.keys()]));

  describe.each(CASES)('$rule', ({ rule, has, not }) => {
    it.each(has.map((config) => [shown(config), config] as const))('is found in case %#: $0', (_, config) => {
      expect(rules(config)).toContain(rule);
    });
    it.each(not.map((config) => [shown(config), config] as const))(
      'is not found in case %#: $0',
      (_, config) => {
        expect(rules(config)).not.toContain(rule);
      },
    );
  });

  it('explains itself in whole sentences, with a source and every line as written', () => {
    for (const config of CASES.flatMap((c) => c.has)) {
      for (const f of report(config).findings) {
        expect(f.title).toMatch(/[.?]$/);
        expect(f.sentence).toMatch(/[.?]$/);
        expect(f.source).not.toBe('');
        expect(f.title + f.sentence + f.repair.join(' ')).not.toMatch(/undefined|null|NaN|Infinity/);
        for (const line of f.lines) expect(line.text).not.toBe('');
      }
    }
  });

  it('is reported once per setting', () => {
    for (const config of CASES.flatMap((c) => c.has)) {
      const keys = report(config).findings.map((f) => `${f.rule} ${f.setting} ${f.transport}`);
      expect(new Set(keys).size, keys.join('; ')).toBe(keys.length);
    }
  });
});

describe('a clean Debian installation', () => {
  const forms = {
    'main.cf and master.cf': [DEBIAN.main, DEBIAN.master],
    'postconf -n and -M': [DEBIAN.n, DEBIAN.M],
    'postconf -n alone': [DEBIAN.n],
    'one paste of both': [`${DEBIAN.n}\n${DEBIAN.M}`],
    'master.cf and postconf -M in one paste': [`${DEBIAN.main}\n${DEBIAN.master}\n${DEBIAN.n}\n${DEBIAN.M}`],
    'postconf without -n': [DEBIAN.all, DEBIAN.M],
    'postconf -n and without -n in one paste': [`${DEBIAN.n}\n${DEBIAN.all}\n${DEBIAN.M}`],
    'a paste from a page, all lines indented': [indented(`${DEBIAN.n}\n${DEBIAN.M}`, '    ')],
    'a paste from a mail': [indented(`${DEBIAN.main}\n${DEBIAN.master}`, '> ')],
  };
  it.each(Object.entries(forms))('has no finding above a hint: %s', (_, texts) => {
    const { findings } = lint(readSettings(texts.map((text, i) => ({ name: `text ${i}`, text }))));
    expect(findings.filter((f) => f.severity !== 'hint')).toEqual([]);
    expect(findings.length).toBeLessThan(3);
  });
});

function indented(text: string, by: string): string {
  return text
    .split('\n')
    .map((row) => by + row)
    .join('\n');
}

describe('text from elsewhere', () => {
  const SET =
    'relayhost = [gw.example]\nsmtp_destination_rate_delay = 1s\nsmtp_destination_concurrency_limit = 5';
  const pasted = (text: string) => lint(readSettings([{ name: 'pasted text', text }]));

  it('is read alike, however far it is indented or quoted', () => {
    const plain = pasted(`${SET}\n${DEBIAN.M}`).findings.map((f) => f.title);
    expect(plain.length).toBeGreaterThan(3);
    for (const by of ['  ', '\t', '> ', '>> ']) {
      expect(pasted(indented(`${SET}\n${DEBIAN.M}`, by)).findings.map((f) => f.title)).toEqual(plain);
    }
  });

  it('says what a print of all parameters sets, and skips their defaults', () => {
    const names = new Set(SET.split('\n').map((row) => row.split(' ')[0]));
    const rows = DEBIAN.all.split('\n').filter((row) => !names.has(row.split(' ')[0]));
    const whole = pasted([...rows, SET, DEBIAN.M].join('\n'));
    const short = pasted(`${SET}\nmail_version = 3.7.11\n${DEBIAN.M}`);
    const set = (name: string) => names.has(name);
    expect(whole.findings.map((f) => f.setting).filter(set)).toEqual(
      short.findings.map((f) => f.setting).filter(set),
    );
    expect(whole.notChecked.join()).toMatch(/lists all parameters .* The \d+ with their default value/);
  });

  it('with a byte order mark is read, and the mark is named', () => {
    const { findings, notChecked } = pasted(`\uFEFF${SET}`);
    expect(findings.map((f) => f.rule)).not.toContain(109);
    expect(findings.map((f) => f.rule)).toContain(1);
    expect(notChecked.join()).toContain('byte order mark');
  });

  it('without the lmtp of the stock master.cf gets it back', () => {
    const main = {
      name: 'main.cf',
      text: 'virtual_mailbox_domains = a.example\nvirtual_transport = lmtp:unix:x',
    };
    const master = { name: 'master.cf', text: DEBIAN.master.replace(/^lmtp .*$/m, '') };
    const [found] = lint(readSettings([main, master])).findings.filter((f) => f.rule === 14);
    expect(found?.repair).toEqual(["postconf -M 'lmtp/unix=lmtp unix - - y - - lmtp'"]);
  });
});

describe('order', () => {
  it('puts errors first, and within a severity what the record shows', () => {
    const { findings } = report({
      main: 'qmgr_message_active_limit = 1000\nsoft_bounce = yes\nminimal_backoff_time = 2h\nsmtp_extra_recipient_limit = 10',
      evidence: { activePeak: 1000 },
    });
    expect(findings.map((f) => f.rule)).toEqual([28, 33, 24, 35, 20]);
  });
});

it('a 1 s delay after 1.5 s deliveries gives 24 to 30 a minute, by whole seconds', () => {
  const { least, most } = pacedBy(1, 1.5);
  expect([least, most]).toEqual([24, 30]);
  // In the recorded run with a delay of 1 s, a delivery takes 0.47 s, and one starts every 1.496 s.
  const recorded = 60 / 1.496;
  expect(pacedBy(1, 0.4725).least).toBeGreaterThan(recorded * 0.98);
  expect(pacedBy(1, 0.4725).least).toBeLessThan(recorded * 1.03);
});
