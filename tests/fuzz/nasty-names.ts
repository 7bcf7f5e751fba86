import {
  GLOBAL_PARAMETERS,
  settingName,
  TRANSPORT_PARAMETERS,
} from '../../src/record/importers/settings/parameters.ts';
import type { Draw } from '../../src/learn/questions/draw.ts';
import { joinBundle } from '../../src/scenario/record/bundle.ts';

/**
 * Records in which every text identifies somebody. Each name contains a mark that no harmless text has, so that a name can be
 * recognized in an output.
 */

const hex = (n: number, width: number): string => n.toString(16).toUpperCase().padStart(width, '0');
/** Uses two networks reserved for documentation, so that 512 addresses differ. */
const machine = (n: number, one: string, other: string): string =>
  `${n % 512 < 256 ? one : other}.${n % 256}`;

/** For each kind of name, a function that makes the n-th name. The first 500 names of a kind are all different. */
export const NAME_KINDS: Readonly<Record<string, (n: number) => string>> = {
  'sender without a domain': (n) => `zqsender${n}`,
  'quoted local part': (n) =>
    n % 2 === 0 ? `"zq a${n}@zq b"@zqquoted${n}.example` : `"zq>, to=<zq${n}"@zqquoted.example`,
  'UTF-8 address': (n) => `žqä${n}@žqü${n}.example`,
  'punycode domain': (n) => `info@xn--zq${n}-kva.example`,
  'host of one label': (n) => `zqhost${n}`,
  'IPv4 address': (n) => machine(n, '203.0.113', '198.51.100'),
  'IPv4 address like a status code': (n) => machine(n, '5.7.113', '4.7.113'),
  'IPv6 address': (n) => `2001:db8:${hex(n + 1, 1)}::${hex(n + 1, 1)}`,
  transport: (n) => `zqtransport${n}`,
  'transport like a stock one': (n) => `smtp_zqtransport${n}`,
  'syslog name': (n) => `postfix-zqinstance${n}`,
  'syslog name of a service': (n) => `postfix/zqservice${n}`,
  'next hop': (n) => `[zqhop${n}.example]:2525`,
  'queue id': (n) => `F00D${hex(n, 8)}`,
  'message id': (n) => `zqmid${n}.zq@zqmidhost.example`,
  'SASL user': (n) => `zquser${n}`,
  'text of an error transport': (n) => `5.1.1 zqgone${n} has left zqcorp`,
  'behind a quotation mark': (n) => `“zqinside${n}” zqbehind${n} ”zq“ zq "zq' zq`,
  'reason with a mailbox': (n) => `mailbox zqbox${n} of zqperson is full`,
  'relay with a port': (n) => `zqrelay${n}.example[203.0.113.7]:zqport${n}`,
  'version with a suffix': (n) => `3.7.11-zqbuild${n}.zq`,
  'status code with a tail': (n) => `5.7.1-zqstatus${n}`,
  path: (n) => `/srv/zqpath${n}/conf`,
  'parameter name': (n) => `zqparameter${n}_destination_rate_delay`,
  markup: (n) => `<b>zqmarkup${n}</b>`,
};

export const TELLS = /zq|žq|203\.0\.113|198\.51\.100|[45]\.7\.113|db8:|F00D/i;

type Maker = readonly [kind: string, make: (n: number) => string];

const MAKERS: readonly Maker[] = Object.entries(NAME_KINDS);
const isWord = (name: string): boolean => /^[^\s,]+$/.test(name);
/** Kinds of names that are one word, and kinds with blanks. Fewer places accept blanks, so the latter are drawn more often. */
const WORDS = MAKERS.filter(([, make]) => isWord(make(0)) && isWord(make(1)));
const PHRASES = MAKERS.filter((maker) => !WORDS.includes(maker));
const ANY = [...MAKERS, ...PHRASES, ...PHRASES];

/** Inserts names into texts: `{}` is replaced by a name of any kind, `{w}` by a name without a blank. */
interface Planter {
  put(text: string): string;
  planted: ReadonlyMap<string, number>;
}

/** Makes a planter. Each place of a text gets the kinds in turn, so that each kind occurs at each place. */
function planter(start: number): Planter {
  const planted = new Map<string, number>();
  const turns = new Map<string, number>();
  const next = (place: string, makers: readonly Maker[]): string => {
    const turn = turns.get(place) ?? start + turns.size * 7;
    turns.set(place, turn + 1);
    const [kind, make] = makers[turn % makers.length]!;
    const count = planted.get(kind) ?? 0;
    planted.set(kind, count + 1);
    return make(count + start);
  };
  return {
    planted,
    put(text) {
      let place = 0;
      return text.replaceAll(/\{(w?)\}/g, (_, word: string) =>
        next(`${text} ${++place}`, word === '' ? ANY : WORDS),
      );
    },
  };
}

/**
 * Replies in all formats that Postfix logs, and a case without a reply. `{relay}` is equal in several attempts, because
 * findings depend on repetition.
 */
const REPLIES: readonly [status: string, reply: string][] = [
  [
    'deferred',
    'host {relay} said: 450 4.2.0 <{}>: Recipient address rejected: Greylisted by {} (in reply to RCPT TO command)',
  ],
  ['deferred', 'connect to {relay}: {} Connection timed out'],
  ['deferred', 'host {relay} refused to talk to me: 421 {} too many connections from {}'],
  ['deferred', 'host {relay} said: 451 4.7.1 {} rate limit of {} (in reply to {} command)'],
  ['deferred', 'lost connection with {relay} while {} receiving the initial server greeting'],
  ['deferred', 'conversation with {w} timed out while sending {}'],
  ['deferred', 'delivery temporarily suspended: host {relay} refused to talk to me: 421 {}'],
  ['deferred', 'Host or domain name not found. Name service error for name={w} type=MX: {} try again'],
  ['deferred', 'TLS is required, but was not offered by host {}'],
  ['deferred', 'cannot find your reverse hostname, [{}] {}'],
  ['deferred', '{}'],
  ['deferred', 'mail for {} is not deliverable: {}'],
  ['bounced', 'host {relay} said: 550-5.7.1 [{}] {} 550 5.7.1 Ask {} (in reply to end of DATA command)'],
  ['bounced', 'unknown user: "{}"'],
  ['sent', '250 2.0.0 Ok: queued as {w} on {}'],
  ['sent', 'delivered to command: {}'],
  ['sent', 'forwarded as {w}'],
  ['sent', '{}'],
];

interface Site {
  host: string;
  instance: string;
  domain: string;
  relay: string;
  tag: string;
}

/** Makes the log lines of one message. Every text of a line is a name. */
function life(n: number, { instance, domain, relay, tag }: Site, put: Planter['put'], draw: Draw): string[] {
  const id = `F00D${hex(n, 6)}ABC`;
  const tries = Array.from({ length: 4 }, (_, i): string => {
    const [status, reply] = REPLIES[(n + i * 5) % REPLIES.length]!;
    const same = draw.below(3) > 0;
    const made = put(reply.replaceAll('{relay}', same ? 'RELAY' : '{w}')).replaceAll('RELAY', relay);
    const to = same ? `zqlocal${n}.${i}@${domain}` : put('{}');
    const dsn = same ? (status === 'sent' ? '2.0.0' : '4.4.1') : put('{w}');
    return `${same ? tag : put(n % 6 === 0 ? '{w}/smtp' : 'postfix/{w}/smtp')}[${9000 + (n % 5)}]: ${id}: to=<${to}>, orig_to=<${put('{}')}>, relay=${same ? relay : put('{w}')}, delay=${60 + n}, delays=1/${50 + n}/1/8, dsn=${dsn}, status=${status} (${made})`;
  });
  const before = [
    `smtpd[60]: ${id}: client={w}[{w}], sasl_method=PLAIN, sasl_username={w}, sasl_sender={w}`,
    `cleanup[61]: ${id}: message-id=<{}>`,
    `cleanup[61]: ${id}: warning: header Subject: {} from {w}[{w}]; from=<{}> to=<{}> proto=ESMTP helo=<{w}>`,
    `qmgr[62]: ${id}: from=<{}>, size=2000, nrcpt=4 (queue active)`,
    `qmgr[62]: qmgr_peer_select: ${id} {w} {} (1 of 2)`,
    `qmgr[62]: qmgr_queue_throttle: queue {}: limit 20 window 3 success 0 failure 0.5 fail_cohorts 1`,
  ];
  const after = [
    `bounce[63]: ${id}: sender non-delivery notification: {w}`,
    `postsuper[64]: ${id}: {}`,
    `qmgr[62]: ${id}: from=<{}>, status=expired, returned to sender`,
    `qmgr[62]: ${id}: removed`,
  ];
  const own = (line: string): string => `${instance}/${planted(line, id, put)}`;
  return [...before.map(own), ...tries, ...after.map(own)];
}

/** Replaces the message id during planting, so that equal lines of two messages get the same name. */
const planted = (line: string, id: string, put: Planter['put']): string =>
  put(line.replaceAll(id, 'ID')).replaceAll('ID', id);

const AROUND = [
  'master[1]: daemon started -- version {w}, configuration {w}',
  'master[1]: reload -- version {w}, configuration {}',
  'postfix-script[1]: {}',
  'smtpd[2]: connect from {w}[{w}]',
  'smtpd[2]: NOQUEUE: reject: RCPT from {w}[{w}]: 554 5.7.1 {}; from=<{}> to=<{}> proto=ESMTP helo=<{w}>',
  'smtp[3]: warning: {}',
  'error[3]: fatal: {}',
  'qmgr[62]: warning: mail for {w} is using up 5000 of 6000 active queue entries',
  'qmgr[62]: {w}: {w} feedback type 1 value at 5: 0.2',
  'qmgr[62]: {w}: {w}_destination_concurrency_zq_destination_concurrency_positive_feedback feedback type 1 value at 5: 1.e.{w}',
  'qmgr[62]: {}',
];

function logOf(messages: number, put: Planter['put'], draw: Draw): string {
  // A small log has only one site, because findings need several messages of a site.
  const count = messages > 20 ? 3 : 1 + draw.below(3);
  const sites = [1, 2, 3].slice(0, count).map((n): Site => {
    const plain = n === 1;
    return {
      host: put('{w}').replaceAll(/[^\w.-]/g, 'zq'),
      instance: plain ? 'postfix' : `postfix-zq${n}`,
      domain: `zqdomain${n}.example`,
      relay: `zqmx${n}.example[203.0.113.${n}]:25`,
      tag: plain ? 'postfix/smtp' : `postfix-zq${n}/zqtransport${n}/smtp`,
    };
  });
  const lines = Array.from({ length: messages }, (_, n) => {
    const site = sites[n % sites.length]!;
    const around = AROUND.map((line) => `${site.instance}/${put(line)}`);
    return [...life(n, site, put, draw), ...(n % 4 === 0 ? around : []), put('zqprogram[5]: {}')].map(
      (line) => [site.host, line] as const,
    );
  }).flat();
  const start = Date.UTC(2026, 10, 21);
  return lines
    .map(
      ([host, line], i) =>
        `${new Date(start + i * 700).toISOString().replace('Z', '+00:00')} ${host} ${line}\n`,
    )
    .join('');
}

const parameterNames = (): string[] => [
  ...GLOBAL_PARAMETERS.keys(),
  ...[...TRANSPORT_PARAMETERS.keys()].flatMap((suffix) => [
    settingName(suffix),
    `smtp_${suffix}`,
    `{w}_${suffix}`,
    `smtp_{w}_${suffix}`,
    `zqtransport2_${suffix}`,
  ]),
  ...'mail_version smtp_connection_cache_on_demand delay_logging_resolution_limit {w}'.split(' '),
];

const MASTER = [
  'smtp unix - - n - 2 smtp -o {w}={w}',
  'zqtransport2 unix - - n - 1 smtp -o syslog_name=postfix-zq2/zqtransport2 -o smtp_{w}_destination_rate_delay=1s',
  '{w} unix - - n - 1 smtp -o syslog_name={w} -o relayhost={w} -o mail_version={w}',
  '{w} inet {w} {w} {w} {w} {w} {w} {w} -o content_filter={w}',
  '{w}:25 inet n - n - - smtpd -v -o {w}_destination_rate_delay={w}',
  'zqpipe unix - n n - - pipe flags={w} user={w} argv={w} {w}',
].join('\n');

const ROUTES = [
  '{w} {w}:{w}',
  'zqdomain1.example zqtransport2:[{w}]:{w}',
  'zqdomain2.example error:{}',
  '.{w} smtp:{w}',
  '* zqtransport2:{w}',
].join('\n');

/** Predicates of classes. Each matches part of most records, but contains no name of the record. */
const PREDICATES = [
  'from!={w}',
  'to!=*@{w} or size>1',
  'client!={w} and user!={w}',
  'not relay={w}',
  'not (message-id={w} or id={w})',
  'reply!=*{w}*',
  'to=*@zqdomain1.example',
  'reply=*rate*',
];

const quotes = (text: string): string => JSON.stringify(text).slice(1, -1);

function queueOf(put: Planter['put']): string {
  return Array.from({ length: 3 }, (_, n) =>
    JSON.stringify({
      queue_name: n === 0 ? 'deferred' : put('{w}'),
      queue_id: put('{w}'),
      arrival_time: 1_795_000_000 + n,
      message_size: n,
      sender: put('{}'),
      recipients: [{ address: put('{}'), delay_reason: put(`host zqmx1.example[203.0.113.1] said: 450 {}`) }],
    }),
  ).join('\n');
}

/**
 * Makes a record with its settings, queue and classes as one text, in the format of `share`. Also returns the number of names
 * of each kind.
 */
export function nastyRecord(
  draw: Draw,
  messages: number,
): { text: string; planted: ReadonlyMap<string, number> } {
  const { put, planted } = planter(draw.below(MAKERS.length));
  const main = [
    ...parameterNames().map((name) => put(`${name} = {}`)),
    ...(draw.below(2) === 0 ? ['smtp_destination_concurrency_limit = 2', 'minimal_backoff_time = 300s'] : []),
  ];
  const classes = PREDICATES.map((predicate, n) => {
    const name = n % 2 === 0 ? `zqclass ${n}` : `large mail ${n}`;
    return `{"class":"${name}","predicate":"${quotes(put(predicate).replaceAll(/[()"]/g, ''))}"}`;
  });
  const parts = [
    { name: 'maillog', text: logOf(messages, put, draw) },
    { name: 'postconf.txt', text: `${main.join('\n')}\n` },
    { name: 'master.txt', text: `${put(MASTER)}\n` },
    { name: 'transport.txt', text: `${put(ROUTES)}\n` },
    { name: 'postqueue.jsonl', text: `${queueOf(put)}\n` },
    { name: 'classes.jsonl', text: `${classes.join('\n')}\n` },
  ];
  return { text: joinBundle(parts), planted };
}
