import { Sheet } from '../ui/Dialog.tsx';
import { askForTour } from '../panels/kit/asked-tour.ts';
import { BINDINGS, type KeyBinding } from './keymap.ts';
import { useLetters, writeLetters } from './letters.ts';
import { TOUR } from '../explain/labels.ts';
import './sheet.css';

const GROUPS = ['Time', 'World', 'Look', 'Page'] as const;

/** Every key, and the switch for those that are single characters. Loaded when first asked for. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const letters = useLetters();
  return (
    <Sheet title="Keyboard" className="keys" onClose={onClose}>
      {(close) => (
        <>
          <p className="row keys-more">
            <button
              type="button"
              className="btn outlined"
              onClick={() => {
                close();
                askForTour();
              }}
            >
              {TOUR}
            </button>
            <a className="link" href="#glossary" onClick={close}>
              Glossary
            </a>
            <a className="link" href="#exact" onClick={close}>
              What is exact
            </a>
          </p>
          <div className="keys-groups">
            {GROUPS.map((group) => (
              <section key={group} aria-label={group}>
                <h3>{group}</h3>
                <dl>
                  {group === 'Time' && (
                    <Note keys={['+', '−', 'Z']} text="on the timeline: closer, wider, the whole run" />
                  )}
                  {group === 'World' && (
                    <Note keys={['↑', '↓', '⌫']} text="on a parameter: one up, one down, default" />
                  )}
                  {BINDINGS.filter((binding) => binding.group === group).map((binding) => (
                    <Line key={`${binding.command} ${binding.keys[0] ?? ''}`} binding={binding} />
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <label className="letters">
            <input
              type="checkbox"
              checked={letters}
              onChange={(event) => writeLetters(event.target.checked)}
            />
            <span>
              Single-character keys. Off, only Space, arrows, Home, End, function keys and Esc act, so that
              speech input cannot set them off.
            </span>
          </label>
        </>
      )}
    </Sheet>
  );
}

function Note({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <div className="keys-line">
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}

function Line({ binding }: { binding: KeyBinding }) {
  return (
    <div className="keys-line">
      <dt>
        {binding.shown.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>
        {binding.text}
        {binding.on === 'stage' && <span className="dim"> on stage and timeline</span>}
      </dd>
    </div>
  );
}
