import type { GalleryItem } from '../../lessons/item.ts';

/** How much there is of a scene about threads, in one line. */
export function threadFacts({ scenario: { cmgroup, threads, agents, view } }: GalleryItem): string {
  if (cmgroup?.kind === 'story') {
    const cvs = (cmgroup.groups ?? []).map(({ cv }) => cv);
    return `${cmgroup.threads?.length ?? 0} threads, CV ${cvs.join(' and ')}, ${cpus(cmgroup.cpus)}`;
  }
  if (cmgroup?.kind === 'stream') {
    const { policy, cpus: count, arrivals } = cmgroup;
    return `${policy.workers} threads, CV ${policy.cv ?? count}, ${cpus(count)}, ${arrivals.count} requests`;
  }
  return `mail, ${agents[view.transport] ?? 100} agents, CV ${threads?.limit ?? 0}, ${cpus(threads?.cpus ?? 0)}`;
}

function cpus(count: number): string {
  return count === 1 ? '1 CPU' : `${count} CPUs`;
}
