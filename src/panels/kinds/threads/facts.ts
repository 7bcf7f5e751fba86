import type { ThreadScenario } from '../../../protocol/scenario.ts';

/** How much there is of a scene of threads alone, in one line. */
export function threadFacts({ cmgroup }: ThreadScenario): string {
  if (cmgroup.kind === 'story') {
    const cvs = (cmgroup.groups ?? []).map(({ cv }) => cv);
    return `${cmgroup.threads?.length ?? 0} threads, CV ${cvs.join(' and ')}, ${cpuText(cmgroup.cpus)}`;
  }
  const { policy, cpus, arrivals } = cmgroup;
  return `${policy.workers} threads, CV ${policy.cv ?? cpus}, ${cpuText(cpus)}, ${arrivals.count} requests`;
}

/** So many CPUs, in words. */
export function cpuText(count: number): string {
  return count === 1 ? '1 CPU' : `${count} CPUs`;
}
