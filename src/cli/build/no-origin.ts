import { createHash } from 'node:crypto';

/**
 * Says in a frame without an origin of its own (`<iframe sandbox="allow-scripts">`) why nothing starts there. It stands in
 * the page itself, and the policy knows it by its sum: WebKit takes `'self'` for no origin at all in such a frame and loads no file.
 * It never changes with the page, so that a host's own copy of the policy stays right.
 */
export const NO_ORIGIN_SCRIPT = `addEventListener('load',function(){var d=document,m=d.querySelector('.boot main'),p=d.createElement('p');if(self.origin!=='null'||location.protocol==='file:'||!m||'started' in d.documentElement.dataset)return;p.setAttribute('role','alert');p.className='boot-lead';p.textContent='It cannot start in this frame, which has no origin of its own (sandbox without allow-same-origin). Add allow-same-origin to the sandbox of the frame. Without it Safari loads nothing of this page, and other browsers only if its host sends Access-Control-Allow-Origin: *.';m.append(p)})`;

/** What stands for it in the policy. */
export const NO_ORIGIN_SUM = `'sha256-${createHash('sha256').update(NO_ORIGIN_SCRIPT).digest('base64')}'`;
