import { useActions } from '../../store/hooks.ts';
import './kit.css';

/** Name of a destination. A click opens its feedback panel; context menus recognize it. */
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
