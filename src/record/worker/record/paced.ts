/** Commands that limit a lane's mail to a number of deliveries per minute. They depend on how its next hop is set. */
import { copyLines, inFront, mapLines, setLine } from '../../importers/model/own-lines.ts';
import { quoted } from '../../importers/settings/shell-commands.ts';
import { filterOf } from '../../importers/model/own.ts';
import { type Way, relayWay, usualWay } from '../../importers/settings/ways.ts';
import type { LaneKind, LaneRates } from '../../protocol/record-questions.ts';
import type { Settings } from '../../protocol/settings.ts';

export interface LaneMail {
  lanes: LaneKind;
  transport: string;
  /** Next hops of the lane's mail, each with the domains of its recipients. */
  hops: { name: string; domains: readonly string[] }[];
  /** The lane's senders, needed only if nothing else distinguishes its mail from other mail. */
  senders: () => string[];
  /** `others`: the lane's transport carries other mail too. `shared`: the lane's next hops get other mail too. */
  others: boolean;
  shared: boolean;
}

type Wanted = Pick<LaneRates, 'byLimit' | 'byDelay' | 'agents' | 'rateDelay' | 'eachRecipient'>;

/** Maximum number of map entries, or senders, in the commands. For more, a comment recommends a table in a file. */
const ENTRIES = 30;
const OWN = 'paced';
/** Processes assumed if there is no limit. */
const PROCESSES = 100;

/** Returns the commands that limit the lane, and the sentence that explains these commands. */
export function pacedLines(
  settings: Settings | null,
  mail: LaneMail,
  wanted: Wanted,
): Pick<LaneRates, 'lines' | 'linesSay' | 'others'> {
  const { transport, hops, lanes, others } = mail;
  const [only] = hops;
  const fixed = hops.length === 1 && only !== undefined ? fixedBy(settings, transport, only.name) : null;
  const itself = !others && (fixed !== null || hops.length > 1 || lanes === 'transport');
  if (itself)
    return {
      others,
      linesSay: `${itselfWords(transport, fixed?.what ?? '')}${delayWords(hops.length)}`,
      lines: [...limitLines(transport, wanted, hops.length > 1, settings), 'postfix reload'],
    };
  const service = ownName(mail, fixed);
  const to = { service, maxproc: wanted.agents || PROCESSES };
  const set = ['destination_concurrency_limit', 'destination_rate_delay', 'transport_rate_delay'];
  const said = [...set, 'destination_concurrency_failed_cohort_limit', 'destination_recipient_limit'];
  const kept = wanted.eachRecipient ? said : said.slice(0, -1);
  const copy = copyLines(
    to,
    transport,
    settings,
    kept.map((suffix) => `${service}_${suffix}`),
  );
  const { lines, say } = toOwn(settings, mail, fixed, service);
  return {
    others,
    linesSay: `${say}${delayWords(hops.length)}`,
    lines: [
      ...copy,
      ...lines,
      ...limitLines(service, wanted, hops.length > 1, settings, true),
      'postfix reload',
    ],
  };
}

/** A single domain gives the transport its name, so that other domains can get their own with another limit. */
function ownName({ lanes, hops }: LaneMail, fixed: Fixed | null): string {
  const [only, ...more] = hops.flatMap(({ domains }) => domains);
  return fixed !== null || lanes === 'class' || only === undefined || more.length > 0
    ? OWN
    : `${OWN}-${only.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

function itselfWords(transport: string, what: string): string {
  return what === ''
    ? `This is all mail of ${transport} in the record, so ${transport} itself is limited. `
    : `All mail of ${transport} goes to this next hop (${what}), so ${transport} itself is limited. `;
}

function delayWords(hops: number): string {
  return hops > 1
    ? 'Each destination has its own window and rate delay, so only the transport can limit them together.'
    : 'With the delay one failed connection would defer all its mail, so the cohort limit is raised.';
}

/** A setting that gives mail its next hop, and commands that set the same next hop with the new transport. */
interface Fixed {
  what: string;
  lines: string[];
}

function fixedBy(settings: Settings | null, transport: string, nexthop: string): Fixed | null {
  if (settings === null) return null;
  const is = (way: Way | null): boolean => way?.transport === transport && way.nexthop === nexthop;
  const target = `${OWN}:${nexthop}`;
  const filters = [
    ...(is(filterOf(settings.main)) ? [setLine('content_filter', target)] : []),
    ...settings.services
      .filter(({ overrides }) => is(filterOf(overrides)))
      .map(({ name, type }) => `postconf -P ${quoted(`${name}/${type}/content_filter=${target}`)}`),
  ];
  if (filters.length > 0) return { what: 'content_filter', lines: filters };
  const relay = settings.main.some(({ name, expanded }) => name === 'relayhost' && expanded === nexthop);
  const route = (name: string): Fixed => ({
    what: relay ? 'relayhost' : name,
    lines: [setLine(name, relay ? OWN : target)],
  });
  if (is(usualWay(settings))) return route('default_transport');
  return is(relayWay(settings)) ? route('relay_transport') : null;
}

/** How mail reaches its new transport. Existing settings are kept. */
function toOwn(
  settings: Settings | null,
  { lanes, hops, shared, senders }: LaneMail,
  fixed: Fixed | null,
  service: string,
): { lines: string[]; say: string } {
  if (shared && lanes === 'class') {
    const change = { kind: 'own', mailClass: '', service: OWN, maxproc: 0 } as const;
    const all = senders();
    const mail = { sendersOf: () => ({ senders: all.slice(0, ENTRIES), mixed: [] }), nexthopOf: () => '' };
    return {
      lines: [...mapLines([change], settings, mail), ...moreLines(all.length, 'senders')],
      say: 'This gives the senders of this class their own transport. The map is by sender, so all their mail moves. An entry of a transport map that names a transport overrides it. ',
    };
  }
  if (fixed !== null && !shared)
    return {
      lines: [...fixed.lines, ...unnamed(settings, fixed)],
      say: `This gives the next hop set by ${fixed.what} its own transport. `,
    };
  const entries = hops.flatMap(({ name, domains }) =>
    domains.map((domain) => `${domain} = ${service}:${name === domain ? '' : name}`),
  );
  return {
    lines: [
      '# for several lanes, put all entries into the braces of one line, because a second line replaces the first',
      inFront('transport_maps', entries.slice(0, ENTRIES), settings),
      ...moreLines(entries.length, 'domains'),
    ],
    say: `This gives ${entries.length === 1 ? 'this domain its' : 'these domains their'} own transport, in front of existing maps. `,
  };
}

function moreLines(count: number, what: string): string[] {
  return count > ENTRIES
    ? [`# … and ${count - ENTRIES} other ${what}; use a table in a file for this many`]
    : [];
}

/** Entries of the transport map without a transport follow default_transport. */
function unnamed(settings: Settings | null, { lines }: Fixed): string[] {
  if (!lines.some((line) => line.includes('default_transport'))) return [];
  const follow = (settings?.routes ?? []).filter(
    ({ transport, nexthop }) => transport === '' && nexthop !== '',
  );
  const [one] = follow;
  if (one === undefined) return [];
  const old = usualWay(settings).transport;
  return [
    `# entries of the transport map without a transport would move too: write ${one.pattern} ${old}:${one.nexthop}${follow.length > 1 ? `, and the same for ${follow.length - 1} more` : ''}`,
  ];
}

function limitLines(
  name: string,
  { byLimit, byDelay, rateDelay, eachRecipient }: Wanted,
  several: boolean,
  settings: Settings | null,
  own = false,
): string[] {
  const service = own || settings?.services.some((one) => one.name === name) === true;
  const processes = service
    ? `postconf -F ${quoted(`${name}/unix/process_limit = ${byLimit}`)}`
    : `# set the process limit of ${name} in master.cf to ${byLimit}`;
  const delay = several ? `${name}_transport_rate_delay` : `${name}_destination_rate_delay`;
  const inherited = settings?.transports.some(
    ({ values }) =>
      values['destination_rate_delay']?.name === 'default_destination_rate_delay' &&
      (values['destination_rate_delay'].number ?? 0) > 0,
  );
  // A rate delay makes the limit 1, so it must be removed first.
  const freed = (own ? inherited === true : rateDelay > 0)
    ? [setLine(`${name}_destination_rate_delay`, '0s')]
    : [];
  const limited = several ? processes : setLine(`${name}_destination_concurrency_limit`, String(byLimit));
  return [
    ...(eachRecipient
      ? [
          '# make a domain one destination, with recipients of a message delivered together',
          setLine(`${name}_destination_recipient_limit`, '50'),
        ]
      : []),
    ...(byLimit < 1 ? [] : [`# with a limit of ${byLimit} at a time`, ...freed, limited]),
    byLimit < 1 ? '# with a rate delay' : '# or, instead, with a rate delay',
    setLine(delay, `${byDelay.delay}s`),
    ...(several ? [] : [setLine(`${name}_destination_concurrency_failed_cohort_limit`, '10')]),
  ];
}
