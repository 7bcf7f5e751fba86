/**
 * Replaces all names that identify the owner of a record. Numbers follow the order of the real names and have equally many digits, because
 * the queue manager sorts recipients and destinations, and a shared record must sort the same way.
 */
import { ofForm, oneOf, padded, type Plain, plain, plainList, plainJoin } from './plain.ts';

/** Kinds of names, with the word used for each. */
const WORDS = {
  u: plain`u`,
  d: plain`d`,
  relay: plain`relay`,
  client: plain`client`,
  login: plain`login`,
  service: plain`service`,
  host: plain`host`,
  postfix: plain`postfix`,
  id: plain``,
} as const;
type NameKind = keyof typeof WORDS;

/** Services and programs of Postfix's own master.cf. */
const STOCK = plainList`smtp|smtps|relay|lmtp|local|virtual|pipe|error|retry|discard|smtpd|submission|submissions|pickup|cleanup|qmgr|oqmgr|rewrite|trivial-rewrite|bounce|defer|trace|verify|flush|proxymap|proxywrite|showq|anvil|scache|postlog|postlogd|tlsmgr|tlsproxy|dnsblog|postscreen|spawn|master|postsuper|maildrop|uucp|ifmail|bsmtp|scalemail-backend|mailman|none`;

/** The name if it is a service of Postfix's own master.cf, which says nothing about a site. Null otherwise. */
export const stockName = (name: string): Plain | null => oneOf(STOCK, name);

/** Collects names while a record is read, before any gets its number. */
interface Names {
  /** Notes a name. Numbers are assigned when the first token of the kind is requested. */
  note(kind: NameKind, name: string): void;
  /** `d03`. A name that was not noted gets the next number. */
  token(kind: NameKind, name: string): Plain;
  /** Every name with its token, in order of the tokens. */
  key(): [token: string, name: string][];
}

const plainOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
/**
 * Comparisons for kinds that are sorted with the character after them: local parts with their @, `10.0.0.3` with its
 * closing bracket.
 */
const ORDERS: Partial<Record<NameKind, (one: string, other: string) => number>> = {
  u: (one, other) => plainOrder(`${one}@`, `${other}@`),
  relay: (one, other) => plainOrder(`${one}]`, `${other}]`),
};

function createNames(): Names {
  const noted = new Map<NameKind, Set<string>>();
  const tokens = new Map<NameKind, Map<string, Plain>>();
  const settle = (kind: NameKind): Map<string, Plain> => {
    const known = tokens.get(kind);
    if (known !== undefined) return known;
    // Queue ids keep the order of the record.
    const all = [...(noted.get(kind) ?? [])];
    const sorted = kind === 'id' ? all : all.sort(ORDERS[kind] ?? plainOrder);
    const width = String(sorted.length).length;
    const made = new Map(sorted.map((name, i) => [name, form(kind, i + 1, width)]));
    tokens.set(kind, made);
    return made;
  };
  return {
    note(kind, name) {
      let names = noted.get(kind);
      if (names === undefined) noted.set(kind, (names = new Set()));
      names.add(name);
    },
    token(kind, name) {
      const known = settle(kind);
      const found = known.get(name);
      if (found !== undefined) return found;
      const made = form(kind, known.size + 1, String(known.size).length);
      known.set(name, made);
      return made;
    },
    key: () =>
      [...tokens].flatMap(([kind, known]) =>
        [...known].map(([name, token]): [string, string] => [
          kind === 'd' ? `${token}.example` : token,
          name,
        ]),
      ),
  };
}

/** A queue id consists of digits. Log readers require at least six for a short one. */
function form(kind: NameKind, number: number, width: number): Plain {
  return plain`${WORDS[kind]}${padded(number, kind === 'id' ? Math.max(6, width) : width)}`;
}

const MACHINE = /^\d{1,3}(\.\d{1,3}){3}$|:/;

/** Builds names for lines and settings from tokens. */
export class Renamer {
  readonly names: Names;
  private readonly domains = new Set<string>();

  constructor(names: Names = createNames()) {
    this.names = names;
  }

  noteAddress(address: string): void {
    if (address === '') return;
    const at = address.lastIndexOf('@');
    this.names.note('u', at < 0 ? address : address.slice(0, at));
    if (at >= 0) this.noteDomain(address.slice(at + 1));
  }

  /** Notes a domain in lower case. */
  noteDomain(name: string): void {
    this.domains.add(name.toLowerCase());
    this.names.note('d', name.toLowerCase());
  }

  /** Notes the hosts in the `relay=` of an attempt or in a next hop. */
  noteRelay(text: string): void {
    for (const host of hostsOf(text))
      if (!this.domains.has(host.toLowerCase())) this.names.note('relay', host);
  }

  /** An address with replaced names: `u17@d3.example`. The null sender stays. */
  address(address: string): Plain {
    if (address === '') return plain``;
    const at = address.lastIndexOf('@');
    const user = this.names.token('u', at < 0 ? address : address.slice(0, at));
    return at < 0 ? user : plain`${user}@${this.domain(address.slice(at + 1))}`;
  }

  /** The replaced name of a domain, or of an address in brackets. */
  domain(name: string): Plain {
    const literal = /^\[(.*)\]$/.exec(name);
    return literal === null
      ? plain`${this.names.token('d', name.toLowerCase())}.example`
      : plain`[${this.host(literal[1] ?? '')}]`;
  }

  host(name: string): Plain {
    return this.names.token('relay', name);
  }

  /** A relay with replaced names: `relay4[relay9]:25`, `none`, or the name of a transport. */
  relay(text: string): Plain {
    const parts = /^(.*)\[([^[]*)\](?::(\d+))?$/.exec(text);
    if (parts !== null) {
      const [, host = '', address = '', port] = parts;
      return plain`${this.host(host)}[${this.host(address)}]${portOf(port)}`;
    }
    return this.service(text);
  }

  /** A next hop with replaced names: `[relay4]:25`, a domain, or a domain with a port. */
  nexthop(text: string): Plain {
    const bracketed = /^\[(.*)\](?::(\w+))?$/.exec(text);
    if (bracketed !== null) return plain`[${this.host(bracketed[1] ?? '')}]${portOf(bracketed[2])}`;
    if (text === '') return plain``;
    const [host = '', port] = text.split(':', 2);
    return this.domains.has(host.toLowerCase()) || !MACHINE.test(host)
      ? plain`${this.domain(host)}${portOf(port)}`
      : plain`${this.host(host)}${portOf(port)}`;
  }

  /**
   * A queue name in lines of the queue manager: a next hop, preceded by the recipient if each recipient has its own
   * queue.
   */
  queue(text: string): Plain {
    const at = text.lastIndexOf('@');
    if (at <= 0) return this.nexthop(text);
    return plain`${this.names.token('u', text.slice(0, at))}@${this.nexthop(text.slice(at + 1))}`;
  }

  /** The replaced name of a service. Services of Postfix's own master.cf keep their names. */
  service(name: string): Plain {
    if (name === '') return plain``;
    return stockName(name) ?? ofForm('port', name) ?? this.names.token('service', name);
  }

  /** A tag with replaced names: `postfix1/service2/smtp`. */
  tag(tag: string): Plain {
    const [instance = '', ...services] = tag.split('/');
    return plainJoin([this.instance(instance), ...services.map((one) => this.service(one))], plain`/`);
  }

  /** The replaced name of an instance. `postfix` keeps its name. */
  instance(name: string): Plain {
    return name === 'postfix' ? WORDS.postfix : this.names.token('postfix', name);
  }
}

function portOf(port: string | undefined): Plain {
  const digits = port === undefined ? null : ofForm('port', port);
  return digits === null ? plain`` : plain`:${digits}`;
}

function hostsOf(text: string): string[] {
  const parts = /^(.*)\[([^[]*)\](?::\w+)?$/.exec(text);
  if (parts !== null) return [parts[1] ?? '', parts[2] ?? ''].filter((host) => host !== '');
  const [host = ''] = text.split(':', 1);
  return MACHINE.test(host) ? [host] : [];
}
