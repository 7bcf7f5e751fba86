import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { replay as replayScenario } from '../replayers/cmgroup-scenario.ts';
import { replay as replayWorkload } from '../replayers/cmgroup-workload.ts';

const FOLDER = fileURLToPath(new URL('./threads/', import.meta.url));
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json.gz'));

function read(name: string): { format: string } & Record<string, unknown> {
  return JSON.parse(gunzipSync(readFileSync(FOLDER + name)).toString('utf8'));
}

describe('recorded thread-group scenarios and workloads', () => {
  it('are all present', () => {
    expect(files.length).toBe(24);
  });

  it.each(files)('%s', (name) => {
    const vector = read(name);
    const replay = vector.format === 'cmgroup-workload/1' ? replayWorkload : replayScenario;
    expect(replay(vector)).toBeNull();
  });

  it('fail when a number in a checkpoint is changed', () => {
    const vector = read('overshoot-ta-tb.json.gz');
    const [, , third] = vector['expect'] as { runnable: number }[];
    if (third !== undefined) third.runnable = 1;
    expect(replayScenario(vector)).toEqual({ step: 3, field: 'runnable', expected: 1, got: 2 });
  });

  it('fail when a relation does not hold', () => {
    const vector = read('workload-timeslice-table.json.gz');
    vector['relations'] = [['two.makespan', '<', 60_000]];
    expect(replayWorkload(vector)?.field).toContain('two.makespan');
  });

  it('refuse other formats with a plain message', () => {
    expect(() => replayScenario({ format: 'qmgr-trace/1' })).toThrow('not a cmgroup-scenario/1 file');
    expect(() => replayWorkload([])).toThrow('vector: not an object');
  });
});
