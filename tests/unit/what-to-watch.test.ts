import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toApply } from '../../src/record/importers/model/apply.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { Change } from '../../src/record/protocol/predict.ts';

const HERE = new URL('../fixtures/records/verbose/w1b/', import.meta.url).pathname;
const settings = readSettings(
  ['postconf', 'master'].map((name) => ({
    name: `${name}.txt`,
    text: readFileSync(`${HERE}${name}.txt`, 'utf8'),
  })),
);
const nothing = { sendersOf: () => ({ senders: [], mixed: [] }), nexthopOf: () => '' };
const watched = (change: Change): string => toApply([change], settings, nothing).watch;
const set = (name: string, value: string): string => watched({ kind: 'set', name, value });

test('advice on what to watch follows the direction of a change', () => {
  const processes = (count: number): string => watched({ kind: 'maxproc', service: 'smtp', count });
  expect(processes(20)).toContain('servers that accept few sessions get more of them');
  expect(processes(0)).toContain('servers that accept few sessions get more of them');
  expect(processes(5)).toContain('With fewer processes');
  expect(set('default_process_limit', '50')).toContain('With fewer processes');
  expect(set('default_process_limit', '200')).toContain('servers that accept few sessions get more of them');
  expect(set('smtp_destination_rate_delay', '1s')).toContain('one failure makes a destination dead');
  for (const none of ['0', '0s'])
    expect(set('smtp_destination_rate_delay', none)).not.toContain('rate delay');
});

test('lines for one of several instances name its own directory', () => {
  const second = readSettings([
    {
      name: 'postconf.txt',
      text: `config_directory = /etc/postfix-out\n${readFileSync(`${HERE}postconf.txt`, 'utf8')}`,
    },
    { name: 'master.txt', text: readFileSync(`${HERE}master.txt`, 'utf8') },
  ]);
  const change: Change = { kind: 'maxproc', service: 'smtp', count: 20 };
  // When a name is set twice, the last line counts, so remove the line that came from the file.
  const settingsOf = { ...second, main: second.main.filter(({ value }) => value !== '/etc/postfix') };
  expect(toApply([change, { kind: 'flush', at: 0 as never }], settingsOf, nothing).lines).toEqual([
    "postconf -c '/etc/postfix-out' -F 'smtp/unix/process_limit = 20'",
    "postqueue -c '/etc/postfix-out' -f",
    "postfix -c '/etc/postfix-out' reload",
  ]);
});
