import { useEffect } from 'react';
import { useApp, useSession } from '../../store/hooks.ts';
import { selectQueues } from '../../store/selectors.ts';
import { ServerMenu } from '../kit/ServerMenu.tsx';
import { ThreadControls } from '../threads/ThreadControls.tsx';
import { useMail } from '../../store/of-kind.ts';
import { ModelServers } from './ModelServers.tsx';
import { editDraft, readInjectDraft, useInjectDraft } from './inject-draft.ts';
import { InjectForm } from './InjectForm.tsx';
import { Parameters } from './Parameters.tsx';
import { proposeMix } from './mix.ts';
import css from './world.module.css';

/** Changes mail, servers and parameters at the instant shown. */
export function WorldPanel() {
  useProposedMix();
  const isModel = useMail((scenario) => scenario?.modelled !== undefined);
  return (
    <>
      <InjectForm />
      <ThreadControls />
      <Parameters />
      {isModel ? <ModelServers /> : <Servers />}
    </>
  );
}

/** Proposes a mix of destinations for a new run. */
export function useProposedMix(): void {
  const run = useSession((session) => session.run);
  const scenario = useMail((open) => open);
  useEffect(() => {
    if (run === 0 || scenario === null || readInjectDraft().run === run) return;
    editDraft({ run, rows: proposeMix(scenario) });
  }, [run, scenario]);
}

/** Number of servers listed; the table of destinations has the others. */
const SHOWN = 6;

/** Names of destinations that mail goes to, or that the form's next message goes to. */
export function useServerNames(): string[] {
  const queues = useApp(selectQueues);
  const servers = useSession((session) => session.servers);
  const { rows } = useInjectDraft();
  const names = new Set([
    ...rows.map((row) => row.destination.trim()).filter((name) => name !== ''),
    ...queues.map((queue) => queue.name),
    ...servers.map((server) => server.name).filter((name) => name !== '*'),
  ]);
  return [...names];
}

/** Lists servers, with what each does. */
function Servers() {
  const names = useServerNames();
  return (
    <section className="stack" aria-label="Servers">
      <h2>
        Servers <span className="dim">answer of one delivery</span>
      </h2>
      <ul className={`stack gap-4 ${css.servers}`}>
        {names.slice(0, SHOWN).map((name) => (
          <ServerRow key={name} name={name} />
        ))}
        <li>
          <span className="text-1 dim">every other</span>
          <ServerMenu destination="*" />
        </li>
      </ul>
    </section>
  );
}

export function ServerRow({ name, brief = false }: { name: string; brief?: boolean }) {
  return (
    <li>
      <span className="mono text-1 cut" title={name}>
        {name}
      </span>
      <ServerMenu destination={name} brief={brief} />
    </li>
  );
}
