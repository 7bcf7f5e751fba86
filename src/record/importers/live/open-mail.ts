/** A message that has not left: what is known of its recipients. */
interface OpenMail {
  active: boolean;
  /** Recipients that are neither delivered nor returned; −1 = the record began after it. */
  remaining: number;
  /** Of these, those that were not tried in this pass. */
  untried: number;
  /** Deferred recipients by destination, since its last pass began. */
  put: Map<number, number>;
}

/** More messages than this are counted no further: memory stays bounded whatever is sent here. */
const OPEN_MAX = 500_000;

/**
 * How many messages are active and deferred, counted from the lines: no line says that a message goes from active to
 * deferred, but the last of its recipients that are tried does.
 */
export class OpenMailCount {
  active = 0;
  deferred = 0;
  untried = 0;
  private readonly mails = new Map<string, OpenMail>();
  private readonly deferredBy = new Map<number, number>();

  /** Recipients of a destination that are deferred. */
  deferredAt(destination: number): number {
    return this.deferredBy.get(destination) ?? 0;
  }

  /** `queue active`; `recipients` = nrcpt of the line. True when the message was not known. */
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

  /** A recipient was tried: it left, or is deferred. */
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

  /** The message is gone. */
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

  /** The record has no line of it becoming active: how many recipients it has is not known. */
  private begunBefore(key: string, left: boolean): OpenMail | null {
    if (this.mails.size >= OPEN_MAX) return null;
    const mail: OpenMail = { active: left, remaining: -1, untried: 0, put: new Map() };
    this.mails.set(key, mail);
    if (left) this.active++;
    else this.deferred++;
    return mail;
  }
}
