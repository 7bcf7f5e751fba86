import { type ReactNode, useState } from 'react';
import { useMail } from '../../store/of-kind.ts';
import { useActions } from '../../store/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { ModelServers } from './ModelServers.tsx';
import { Parameters } from './Parameters.tsx';
import { SendMail, SendSheet } from './SendMail.tsx';
import { ServerRow, useProposedMix, useServerNames } from './WorldPanel.tsx';
import css from './world.module.css';

interface Verb {
  /** Id of the button that opens its sheet; keys and the palette press it. */
  id: string;
  name: string;
  icon: IconName;
  content: () => ReactNode;
  /** Content of the sheet; absent = `content`. */
  sheet?: (close: () => void) => ReactNode;
}

/** Actions that the quiet cockpit offers. */
const VERBS: readonly Verb[] = [
  {
    id: 'send-mail',
    name: 'Send mail',
    icon: 'mail',
    content: () => <SendMail />,
    sheet: (close) => <SendSheet onSent={close} />,
  },
  { id: 'break-server', name: 'Break a server', icon: 'racks', content: () => <BreakServer /> },
  { id: 'change-rule', name: 'Change a rule', icon: 'rules', content: () => <ChangeRule /> },
];

/** The three verbs as a column. */
export function Verbs() {
  useProposedMix();
  return VERBS.map(({ id, name, icon, content }) => (
    <section key={id} className={css.verb} aria-label={name}>
      <h2 className="row">
        <Icon name={icon} />
        {name}
      </h2>
      {content()}
    </section>
  ));
}

/** The three verbs as buttons, each of which opens a sheet: for windows without room for the column. */
export function VerbBar() {
  useProposedMix();
  const [open, setOpen] = useState<Verb | null>(null);
  return (
    <div className={css.verbBar}>
      {VERBS.map((verb) => (
        <Button
          key={verb.id}
          id={verb.id}
          look="outlined"
          aria-haspopup="dialog"
          onClick={() => setOpen(verb)}
        >
          <Icon name={verb.icon} />
          {verb.name}
        </Button>
      ))}
      {open !== null && (
        <Sheet title={open.name} className={css.verbSheet} onClose={() => setOpen(null)}>
          {(close) => open.sheet?.(close) ?? open.content()}
        </Sheet>
      )}
    </div>
  );
}

/**
 * Largest number of rows for servers and parameters together, for servers, and for parameters, so that the column stays
 * short. If there are more servers, the last row is a link to all of them.
 */
const ROWS_MAX = 7;
const SERVERS_MAX = 3;
const PARAMETERS_MAX = 5;

/** Number of rows for servers, including the link. */
function serverRows(names: readonly string[]): number {
  return Math.min(names.length, SERVERS_MAX);
}

function BreakServer() {
  const actions = useActions();
  const names = useServerNames();
  const isModel = useMail((scenario) => scenario?.modelled !== undefined);
  if (isModel) return <ModelServers />;
  return (
    <>
      <ul className={`stack gap-4 ${css.servers}`} data-brief>
        {names.slice(0, names.length > SERVERS_MAX ? SERVERS_MAX - 1 : SERVERS_MAX).map((name) => (
          <ServerRow key={name} name={name} brief />
        ))}
      </ul>
      {names.length > SERVERS_MAX && (
        <button
          type="button"
          className="link"
          onClick={() => actions.look({ mainPanel: { kind: 'destinations' } })}
        >
          All {names.length} destinations
        </button>
      )}
    </>
  );
}

function ChangeRule() {
  const most = ROWS_MAX - serverRows(useServerNames());
  return <Parameters most={Math.min(PARAMETERS_MAX, most)} />;
}
