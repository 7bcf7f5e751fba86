import { MARK, RECORD, type Wheel } from './wheel-model.ts';

const { STRIDE, NEXT, BUCKET, EXTRA } = RECORD;

export function wheelOwnerOf(w: Wheel, id: number): number {
  return w.records.ints[id * STRIDE + EXTRA]!;
}

/** Returns the id of a task's bucket, or 0 if the task is ready, taken, freed or unknown. */
export function wheelBucketOf(w: Wheel, id: number): number {
  const root = w.records.ints[id * STRIDE + BUCKET] ?? 0;
  return root > MARK.READY ? root : 0;
}

export function wheelLevelOf(w: Wheel, root: number): number {
  return MARK.ROOT_OF_LEVEL_0 - w.records.ints[root * STRIDE + BUCKET]!;
}

/** Returns the level and index of a task's bucket, or null if the task is in no bucket. */
export function wheelPlaceOf(w: Wheel, id: number): [level: number, bucket: number] | null {
  const root = wheelBucketOf(w, id);
  if (root === 0) return null;
  const level = wheelLevelOf(w, root);
  return [level, root - w.levelBase[level]!];
}

export function wheelBucketCount(w: Wheel, root: number): number {
  return w.records.ints[root * STRIDE + EXTRA]!;
}

/** Returns the tasks of a bucket from its head, at most `limit`. */
export function wheelTasksOf(w: Wheel, root: number, limit = Infinity): number[] {
  const { ints } = w.records;
  const tasks: number[] = [];
  for (
    let id = ints[root * STRIDE + NEXT]!;
    id !== root && tasks.length < limit;
    id = ints[id * STRIDE + NEXT]!
  )
    tasks.push(id);
  return tasks;
}
