import type { ActivationRow, AttemptRow } from '../../../protocol/ids.ts';
import type { Settings } from '../../protocol/settings.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { Instance } from '../store/instance.ts';
import { EVENT_KINDS, OUTCOMES, STATUSES } from '../store/tables.ts';
import { Destination, noTotals } from './destination.ts';
import { Moments } from './moments.ts';
import { Ring } from './ring.ts';
import { domainOf } from '../domain.ts';
import { listItems } from '../settings/lines.ts';
import { routeFinder, wayTo } from '../settings/ways.ts';

/** Most destinations with their own state. All further destinations share one state. */
const DESTINATIONS_MAX = 300;
const OTHERS = 'all others';
const RELAYS_MAX = 20_000;

interface Taken {
  activations: number;
  attempts: number;
  windows: number;
  events: number;
}

/** Processes the rows that log lines add to a record, and keeps what the live view needs. */
export class Follower {
  readonly arrivals = new Ring();
  readonly deliveries = new Ring();
  readonly active = new Ring();
  readonly deferred = new Ring();
  readonly destinations = new Map<string, Destination>();
  readonly transports = new Map<string, Ring>();
  readonly moments = new Moments();
  readonly mail = new OpenMailCount();
  readonly totals = noTotals();
  messages = 0;
  removed = 0;
  /** Stamps of the first and the latest line. */
  first = 0;
  last = 0;
  private readonly numbers = new Map<Destination, number>();
  private taken: Taken[] = [];
  /** Destinations by queue name. A queue has the name of the destination itself, or of a next hop seen in `relay=`. */
  private readonly queues = new Map<string, Set<Destination>>();
  private readonly relays = new Set<string>();
  readonly queueNames = new QueueNames();
  private settings: Settings | null = null;

  /** Advances to a line's stamp and evaluates the seconds that have ended. */
  reach(time: EpochMicros, settings: Settings | null): void {
    this.settings = settings;
    if (this.first === 0) this.first = time;
    if (time <= this.last) return;
    const second = Math.floor(time / MICROS_PER_SECOND);
    const before = Math.floor(this.last / MICROS_PER_SECOND);
    this.last = time;
    if (second === before) return;
    this.active.reach(second, this.mail.active);
    this.deferred.reach(second, this.mail.deferred);
    if (before === 0) return;
    this.moments.second(second - 1);
    for (const { name, maxproc } of settings?.transports ?? []) {
      const busy = this.transports.get(name);
      if (busy !== undefined && maxproc.number !== null && maxproc.number > 0)
        this.moments.busy(
          name,
          (second - 1) * MICROS_PER_SECOND,
          busy.sum(second - 6, second - 1) / 5,
          maxproc.number,
        );
    }
  }

  /** Processes the rows added by the current line. `member` = index of the instance in the record. */
  absorb(instance: Instance, member: number): void {
    const { activations, attempts, windows, events } = instance.tables;
    const taken = (this.taken[member] ??= { activations: 1, attempts: 1, windows: 1, events: 1 });
    for (; taken.activations < activations.length; taken.activations++)
      this.activation(instance, taken.activations);
    for (; taken.attempts < attempts.length; taken.attempts++) this.attempt(instance, taken.attempts);
    for (; taken.windows < windows.length; taken.windows++) this.window(instance, taken.windows);
    for (; taken.events < events.length; taken.events++) this.event(instance, taken.events);
  }

  gone(id: string): void {
    this.removed++;
    this.mail.removed(id);
    this.sample();
  }

  /** Call when a new record replaces the old one: its rows start again. */
  renewed(): void {
    this.taken = [];
  }

  deferredAt(of: Destination): number {
    return this.mail.deferredAt(this.numbers.get(of) ?? -1);
  }

  private sample(): void {
    const second = Math.floor(this.last / MICROS_PER_SECOND);
    this.active.set(second, this.mail.active);
    this.deferred.set(second, this.mail.deferred);
  }

  private activation({ tables, pools }: Instance, row: ActivationRow): void {
    const { activations, lives } = tables;
    const life = activations.life[row] ?? 0;
    const time = activations.time[row] ?? 0;
    const fresh = this.mail.activated(pools.texts.text(lives.id[life] ?? 0), lives.nrcpt[life] ?? 0);
    if (fresh && activations.ordinal[row] === 1) {
      this.messages++;
      this.arrivals.add(Math.floor(time / MICROS_PER_SECOND), 1);
      this.moments.came(pools.strings.text(lives.sender[life] ?? 0), time);
    }
    this.sample();
  }

  private attempt({ tables, pools }: Instance, row: AttemptRow): void {
    const { attempts, lives, deliveries, agents } = tables;
    const time = attempts.time[row] ?? 0;
    const life = attempts.life[row] ?? 0;
    const relay = pools.strings.text(attempts.relay[row] ?? 0);
    const domain = domainOf(pools.strings.text(attempts.to[row] ?? 0));
    const of = this.destination(this.queueNames.of(this.settings, domain, relay));
    const status = STATUSES[attempts.status[row] ?? 0] ?? 'other';
    const outcome = OUTCOMES[attempts.outcome[row] ?? 0] ?? 'unknown';
    if (status !== 'sent' && status !== 'deferred' && status !== 'bounced') return;
    const second = Math.floor(time / MICROS_PER_SECOND);
    of.seen = time;
    this.relay(of, relay);
    this.deliveries.add(second, 1);
    for (const totals of [this.totals, of.totals]) {
      totals[status]++;
      if (outcome === 'suspended') totals.suspended++;
    }
    if (outcome !== 'suspended') of.failing = outcome === 'connection' || outcome === 'handshake';
    if (outcome === 'connection' || outcome === 'handshake') of.refused.add(second, 1);
    else if (outcome === 'refused-later') of.later.add(second, 1);
    this.mail.tried(pools.texts.text(lives.id[life] ?? 0), this.numbers.get(of) ?? 0, status !== 'deferred');
    const delivery = attempts.delivery[row] ?? 0;
    if (outcome !== 'suspended' && deliveries.first[delivery] === row) {
      const took = ((attempts.c[row] ?? 0) + (attempts.d[row] ?? 0)) * MICROS_PER_SECOND;
      of.busy.addStretch(time - took, time);
      const tag = pools.strings.text(agents.tag[deliveries.agent[delivery] ?? 0] ?? 0);
      this.transport(transportOf(tag)).addStretch(time - took, time);
      if (lives.activations[life] === 1) this.moments.waited(time, attempts.b[row] ?? 0);
    }
    const reply = status === 'sent' ? '' : pools.replies.text(attempts.reply[row] ?? 0);
    this.moments.tried(of, time, outcome, reply, of.busy.at(second - 1));
    this.sample();
  }

  private window({ tables: { windows }, pools }: Instance, row: number): void {
    for (const of of this.queues.get(domainOf(pools.strings.text(windows.queue[row] ?? 0))) ?? []) {
      of.window = windows.window[row] ?? null;
      of.limit = windows.limit[row] ?? null;
    }
  }

  /** Links queues named after the next hops in `relay=host[address]:port` to the destination. */
  private relay(of: Destination, relay: string): void {
    const key = `${of.name} ${relay}`;
    if (this.relays.has(key) || this.relays.size >= RELAYS_MAX) return;
    this.relays.add(key);
    const [, host = '', address = '', port = ''] = /^([^[]+)\[([^\]]*)\]:(\d+)$/.exec(relay) ?? [];
    const hops = [host, address].flatMap((name) =>
      name === '' ? [] : [`[${name}]:${port}`, ...(port === '25' ? [`[${name}]`, name] : [])],
    );
    for (const queue of [of.name, ...hops]) {
      const known = this.queues.get(queue);
      if (known === undefined) this.queues.set(queue, new Set([of]));
      else known.add(of);
    }
  }

  private event({ tables: { events }, pools }: Instance, row: number): void {
    const kind = EVENT_KINDS[events.kind[row] ?? 0];
    const text = pools.strings.text(events.text[row] ?? 0);
    if (
      kind === 'start' ||
      kind === 'reload' ||
      kind === 'stop' ||
      kind === 'clog' ||
      kind === 'warning' ||
      kind === 'lost-lines'
    )
      this.moments.tell(events.time[row] ?? 0, kind, text);
  }

  private destination(name: string): Destination {
    const known = this.destinations.get(name);
    if (known !== undefined) return known;
    if (this.destinations.size >= DESTINATIONS_MAX && name !== OTHERS) return this.destination(OTHERS);
    const of = new Destination(name);
    this.numbers.set(of, this.destinations.size);
    this.destinations.set(name, of);
    return of;
  }

  private transport(name: string): Ring {
    let ring = this.transports.get(name);
    if (ring === undefined) this.transports.set(name, (ring = new Ring()));
    return ring;
  }
}

interface OpenMail {
  active: boolean;
  /** Recipients neither delivered nor bounced. −1 = the message arrived before the log began. */
  remaining: number;
  /** Remaining recipients not yet attempted in this pass. */
  untried: number;
  /** Number of deferred recipients by destination, since the message's last pass began. */
  put: Map<number, number>;
}

/** Limit of tracked messages, so that memory stays bounded. */
const OPEN_MAX = 500_000;

/** Counts active and deferred messages. No log line says that a message becomes deferred; it follows from the last attempt of a pass. */
class OpenMailCount {
  active = 0;
  deferred = 0;
  untried = 0;
  private readonly mails = new Map<string, OpenMail>();
  private readonly deferredBy = new Map<number, number>();

  deferredAt(destination: number): number {
    return this.deferredBy.get(destination) ?? 0;
  }

  /** Handles `queue active`; `recipients` = nrcpt of the line. Returns true if the message is new. */
  activated(key: string, recipients: number): boolean {
    const known = this.mails.get(key);
    if (known === undefined) {
      if (this.mails.size >= OPEN_MAX) return true;
      this.mails.set(key, { active: true, remaining: recipients, untried: recipients, put: new Map() });
      this.active++;
      this.untried += recipients;
      return true;
    }
    if (known.remaining < 0) known.remaining = recipients;
    this.leaveActive(known);
    if (!known.active) this.deferred--;
    this.forgetPut(known);
    known.active = true;
    known.untried = known.remaining;
    this.active++;
    this.untried += known.untried;
    return false;
  }

  /** Handles an attempt for a recipient, which left or was deferred. */
  tried(key: string, destination: number, left: boolean): void {
    const mail = this.mails.get(key) ?? this.begunBefore(key, left);
    if (mail === null) return;
    if (left && mail.remaining > 0) mail.remaining--;
    if (!left) {
      mail.put.set(destination, (mail.put.get(destination) ?? 0) + 1);
      this.deferredBy.set(destination, this.deferredAt(destination) + 1);
    }
    if (!mail.active || mail.untried <= 0) return;
    mail.untried--;
    this.untried--;
    if (mail.untried > 0 || mail.remaining === 0) return;
    mail.active = false;
    this.active--;
    this.deferred++;
  }

  removed(key: string): void {
    const mail = this.mails.get(key);
    if (mail === undefined) return;
    if (mail.active) this.leaveActive(mail);
    else this.deferred--;
    this.forgetPut(mail);
    this.mails.delete(key);
  }

  private leaveActive(mail: OpenMail): void {
    if (!mail.active) return;
    this.active--;
    this.untried -= Math.max(0, mail.untried);
  }

  private forgetPut(mail: OpenMail): void {
    for (const [destination, n] of mail.put)
      this.deferredBy.set(destination, this.deferredAt(destination) - n);
    mail.put.clear();
  }

  /** Returns the state of a message without a `queue active` line, whose number of recipients is unknown. */
  private begunBefore(key: string, left: boolean): OpenMail | null {
    if (this.mails.size >= OPEN_MAX) return null;
    const mail: OpenMail = { active: left, remaining: -1, untried: 0, put: new Map() };
    this.mails.set(key, mail);
    if (left) this.active++;
    else this.deferred++;
    return mail;
  }
}

/** Names of queues that are cached; further ones are computed each time. */
const CACHED_NAMES = 20_000;

/**
 * Maps a recipient domain to its queue (destination): the domain, or the next hop it shares with others. With a relay
 * host all domains share one queue, one window and one dead state, but a growing log shows only domains.
 */
class QueueNames {
  private settings: Settings | null = null;
  private readonly names = new Map<string, string>();

  /** @param relay The `relay=` of the log line; '' = unknown. */
  of(settings: Settings | null, domain: string, relay: string): string {
    if (settings === null) return domain;
    if (this.settings !== settings) {
      this.settings = settings;
      this.names.clear();
    }
    // A local delivery program has no next hop.
    if (relay !== '' && relay !== 'none' && !relay.includes('[')) return domain;
    let name = this.names.get(domain);
    if (name === undefined) {
      const local = listItems((settings.globals['mydestination']?.value ?? '').toLowerCase());
      const route = routeFinder(settings)(`@${domain}`);
      // A domain with its own transport map entry usually has its own next hop, so it keeps its name.
      const own = local.includes(domain) || (route !== undefined && route.pattern !== '*');
      name = own ? domain : wayTo(settings, domain).nexthop || domain;
      if (this.names.size < CACHED_NAMES) this.names.set(domain, name);
    }
    return name;
  }
}

/** `postfix/slow/smtp` belongs to the transport slow. Otherwise the program names the transport (record/importers/README.md §2.1). */
function transportOf(tag: string): string {
  const parts = tag.split('/');
  return parts.length > 2 ? (parts.at(-2) ?? '') : (parts.at(-1) ?? '');
}
