import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { addressOf, headersOf, readRules } from '../serve.mjs';
import { createHash } from 'node:crypto';

/**
 * Says why the page does not start in a frame without an origin of its own (`<iframe sandbox="allow-scripts">`). WebKit loads
 * no file in such a frame: there `'self'` matches nothing. So this script is part of the page, and the policy allows it by its hash.
 * It never changes with the page, so that a host's own copy of the policy stays right.
 */
const NO_ORIGIN_SCRIPT = `addEventListener('load',function(){var d=document,m=d.querySelector('.boot main'),p=d.createElement('p');if(self.origin!=='null'||location.protocol==='file:'||!m||'started' in d.documentElement.dataset)return;p.setAttribute('role','alert');p.className='boot-lead';p.textContent='It cannot start in this frame, which has no origin of its own (sandbox without allow-same-origin). Add allow-same-origin to the sandbox of the frame. Without it Safari loads nothing of this page, and other browsers only if its host sends Access-Control-Allow-Origin: *.';m.append(p)})`;

/** What stands for it in the policy. */
const NO_ORIGIN_SUM = `'sha256-${createHash('sha256').update(NO_ORIGIN_SCRIPT).digest('base64')}'`;

/**
 * What the page may load and run, from nothing upwards. `blob:` pictures are exports being drawn; `blob:` workers are those
 * of a frame without an origin (`client/no-origin.ts`). `connect-src` is for the service worker's and the pages' own files. No `unsafe-inline`: React sets styles through the object model, which the
 * policy does not concern. Trusted Types make text assigned as markup or as a script's address an error in every browser
 * that has them.
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
  // Only the example pages hold frames.
  ['frame-src', "'self'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', 'default'],
];

const CONTENT_SECURITY_POLICY = POLICY.map((pair) => pair.join(' ')).join('; ');

/**
 * Headers that a host should send with every file. The page holds the same policy in a meta element, for hosts that send none.
 * Only a header can carry `frame-ancestors`. It should allow other sites for the embedded view alone, which a host tells by the
 * query (`headersOf` in `serve.mjs`, `public/examples/nginx.conf`). `_headers` goes by path and cannot, so it allows all.
 * `Access-Control-Allow-Origin: *` lets a frame without an origin load the files, which are equal for every reader.
 */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors *`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

/** Files whose names change with what they hold. */
const FOR_EVER = { folder: '/assets/', value: 'public, max-age=31536000, immutable' };

/** Puts the policy into the built page, with the script that it knows by its sum, and the headers into `_headers`, which several static hosts read. */
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
