import { crc32 } from 'node:zlib';
import type { RealMillis } from '../protocol/units.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Chunk {
  type: string;
  data: Buffer;
}

/**
 * Pictures of one size as one animated PNG that begins anew for ever. The pixels are taken over as they are compressed:
 * a frame of an animation holds the same data as a picture of its own. Throws when the pictures differ in form.
 */
export function apng(pngs: readonly Buffer[], frameMs: RealMillis): Buffer {
  const frames = pngs.map(readChunks);
  const header = frames[0]?.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined) throw new Error('an animation needs at least one PNG');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('acTL', numbers(frames.length, 0))];
  let sequence = 0;
  frames.forEach((chunks, i) => {
    const own = chunks.find(({ type }) => type === 'IHDR')?.data;
    if (own === undefined || !own.equals(header)) throw new Error('the pictures differ in size or form');
    const control = Buffer.alloc(26);
    [sequence++, width, height, 0, 0].forEach((value, at) => control.writeUInt32BE(value, at * 4));
    control.writeUInt16BE(frameMs, 20);
    control.writeUInt16BE(1000, 22);
    parts.push(chunk('fcTL', control));
    for (const { type, data } of chunks) {
      if (type !== 'IDAT') continue;
      parts.push(i === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])));
    }
  });
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

function readChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

function numbers(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => out.writeUInt32BE(value, at * 4));
  return out;
}
