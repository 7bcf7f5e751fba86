/** Postfix programs by the meaning of their lines. `other`: a Postfix program whose lines are not used. */
export type Role =
  | 'qmgr'
  | 'smtpd'
  | 'pickup'
  | 'cleanup'
  | 'bounce'
  | 'delivery'
  | 'postsuper'
  | 'master'
  | 'other';

const ROLES: Readonly<Record<string, Role>> = {
  qmgr: 'qmgr',
  oqmgr: 'qmgr',
  nqmgr: 'qmgr',
  smtpd: 'smtpd',
  qmqpd: 'smtpd',
  pickup: 'pickup',
  cleanup: 'cleanup',
  bounce: 'bounce',
  defer: 'bounce',
  trace: 'bounce',
  smtp: 'delivery',
  lmtp: 'delivery',
  relay: 'delivery',
  local: 'delivery',
  virtual: 'delivery',
  pipe: 'delivery',
  error: 'delivery',
  retry: 'delivery',
  discard: 'delivery',
  postsuper: 'postsuper',
  master: 'master',
};

const OTHERS = new Set([
  'anvil',
  'dnsblog',
  'flush',
  'postalias',
  'postdrop',
  'postfix-script',
  'postlog',
  'postlogd',
  'postmap',
  'postqueue',
  'postscreen',
  'postconf',
  'proxymap',
  'proxywrite',
  'scache',
  'sendmail',
  'showq',
  'spawn',
  'tlsmgr',
  'tlsproxy',
  'trivial-rewrite',
  'verify',
]);

export interface Tag {
  /** `syslog_name`: the instance. Empty if the tag is not Postfix's. */
  instance: string;
  program: string;
  role: Role | null;
}

const NONE: Tag = { instance: '', program: '', role: null };

/**
 * Parses `{syslog_name}/{program}` or `{syslog_name}/{service}/{program}`. A known program counts under any
 * syslog_name; an unknown one only if the name begins with `postfix`.
 */
export function readTag(text: string): Tag {
  const parts = text.split('/');
  const program = parts.at(-1) ?? '';
  const instance = parts[0] ?? '';
  if (parts.length === 1) {
    return /^postfix([-.@]|$)/.test(text) ? { instance: text, program: '', role: 'other' } : NONE;
  }
  if (instance === '') return NONE;
  if (Object.hasOwn(ROLES, program)) return { instance, program, role: ROLES[program] ?? 'other' };
  return OTHERS.has(program) || instance.startsWith('postfix') ? { instance, program, role: 'other' } : NONE;
}
