import { useRef, useState, type ReactNode } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { entityOf } from '../../store/entity.ts';
import { useApp, useView } from '../../store/hooks.ts';
import { formatCount, formatSeconds } from '../kit/format.ts';
import { useLink, type Carry, type ShareLink } from './useLink.ts';
import './share.css';

/** Mail programs cut links above this. */
const SAFE = 2000;

/** A link to this moment: what it carries, how long it is. Nothing is sent anywhere. */
export default function SharePopover({ onCopied }: { onCopied: (hash: string) => void }) {
  const selected = useView((view) => view.selected);
  const [carry, setCarry] = useState<Carry>({ instant: true, selection: true, live: true });
  const entity = useApp(({ session, view }) => entityOf(view, session.queues, session.transports));
  const link = useLink(carry, entity);
  const address = link === null ? '' : location.href.replace(/#.*$/, '') + link.hash;
  return (
    <div className="share-content">
      <div className="row">
        <h2>Link to this moment</h2>
        <span className="grow" />
        <span className="dim">nothing is uploaded</span>
      </div>
      <Copy address={address} onCopied={() => link !== null && onCopied(link.hash)} />
      <Length length={address.length} />
      {link !== null && (
        <Parts link={link} carry={carry} setCarry={setCarry} selected={selected} entity={entity} />
      )}
    </div>
  );
}

function Copy({ address, onCopied }: { address: string; onCopied: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid('Copied');
    } catch {
      // Clipboards are refused on insecure origins: the text is selected, so that the keyboard can do it.
      field.current?.select();
      setSaid('Press Ctrl C');
    }
    onCopied();
  };
  return (
    <div className="share-copy">
      <input
        ref={field}
        className="field mono"
        readOnly
        aria-label="link"
        value={address.replace(/^https?:\/\//, '')}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="btn primary" disabled={address === ''} onClick={() => void copy()}>
        {said === '' ? 'Copy' : said}
      </button>
      <span className="sr-only" role="status">
        {said}
      </span>
    </div>
  );
}

function Length({ length }: { length: number }) {
  const full = Math.max(SAFE * 1.2, length);
  return (
    <div className="share-length">
      <div className="row">
        <span>
          <b>{formatCount(length)}</b> characters
        </span>
        <span className="grow" />
        <span className={length > SAFE ? 'over' : 'dim'}>mail programs cut above {formatCount(SAFE)}</span>
      </div>
      <div className="meter" aria-hidden="true">
        <b style={{ width: `${(length / full) * 100}%` }} />
        <u style={{ left: `${(SAFE / full) * 100}%` }} />
      </div>
    </div>
  );
}

interface PartsProps {
  link: ShareLink;
  carry: Carry;
  setCarry: (carry: Carry) => void;
  selected: number;
  /** What the link points at, "" = nothing: the selected message, the panel on the stage. */
  entity: string;
}

/** What the link carries, line by line; each can be left out. */
function Parts({ link, carry, setCarry, selected, entity }: PartsProps) {
  const { scenario, live, cursor } = link.saved;
  const toggle = (part: keyof Carry) => (): void => setCarry({ ...carry, [part]: !carry[part] });
  const params = Object.keys(scenario.params).length;
  return (
    <div className="share-parts">
      <Part
        on
        text={`${scenario.script.length} scripted actions, ${params} changed parameters, seed`}
        cost="always"
      />
      {link.cost.instant > 0 && (
        <Part
          on={carry.instant && (carry.live || live.length === 0)}
          onChange={toggle('instant')}
          text={`instant ${formatSeconds(cursor.at)}, opens paused`}
          cost={`+${link.cost.instant}`}
        />
      )}
      {entity !== '' && (
        <Part
          on={carry.selection}
          onChange={toggle('selection')}
          text={
            <>
              {selected > 0 ? 'selection ' : 'the open panel'}
              {selected > 0 && <Chip number={selected} size="small" />}
              {selected > 0 && entity.includes('__') && ' and the open panel'}
            </>
          }
          cost={`+${link.cost.selection}`}
        />
      )}
      {live.length > 0 && (
        <Part
          on={carry.live}
          onChange={toggle('live')}
          text={`${live.length} ${live.length === 1 ? 'change' : 'changes'} made on the way`}
          cost={`+${link.cost.live}`}
        />
      )}
    </div>
  );
}

interface PartProps {
  on: boolean;
  text: ReactNode;
  cost: string;
  onChange?: () => void;
}

function Part({ on, text, cost, onChange }: PartProps) {
  return (
    <label className="share-part">
      <input
        type="checkbox"
        checked={on}
        disabled={onChange === undefined}
        onChange={onChange ?? (() => undefined)}
      />
      <span>{text}</span>
      <span className="mono dim">{cost}</span>
    </label>
  );
}
