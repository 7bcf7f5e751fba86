/**
 * Builds a run that shows a finding with the user's own settings. Traffic and a server are invented so that the
 * setting matters within a minute; everything else is from main.cf and master.cf.
 */
import type { Command, ScriptedCommand, ServerBehaviour } from '../../../protocol/commands.ts';
import type { LintFinding } from '../../protocol/lint.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import type { Settings } from '../../protocol/settings.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { completeScenario } from '../../../scenario/defaults.ts';
import { settingsToScenario } from '../settings/scenario.ts';

interface Stage {
  /** What to watch. Follows the finding's own sentence in the description of the scene. */
  watch: string;
  servers: Record<string, ServerBehaviour>;
  script: (transport: string) => ScriptedCommand[];
}

function at(seconds: Seconds, command: Command): ScriptedCommand {
  return { at: Math.round(seconds * MICROS_PER_SECOND), command };
}

function mail(transport: string, to: Record<string, number>): Command {
  return {
    kind: 'message.inject',
    to: Object.entries(to).map(([destination, count]) => ({ transport, destination, count })),
  };
}

/** Makes `count` commands, `gap` seconds apart. */
function stream(from: Seconds, gap: Seconds, count: number, make: (i: number) => Command): ScriptedCommand[] {
  return Array.from({ length: count }, (_, i) => at(from + i * gap, make(i)));
}

const quick: ServerBehaviour = { latency: 400 };
const slowServer: ServerBehaviour = { latency: [1000, 2000] };
const DOWN: Record<string, ServerBehaviour> = {
  '*': quick,
  'down.example': { latency: 500, fault: { kind: 'refuse' } },
};

/** Commands that send a message to a large list, and small messages a little later. */
const listAndSmall = (transport: string): ScriptedCommand[] => [
  at(0, mail(transport, { 'list-a.example': 400, 'list-b.example': 400, 'list-c.example': 400 })),
  ...stream(3, 2, 12, (i) => mail(transport, { [`small-${(i % 4) + 1}.example`]: 1 })),
];

const STAGES: Readonly<Record<string, Stage>> = {
  'rate-delay': {
    watch:
      'Twenty messages for one destination arrive within ten seconds, and its server refuses every sixth connection.',
    servers: { '*': { latency: 300, fault: { kind: 'one-of', machines: 6, pick: 'turn' } } },
    script: (t) => stream(0, 0.5, 20, () => mail(t, { 'one.example': 1 })),
  },
  'recipient-limit-one': {
    watch:
      'Each message has twelve recipients in one domain. Count the queues and the connections to its server.',
    servers: { '*': slowServer },
    script: (t) => stream(0, 1, 3, () => mail(t, { 'domain.example': 12 })),
  },
  'limit-above-processes': {
    watch:
      'Two hundred messages for one slow destination arrive, then some for others. Watch who gets a process.',
    servers: { '*': quick, 'slow.example': { latency: 20_000 } },
    script: (t) => [
      ...stream(0, 0.02, 200, () => mail(t, { 'slow.example': 1 })),
      ...stream(5, 1, 10, (i) => mail(t, { [`other-${i % 3}.example`]: 1 })),
    ],
  },
  relayhost: {
    watch:
      'A burst of a hundred messages for many domains goes to one relay host, which accepts 12 sessions.',
    servers: { '*': { latency: [400, 900], fault: { kind: 'limit', sessions: 12 } } },
    script: (t) => stream(0, 0.05, 100, () => mail(t, { 'relayhost.example': 1 })),
  },
  feedback: {
    watch: 'A server accepts six sessions and answers 421 to more. Watch how far its window moves.',
    servers: { '*': { latency: [900, 1100], fault: { kind: 'limit', sessions: 6 } } },
    script: (t) => stream(0, 0.05, 200, () => mail(t, { 'limited.example': 1 })),
  },
  'third-failure': {
    watch:
      'Forty messages arrive for a server that refuses connections. Count the attempts before the rest is deferred.',
    servers: DOWN,
    script: (t) => [
      at(0, mail(t, { 'up.example': 2 })),
      ...stream(0, 0.01, 40, () => mail(t, { 'down.example': 1 })),
    ],
  },
  'never-dead': {
    watch:
      'Forty messages arrive for an unreachable server. Each attempt occupies a process until its timeout.',
    servers: { '*': quick, 'down.example': { latency: 500, fault: { kind: 'unreachable' } } },
    script: (t) => [
      ...stream(0, 0.05, 40, () => mail(t, { 'down.example': 1 })),
      ...stream(2, 2, 10, (i) => mail(t, { [`other-${i % 3}.example`]: 1 })),
    ],
  },
  'preemption-off': {
    watch: 'Small messages arrive behind a list of 1200 recipients. Watch when they get their turn.',
    servers: { '*': slowServer },
    script: listAndSmall,
  },
  'extra-slots': {
    watch: 'Small messages preempt a list of 1200 recipients. Watch the recipients in memory.',
    servers: { '*': slowServer },
    script: listAndSmall,
  },
  retries: {
    watch:
      'A server is down for the first minutes. Watch when its mail is retried, and how long it waited for a scan.',
    servers: {
      '*': quick,
      'down.example': { latency: 400, fault: { kind: 'down', from: 0, until: 240_000 } },
    },
    script: (t) => stream(0, 20, 6, () => mail(t, { 'down.example': 1 })),
  },
  'active-full': {
    watch: 'More mail arrives for a slow destination than its window allows. Watch it fill the active queue.',
    servers: { '*': quick, 'slow.example': { latency: 30_000 } },
    script: (t) => [
      ...stream(0, 0.02, 300, () => mail(t, { 'slow.example': 1 })),
      ...stream(5, 1, 10, (i) => mail(t, { [`other-${i % 3}.example`]: 1 })),
    ],
  },
  'silent-server': {
    watch:
      'A server accepts connections and stays silent. Count the processes that it occupies, and for how long.',
    servers: { '*': quick, 'silent.example': { latency: 400, fault: { kind: 'silent' } } },
    script: (t) => [
      ...stream(0, 0.05, 150, () => mail(t, { 'silent.example': 1 })),
      ...stream(2, 1, 20, (i) => mail(t, { [`other-${i % 3}.example`]: 1 })),
    ],
  },
};

/** The scenario of a finding, or null if it has none. Settings that a scenario cannot represent are left out. */
export function sceneOf(finding: LintFinding, settings: Settings): Scenario | null {
  const stage = finding.scene === null ? undefined : STAGES[finding.scene];
  if (stage === undefined) return null;
  const { params, agents } = settingsToScenario(settings);
  const transport =
    finding.transport !== null && Object.hasOwn(agents, finding.transport) ? finding.transport : 'smtp';
  return completeScenario({
    title: finding.title.replace(/\.$/, ''),
    about: `${finding.sentence} ${stage.watch} Parameters and process limits come from your files; mail and servers are invented.`,
    params,
    agents,
    servers: stage.servers,
    script: stage.script(transport).toSorted((a, b) => a.at - b.at),
    view: { transport },
  });
}
