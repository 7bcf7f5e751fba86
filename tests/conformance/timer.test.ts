import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { replay as replayPurgatory } from '../replayers/purgatory-trace.ts';
import { replay as replayWheel } from '../replayers/wheel-trace.ts';

/** Vectors recorded from Kafka's real timer and purgatory, with every member at every step. */
const folder = fileURLToPath(new URL('./timer/', import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith('.json.gz'));
const replayers = { 'wheel-trace/1': replayWheel, 'purgatory-trace/1': replayPurgatory };

describe('timer vectors', () => {
  it.each(files)('%s', (file) => {
    const vector = JSON.parse(gunzipSync(readFileSync(folder + file)).toString()) as {
      format: keyof typeof replayers;
    };
    expect(replayers[vector.format](vector)).toBeNull();
  });
});
