import { expose } from 'comlink';
import { LiveRecord } from '../importers/live/live-record.ts';
import { readSettings } from '../importers/settings/read.ts';
import type { LiveApi, LiveSource, LiveSpan, LiveState, LiveView } from '../protocol/live.ts';
import { type Heard, listen, watchFile } from './live/lines.ts';
import { claimThread } from '../../worker/hosts/claim-thread.ts';
import { MICROS_PER_MILLI } from '../../protocol/units.ts';

claimThread('the log that grows');

/** Minimum interval between views, and interval when no lines arrive, in milliseconds. */
const PICTURE_MS = 200;
const STILL_MS = 1000;
/** The last bytes of the log, at most this many, are kept so that the user can save them as a record. */
const KEPT = 64 * 1024 * 1024;
/** If the last line is older (milliseconds), the view ends at that line. */
const OLD_MS = 900_000;

type Show = (view: LiveView | null, state: LiveState) => void;

const BEGIN: LiveState = {
  link: 'opening',
  name: '',
  reason: '',
  behind: 0,
  lost: 0,
  rotations: 0,
  rotatedAt: 0,
  at: 0,
  readAt: 0,
};

class Live implements Heard {
  span: LiveSpan = 900;
  kept: Uint8Array[] = [];
  /** Settings and the last queue listing, which are saved with the log. */
  readonly texts = new Map<string, string>();
  private keptBytes = 0;
  private state = { ...BEGIN };
  private record: LiveRecord | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = 0;
  private readonly show: Show;
  private readonly stopLines: () => void;

  constructor(source: LiveSource, show: Show) {
    this.show = show;
    this.stopLines =
      'stream' in source
        ? listen(source.stream, this)
        : watchFile(source.handle, source.name, source.zone, this);
    this.soon(0);
  }

  stop(): void {
    this.stopLines();
    clearTimeout(this.timer);
  }

  readonly hello: Heard['hello'] = ({ name, zone, settings, lost }) => {
    this.record ??= new LiveRecord(zone, Date.now());
    if (settings.length > 0) this.record.settings = readSettings(settings);
    for (const one of settings) this.texts.set(one.name, one.text);
    this.state = { ...this.state, link: 'following', name, reason: '', lost: this.state.lost + lost };
    this.soon();
  };

  readonly lines: Heard['lines'] = (bytes, read, behind) => {
    this.record?.take(bytes);
    this.keep(bytes);
    const link = this.state.link === 'gone' ? 'following' : this.state.link;
    this.state = { ...this.state, link, behind, readAt: read };
    this.soon();
  };

  readonly queue: Heard['queue'] = (at, text, trouble) => {
    this.record?.takeQueue(at * MICROS_PER_MILLI, text, trouble);
    if (trouble === '') this.texts.set('postqueue.jsonl', text);
    this.soon();
  };

  readonly changed: Heard['changed'] = (what, at) => {
    const turned = what === 'renamed' || what === 'truncated';
    this.state = {
      ...this.state,
      link: what === 'gone' ? 'gone' : 'following',
      rotations: this.state.rotations + (turned ? 1 : 0),
      rotatedAt: turned ? at : this.state.rotatedAt,
    };
    this.soon();
  };

  readonly broken: Heard['broken'] = () => this.over('broken', '');
  readonly ended: Heard['ended'] = (reason) => this.over('ended', reason);
  readonly refused: Heard['refused'] = (reason) => this.over('refused', reason);

  /** Shows a view when it is due. */
  soon(wait = Math.max(0, this.shown + PICTURE_MS - performance.now())): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.shown = performance.now();
      this.show(this.picture(), { ...this.state, at: Date.now() });
      this.soon(STILL_MS);
    }, wait);
  }

  private over(link: LiveState['link'], reason: string): void {
    // The server says why the log ended, then closes the connection. The closing must not replace the server's reason.
    if (this.state.link === 'ended' && link === 'broken') return;
    this.state = { ...this.state, link, reason };
    this.soon();
  }

  private picture(): LiveView | null {
    const { record } = this;
    if (record === null) return null;
    const { last } = record.follower;
    const now = Date.now();
    const over = this.state.link === 'ended' || (last !== 0 && now - last / MICROS_PER_MILLI > OLD_MS);
    return record.picture(over && last !== 0 ? last : Math.max(now * MICROS_PER_MILLI, last), this.span);
  }

  private keep(bytes: Uint8Array): void {
    this.kept.push(bytes);
    this.keptBytes += bytes.length;
    while (this.keptBytes > KEPT && this.kept.length > 1) this.keptBytes -= this.kept.shift()?.length ?? 0;
  }
}

let live: Live | null = null;

/** The worker that follows a growing log and prepares its views. */
const api: LiveApi = {
  async follow(source, heard) {
    live?.stop();
    live = new Live(source, heard);
  },
  async show(span) {
    if (live === null) return;
    live.span = span;
    live.soon(0);
  },
  async hold(name) {
    // Fixed time, so that a log saved before is recognized by name, size and time.
    const asFile = (parts: BlobPart[], of: string): File =>
      new File(parts, of, { type: 'text/plain', lastModified: 0 });
    return [
      asFile((live?.kept ?? []) as Uint8Array<ArrayBuffer>[], name),
      ...[...(live?.texts ?? [])].flatMap(([of, text]) => (text.trim() === '' ? [] : [asFile([text], of)])),
    ];
  },
};

expose(api);
