/**
 * Other names for what would tell whose mail it was: addresses (one domain stays one domain), hosts, machines, queue ids. The same
 * name gets the same one everywhere in one export.
 */
export class Anonyms {
  private readonly plain: boolean;
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** @param plain leaves everything as it is. */
  constructor(plain: boolean) {
    this.plain = plain;
  }

  /** An address as it is shown; without a name when names are hidden. */
  address(address: string): string {
    if (this.plain || address === '' || address === '<>') return address;
    const at = address.lastIndexOf('@');
    const user = this.token('u', address.toLowerCase());
    return at < 0 ? user : `${user}@${this.domain(address.slice(at + 1))}`;
  }

  /** A queue id as it is shown. */
  id(id: string): string {
    return this.plain ? id : this.token('id', id);
  }

  /** The name of the machine that logged, or under which an instance logs; `postfix` alone says nothing. */
  host(name: string): string {
    return this.plain || name === '' || name === 'postfix' ? name : this.token('host', name.toLowerCase());
  }

  /** A sentence: addresses, names of hosts, addresses of machines, queue ids and quoted answers in it. */
  text(text: string): string {
    if (this.plain) return text;
    return text
      .replace(/“[^”]*”?/g, (quote) => `“${/\b[245]\d\d\b( \d\.\d+\.\d+)?/.exec(quote)?.[0] ?? '…'}”`)
      .replace(/(?<![^\s<>(),;:“”])[^\s<>(),;:“”]+@[\w.-]+\w/g, (address) => this.address(address))
      .replace(/\[?\b\d{1,3}(?:\.\d{1,3}){3}\b\]?(?::\d+)?/g, (host) => this.token('relay', host))
      .replace(/\[[\da-f]*:[\da-f:.]*\](?::\d+)?/gi, (host) => this.token('relay', host))
      .replace(/\b(?=[\w]*\d)(?:[0-9A-F]{9,}|[0-9A-Za-z]{13,})\b/g, (id) => this.id(id))
      .replace(/(?<![@\w.-])[a-z0-9-]+(?:\.[a-z0-9-]+)+(?![\w@]|\.\w)/gi, (name) =>
        /^(master|main)\.cf$/.test(name) || /^[\d.]+$/.test(name) || /^d\d+\.example$/.test(name)
          ? name
          : this.domain(name),
      );
  }

  private domain(name: string): string {
    return `${this.token('d', name.toLowerCase())}.example`;
  }

  private token(kind: string, key: string): string {
    const known = this.known.get(`${kind} ${key}`);
    if (known !== undefined) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    const made = `${kind}${count}`;
    this.known.set(`${kind} ${key}`, made);
    return made;
  }
}
