import type { ReactNode } from 'react';
import { Sheet } from '../ui/Dialog.tsx';
import { askForTour } from '../panels/kit/asked-tour.ts';
import { BINDINGS } from './keymap.ts';
import { useLetters, writeLetters } from './letters.ts';
import { TOUR } from '../explain/labels.ts';
import css from './sheets.module.css';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';

const GROUPS = ['Time', 'World', 'Look', 'Page'] as const;

export default function KeySheet({ onClose }: { onClose: () => void }) {
  const letters = useLetters();
  return (
    <Sheet title="Keyboard" className="" onClose={onClose}>
      {(close) => (
        <div className="stack gap-16">
          <p className="row wrap gap-16">
            <Button
              look="outlined"
              onClick={() => {
                close();
                askForTour();
              }}
            >
              {TOUR}
            </Button>
            <a className="link" href="#glossary" onClick={close}>
              Glossary
            </a>
            <a className="link" href="#exact" onClick={close}>
              What is exact
            </a>
          </p>
          <div className={css.keys}>
            {GROUPS.map((group) => (
              <section key={group} aria-label={group}>
                <h3 className="text-1 dim">{group}</h3>
                <dl>
                  {group === 'Time' && (
                    <Keys keys={['+', '−', 'Z']}>on the timeline: zoom in, zoom out, whole run</Keys>
                  )}
                  {group === 'World' && (
                    <Keys keys={['↑', '↓', '⌫']}>on a parameter: one up, one down, default</Keys>
                  )}
                  {BINDINGS.filter((binding) => binding.group === group).map((binding) => (
                    <Keys key={`${binding.command} ${binding.keys[0] ?? ''}`} keys={binding.shown}>
                      {binding.text}
                      {binding.on === 'stage' && <span className="dim"> on stage and timeline</span>}
                    </Keys>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <Checkbox className="start gap-10" checked={letters} onChange={writeLetters}>
            <span>
              Single-character shortcuts. Without them only Space, arrows, Home, End, function keys and Esc
              work. Turn them off for speech input.
            </span>
          </Checkbox>
        </div>
      )}
    </Sheet>
  );
}

function Keys({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <div>
      <dt className="row gap-4">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
