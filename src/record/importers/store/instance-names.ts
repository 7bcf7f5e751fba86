import type { Bytes } from '../bytes/scan.ts';
import { queueIdEnd } from '../facts/ids.ts';
import type { Instance } from './instance.ts';

/** What is known of an instance while its lines are read. */
interface Known {
  instance: Instance;
  host: string;
  name: string;
  /** True if the instance has lines of a queue manager. */
  manager: boolean;
}

/**
 * Decides which Postfix instance a line belongs to. A tag begins with a `syslog_name`. A service of master.cf may set
 * its own (`-o syslog_name=postfix-slow`), so not every name is an instance. Every instance has a queue manager. A name
 * without lines of a queue manager belongs to the instance whose queue ids it writes.
 *
 * This is often known only after some lines of the name were read. The reader then starts again with the names learned
 * so far.
 */
export class InstanceNames {
  /** Names learned: `host name` → the name of its Postfix. */
  private readonly partOf = new Map<string, string>();
  /** Names that have a queue manager, so each is an instance, even if a service in master.cf has the same name. */
  private readonly managers = new Set<string>();
  /** Pairs of names without a queue manager that wrote the same queue id: `host name` → `name`. */
  private readonly met = new Map<string, string>();
  /** First parts of the syslog_name of services in master.cf, and the syslog_name of its Postfix. */
  private readonly services: ReadonlySet<string>;
  private readonly own: string;
  /** True if a name was learned after lines of that name were read. */
  learned = false;

  constructor(services: readonly string[] = [], own = '') {
    this.own = own;
    this.services = new Set(services.map((name) => name.split('/')[0] ?? '').filter((name) => name !== own));
  }

  /** The instance that this name belongs to. */
  of(host: string, name: string): string {
    const key = `${host} ${name}`;
    if (this.managers.has(key)) return name;
    return this.partOf.get(key) ?? (this.services.has(name) ? this.own : name);
  }

  /** Notes that a name has a queue manager, so it is an instance and not a service of another one. */
  hasManager(host: string, name: string): void {
    const key = `${host} ${name}`;
    if (this.managers.has(key)) return;
    this.managers.add(key);
    if (this.partOf.delete(key) || this.services.has(name)) this.learned = true;
  }

  private learn(part: Known, whole: Known): boolean {
    const key = `${part.host} ${part.name}`;
    if (this.managers.has(key) || this.partOf.get(key) === whole.name) return false;
    this.partOf.set(key, whole.name);
    this.learned = true;
    return true;
  }

  /** Compares the queue id of a line with those of the other instances on the host. Returns true if a name was learned. */
  compare(member: Known, members: readonly Known[], buf: Bytes, from: number, to: number): boolean {
    const idTo = queueIdEnd(buf, from, to);
    if (idTo < 0) return false;
    let learned = false;
    for (const other of members) {
      if (other === member || other.host !== member.host || (other.manager && member.manager)) continue;
      if (!other.instance.hasOpen(buf, from, idTo)) continue;
      if (member.manager) learned = this.learn(other, member) || learned;
      else if (other.manager) learned = this.learn(member, other) || learned;
      else this.met.set(`${member.host} ${member.name}`, other.name);
    }
    return learned;
  }

  /**
   * Call at the end of the files. A name without a queue manager joins the name that wrote the same queue id (if no
   * name of the host has a queue manager), or the only instance of its host (if it wrote no queue id at all).
   */
  conclude(members: readonly Known[]): void {
    for (const member of members) {
      if (member.manager) continue;
      const others = members.filter((one) => one !== member && one.host === member.host);
      const met = others.find(({ name }) => name === this.met.get(`${member.host} ${member.name}`));
      const managers = others.filter(({ manager }) => manager);
      const [only] = managers;
      if (met !== undefined && managers.length === 0 && this.of(met.host, met.name) === met.name) {
        // Of two names `postfix` is the Postfix and the other its service, whichever came first.
        const [whole, part] = member.name === 'postfix' ? [member, met] : [met, member];
        this.learn(part, whole);
      } else if (only !== undefined && managers.length === 1 && member.instance.tables.lives.length <= 1)
        this.learn(member, only);
    }
  }
}
