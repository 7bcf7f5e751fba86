import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HEADERS } from '../../src/cli/build/security.ts';
import { NGINX_CONF } from '../fixtures/nginx.ts';

const conf = readFileSync(NGINX_CONF, 'utf8');

test('nginx is told to send the headers that the build names', () => {
  for (const [name, value] of Object.entries(HEADERS))
    expect(conf).toContain(
      `add_header ${name} "${value.replace('ancestors *', 'ancestors $qmgrscope_ancestors')}" always;`,
    );
});

test('README shows the configuration that is tested', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const quoted = conf
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n');
  expect(readme).toContain(`\n${quoted}\n`);
});
