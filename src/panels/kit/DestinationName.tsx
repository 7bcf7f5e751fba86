import { useActions } from '../../store/hooks.ts';
import './kit.css';

/** The name of a destination: a press leads to what feedback did, the menus of the page know what it is. */
export function DestinationName({ transport, name }: { transport: string; name: string }) {
  const actions = useActions();
  return (
    <button
      type="button"
      className="dest-name"
      data-break={`destination:${name}`}
      data-why={`destination:${transport}:${name}`}
      title={name}
      onClick={() => actions.look({ mainPanel: { kind: 'destination', transport, name } })}
    >
      {name}
    </button>
  );
}
