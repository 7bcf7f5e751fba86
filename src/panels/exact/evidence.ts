/** One recorded scenario and whether it was reproduced. */
export interface Vector {
  name: string;
  about: string;
  steps: number;
  passed: boolean;
}

/** Recordings about the same subject. */
export interface Group {
  title: string;
  vectors: Vector[];
}

export interface Engine {
  id: string;
  title: string;
  against: string;
  groups: Group[];
}

/** Result of replaying all recordings, which the build of this copy stored; null = the build did not replay them. */
export async function loadEvidence(): Promise<Engine[] | null> {
  const answer = await fetch(new URL('evidence.json', document.baseURI));
  return readEvidence(await answer.json());
}

const ENGINES = [
  {
    id: 'nqmgr',
    title: 'Queue manager',
    against: 'recorded from Postfix 3.12, src/qmgr: outcome, events, full state and digest of each step',
  },
  {
    id: 'recordings',
    title: 'Recordings of a running Postfix',
    against:
      'logs of Postfix 3.7: whose turn it was, who preempted whom, every window line; the same engine follows them',
  },
  { id: 'timer', title: 'Timing wheel and purgatory', against: 'recorded from Kafka, and its own tests' },
  {
    id: 'threads',
    title: 'Concurrency groups',
    against: 'worked out from the document and the patch; there is no running kernel to compare with',
  },
] as const;

/** Subject of a recording, by the first letter of its name. */
const QMGR: Readonly<Record<string, string>> = {
  a: 'preemption',
  b: 'candidate choice',
  c: 'peers, limits',
  d: 'blockers, adoption',
  e: 'recipient memory',
  f: 'feedback',
  g: 'dead destinations',
  h: 'agents, transports',
  i: 'rate delays',
  j: 'connection reuse',
  q: 'longer, by hand',
  r: 'random',
};

/** Groups results by subject. Leaves out unknown folders and shapes without an error: this build wrote the file. */
function readEvidence(json: unknown): Engine[] | null {
  const { ran, vectors } = json as {
    ran?: boolean;
    vectors?: { file: string; about: string; steps: number; reason: string | null }[];
  };
  if (ran !== true || vectors === undefined) return null;
  return ENGINES.map((engine) => {
    const groups = new Map<string, Vector[]>();
    for (const { file, about, steps, reason } of vectors) {
      const [folder, leaf = ''] = file.split('/').slice(-2);
      if (folder !== engine.id) continue;
      const name = leaf.replace(/\.json(\.gz)?$/, '');
      const title = groupOf(engine.id, name);
      const group = groups.get(title) ?? [];
      group.push({ name, about, steps, passed: reason === null });
      groups.set(title, group);
    }
    return { ...engine, groups: [...groups].map(([title, found]) => ({ title, vectors: found })) };
  });
}

function groupOf(engine: (typeof ENGINES)[number]['id'], name: string): string {
  if (engine === 'nqmgr') return QMGR[name.charAt(0)] ?? 'other';
  if (engine === 'recordings') return 'logs';
  if (engine === 'timer') return name.startsWith('wheel') ? 'wheel' : 'purgatory';
  return name.startsWith('workload') ? 'streams of requests' : 'single calls';
}

/** Counts an engine's recordings that were reproduced, all its recordings, and the steps that were compared. */
export function totals({ groups }: Pick<Engine, 'groups'>): { passed: number; all: number; steps: number } {
  const vectors = groups.flatMap((group) => group.vectors);
  return {
    passed: vectors.filter(({ passed }) => passed).length,
    all: vectors.length,
    steps: vectors.reduce((sum, { steps }) => sum + steps, 0),
  };
}
