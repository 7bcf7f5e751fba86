import type { JobId } from '../../protocol/ids.ts';
import type { JobRow } from '../../protocol/rows.ts';
import type { GhostMark, JobMark, Rect } from './stage-marks.ts';

/**
 * A node of the preemption forest: a job on the list, or a ghost. A ghost is a job that has left while jobs that
 * preempted it are still present. Keys: `job:<id>` and `ghost:<number>`.
 */
export interface ForestNode {
  key: string;
  level: number;
  number: number;
  job: JobRow | null;
  /** Key of the parent; "" = the node is a root, or a ghost whose children no job adopted. */
  parent: string;
  /** Keys of the children, in the order in which the first job of each child's subtree appears on the list. */
  children: string[];
}

/** `data-key` of a job's card. */
export const jobKey = (id: JobId): string => `job:${id}`;
/** `data-key` of a message's ghost. */
export const ghostKey = (number: number): string => `ghost:${number}`;

/** All nodes by key: jobs in the given order, each ghost after its first descendant. */
export function forestOf(jobs: readonly JobRow[]): Map<string, ForestNode> {
  const nodes = new Map<string, ForestNode>();
  const known = new Set(jobs.map((job) => job.id));
  for (const job of jobs) {
    nodes.set(jobKey(job.id), {
      key: jobKey(job.id),
      level: job.level,
      number: job.number,
      job,
      parent: '',
      children: [],
    });
  }
  for (const job of jobs) hang(nodes, job, known.has(job.parent) ? jobKey(job.parent) : '');
  return nodes;
}

/** Attaches a job to its parent, through the vanished jobs between them. */
function hang(nodes: Map<string, ForestNode>, job: JobRow, adopter: string): void {
  let child = nodes.get(jobKey(job.id));
  job.gone.forEach((number, i) => {
    const key = ghostKey(number);
    const level = job.level - 1 - i;
    const ghost = nodes.get(key) ?? { key, level, number, job: null, parent: '', children: [] };
    nodes.set(key, ghost);
    if (child !== undefined) link(child, ghost);
    child = ghost;
  });
  const parent = nodes.get(adopter);
  if (child !== undefined && parent !== undefined) link(child, parent);
}

function link(child: ForestNode, parent: ForestNode): void {
  child.parent = parent.key;
  if (!parent.children.includes(child.key)) parent.children.push(child.key);
}

/** The job that adopted a vanished job's children; null when none did. */
export function adopterOf(nodes: ReadonlyMap<string, ForestNode>, ghost: ForestNode): ForestNode | null {
  let node = nodes.get(ghost.parent);
  while (node !== undefined && node.job === null) node = nodes.get(node.parent);
  return node ?? null;
}

/** Ids of the jobs above a job, nearest first. */
export function ancestorsOf(jobs: readonly JobRow[], id: JobId): number[] {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const ids: number[] = [];
  let parent = byId.get(id)?.parent ?? 0;
  while (parent !== 0 && !ids.includes(parent)) {
    ids.push(parent);
    parent = byId.get(parent)?.parent ?? 0;
  }
  return ids;
}

/** Boxes of jobs and ghosts by node key. Links end at boxes and do not cross others. */
export function boxesOf(marks: readonly JobMark[], ghosts: readonly GhostMark[]): Map<string, Rect> {
  const boxes = new Map<string, Rect>();
  for (const mark of marks) boxes.set(jobKey(mark.id), mark);
  for (const ghost of ghosts) boxes.set(ghostKey(ghost.number), ghost);
  return boxes;
}
