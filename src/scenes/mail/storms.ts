import type { ScriptedCommand } from '../../protocol/commands.ts';
import { at, mail, mailScene, stream } from './scene.ts';

const LIST = { agents: { smtp: 10 }, servers: { '*': { latency: [1800, 2200] as [number, number] } } };

const domains = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`d${i + 1}.example`, 30]));

const resets = stream(4, 0.4, 40, { 'people.example': 1 });

export const listAndResets = mailScene(
  {
    id: 'list-and-resets',
    title: 'A mailing list, and people who forgot their password',
    about:
      'A mailing list occupies all ten agents for a minute, and from 4 s on a password message arrives every 0.4 s. The list earns only one delivery slot for five entries: the worst password message waits 26 s. Set the cost to 2, and none waits longer than 3 s.',
    differs: 'The waits are those of this model: every delivery takes about two seconds.',
    opensAt: 20_000_000,
  },
  {
    ...LIST,
    params: { default_destination_recipient_limit: 2 },
    script: [at(0, mail(domains)), ...resets],
  },
);

export const listApart = mailScene(
  {
    id: 'list-apart',
    title: 'The same, with the list on a transport of its own',
    about:
      'The list has its own transport with ten agents, the password messages have smtp with five. No job needs to be preempted: no password message waits even half a second, and the list is not delayed either.',
    differs: 'The two transports take turns at connections, but neither can use up the agents of the other.',
    opensAt: 20_000_000,
  },
  {
    ...LIST,
    agents: { smtp: 5, bulk: 10 },
    params: { default_destination_recipient_limit: 2 },
    script: [
      at(
        0,
        mail(Object.fromEntries(Object.entries(domains).map(([name, count]) => [`bulk:${name}`, count]))),
      ),
      ...resets,
    ],
  },
);

function outage(more: readonly ScriptedCommand[]) {
  return {
    params: { default_destination_concurrency_limit: 5 },
    agents: { smtp: 10 },
    servers: {
      '*': { latency: 500 },
      'back.example': {
        latency: [1000, 1500] as [number, number],
        fault: { kind: 'down' as const, from: 0, until: 620_000 },
      },
    },
    script: [
      ...stream(0, 15, 40, { 'back.example': 1 }),
      ...stream(640, 5, 10, { 'fresh.example': 1 }),
      ...more,
    ],
  };
}

export const outageNatural = mailScene(
  {
    id: 'outage-natural',
    title: 'After an outage: each message in its own time',
    about:
      'The server was down until 620 s, and 40 messages are deferred. Each is tried again at the first queue scan after its own backoff: twenty at 900 s, the others, which had failed twice, at 1 200 s. Fresh mail for others is not disturbed.',
    differs:
      'The scan comes every 300 s and takes what is due by then, so retries come in bunches although the backoffs are spread.',
    opensAt: 890_000_000,
    opensWith: 'mail',
  },
  outage([]),
);

export const outageFlush = mailScene(
  {
    id: 'outage-flush',
    title: 'After an outage: flush',
    about:
      'The same outage, and a flush at 630 s, ten seconds after the server is back. Every deferred message is tried immediately, whatever its backoff, and ten seconds later all are delivered. A flush while the server is still down would do harm: the backoff is the age at the failure, so due times move past the scan at 1 200 s to the one at 1 500 s.',
    differs: 'A flush also revives destinations that are dead.',
    opensAt: 632_000_000,
    opensWith: 'mail',
  },
  outage([at(630, { kind: 'queue.flush' })]),
);
