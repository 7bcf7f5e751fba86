import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { addressOf, headersOf, readRules } from '../serve.mjs';
import { createHash } from 'node:crypto';

/**
 * Explains why the page does not start in a frame with an opaque origin (`<iframe sandbox="allow-scripts">`). WebKit loads no
 * file in such a frame, because `'self'` matches nothing. So this script is inline, and the policy allows it by its hash. The
 * script never changes with the page, so a copy of the policy on a host stays valid.
 */
const NO_ORIGIN_SCRIPT = `addEventListener('load',function(){var d=document,m=d.querySelector('.boot main'),p=d.createElement('p');if(self.origin!=='null'||location.protocol==='file:'||!m||'started' in d.documentElement.dataset)return;p.setAttribute('role','alert');p.className='boot-lead';p.textContent='It cannot start in this frame, which has no origin of its own (sandbox without allow-same-origin). Add allow-same-origin to the sandbox of the frame. Without it Safari loads nothing of this page, and other browsers only if its host sends Access-Control-Allow-Origin: *.';m.append(p)})`;

const NO_ORIGIN_SUM = `'sha256-${createHash('sha256').update(NO_ORIGIN_SCRIPT).digest('base64')}'`;

/**
 * What the page may load and run. `blob:` images are pictures being exported; `blob:` workers belong to frames with an opaque
 * origin (`client/no-origin.ts`). `connect-src` is for files that the service worker and the pages load. `unsafe-inline` is
 * not needed: React sets styles through the object model, to which the policy does not apply. In browsers with Trusted Types,
 * assigning text as markup or as a script URL is an error.
 */
const POLICY: readonly (readonly [directive: string, value: string])[] = [
  ['default-src', "'none'"],
  ['script-src', `'self' ${NO_ORIGIN_SUM}`],
  ['worker-src', "'self' blob:"],
  ['connect-src', "'self'"],
  ['style-src', "'self'"],
  ['font-src', "'self'"],
  ['img-src', "'self' blob:"],
  ['manifest-src', "'self'"],
  // Only the example pages contain frames.
  ['frame-src', "'self'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', 'default'],
];

const CONTENT_SECURITY_POLICY = POLICY.map((pair) => pair.join(' ')).join('; ');

/**
 * Headers that a host should send with every file. For hosts that send no headers, the page repeats the policy in a meta
 * element. `frame-ancestors` works only as a header. Hosts should let other sites frame only the embedded view, which the
 * query shows (`headersOf` in `serve.mjs`, `public/examples/nginx.conf`); `_headers` can only match paths, so it lets them
 * frame all pages. `Access-Control-Allow-Origin: *` lets a frame with an opaque origin load the files, which are the same for
 * every reader.
 */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors *`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

/** Files with hashed names. Browsers may cache them for ever. */
const FOR_EVER = { folder: '/assets/', value: 'public, max-age=31536000, immutable' };

/**
 * Writes the policy and the inline script into the built page, and the headers into `_headers`, a file that several static
 * hosts read.
 */
export function security(): Plugin {
  return {
    name: 'qmgrscope-security',
    apply: (_config, { command, isPreview }) => command === 'build' || isPreview === true,
    configurePreviewServer({ middlewares, config: { root, build } }) {
      const rules = readRules(resolve(root, build.outDir));
      middlewares.use((request, response, next) => {
        const address = addressOf(request);
        if (address !== null)
          for (const header of Object.entries(headersOf(rules, address))) response.setHeader(...header);
        next();
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          '<meta charset="utf-8" />',
          `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}" />\n    <script>${NO_ORIGIN_SCRIPT}</script>`,
        ),
    },
    generateBundle() {
      const lines = Object.entries(HEADERS).map(([name, value]) => `  ${name}: ${value}`);
      const kept = `${FOR_EVER.folder}*\n  Cache-Control: ${FOR_EVER.value}\n`;
      this.emitFile({ type: 'asset', fileName: '_headers', source: `/*\n${lines.join('\n')}\n${kept}` });
    },
  };
}
