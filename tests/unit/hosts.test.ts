import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { HEADERS, security } from '../../src/cli/build/security.ts';
import { NGINX_CONF } from '../fixtures/nginx.ts';

const conf = readFileSync(NGINX_CONF, 'utf8');

test('nginx sends the headers that the build names', () => {
  for (const [name, value] of Object.entries(HEADERS))
    expect(conf).toContain(
      `add_header ${name} "${value.replace('ancestors *', 'ancestors $qmgrscope_ancestors')}" always;`,
    );
});

test('a preview lets other sites frame the embedded view only, as nginx does', () => {
  const root = mkdtempSync(join(tmpdir(), 'qmgrscope-preview-'));
  try {
    writeFileSync(join(root, '_headers'), `/*\n  Content-Security-Policy: frame-ancestors *\n`);
    const use = vi.fn<(handler: (request: object, response: object, next: () => void) => void) => void>();
    const { configurePreviewServer } = security();
    if (typeof configurePreviewServer !== 'function') throw new Error('the plugin has no such hook');
    Reflect.apply(configurePreviewServer, {}, [
      { middlewares: { use }, config: { root, build: { outDir: '.' } } },
    ]);
    const policy = (url: string): string | undefined => {
      const setHeader = vi.fn<(name: string, value: string) => void>();
      use.mock.calls[0]?.[0]({ url }, { setHeader }, () => {});
      return new Map(setHeader.mock.calls).get('Content-Security-Policy');
    };
    expect(policy('/')).toBe("frame-ancestors 'self'");
    expect(policy('/?embed=stage')).toBe('frame-ancestors *');
  } finally {
    rmSync(root, { recursive: true });
  }
});
