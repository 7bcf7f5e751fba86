import { writeFileSync } from 'node:fs';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../src/protocol/units.ts';

/** Microseconds between two arrivals. `TOOK`: microseconds of one delivery. Four messages arrive while three are delivered. */
const EVERY = 3_750;
const TOOK = 100_000;
const PROCESSES = 20;
const DOMAINS = ['one.example', 'two.example', 'three.example'];
const START = Date.UTC(2026, 10, 21, 10) * 1000;

/**
 * Writes a plain log of messages with one recipient each. They arrive faster than they are delivered, so the queue keeps
 * growing.
 */
export function writeBurst(path: string, messages: number): void {
  const lines: { at: EpochMicros; text: string }[] = [];
  const free = Array.from({ length: PROCESSES }, () => START);
  for (let i = 0; i < messages; i++) {
    const at = START + i * EVERY;
    const id = (0x1000000000 + i * 16).toString(16).toUpperCase();
    const agent = free.indexOf(Math.min(...free));
    const begun = Math.max(at, free[agent] ?? 0) + 300;
    const end = begun + TOOK;
    free[agent] = end;
    const domain = DOMAINS[i % DOMAINS.length] ?? '';
    const delays = `0.01/${seconds(begun - at)}/0.01/0.09`;
    const head = `vm postfix/qmgr[100]: ${id}:`;
    lines.push(
      { at, text: `${head} from=<list@here.example>, size=500, nrcpt=1 (queue active)` },
      {
        at: end,
        text: `vm postfix/smtp[${200 + agent}]: ${id}: to=<u${i}@${domain}>, relay=mx.${domain}[192.0.2.1]:25, delay=${seconds(end - at + 10_000)}, delays=${delays}, dsn=2.0.0, status=sent (250 2.0.0 Ok)`,
      },
      { at: end + 200, text: `${head} removed` },
    );
  }
  lines.sort((one, other) => one.at - other.at);
  writeFileSync(path, lines.map(({ at, text }) => `${stamp(at)} ${text}\n`).join(''));
}

function seconds(micros: EpochMicros): string {
  return String(Number((micros / MICROS_PER_SECOND).toPrecision(2)));
}

function stamp(at: EpochMicros): string {
  const whole = new Date(Math.floor(at / 1000)).toISOString().slice(0, 19);
  return `${whole}.${String(at % MICROS_PER_SECOND).padStart(6, '0')}+00:00`;
}
