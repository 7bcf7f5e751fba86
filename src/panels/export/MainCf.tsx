import { useEffect, useState } from 'react';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { copyText } from '../kit/copy-text.ts';
import { fileName, saveText } from '../kit/files.ts';
import { useNames } from '../kit/useNames.ts';
import { mainCf } from './main-cf.ts';
import { COPY_BY_HAND } from '../../explain/labels.ts';
import './export.css';

/** The changed parameters as lines for a real main.cf, as they are at the cursor. */
export function MainCf() {
  const actions = useActions();
  const scenario = useMail((open) => open);
  const event = useSession((session) => session.cursor.event);
  const { transportName } = useNames();
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  useEffect(() => {
    let wanted = true;
    const make = async (): Promise<void> => {
      const records =
        event === 0 ? [] : await actions.ask('events', 1, event, ['param.changed', 'agents.changed']);
      const params = new Map<string, string>();
      let feedback = scenario?.feedback ?? 'shipped';
      const agents = new Map<string, number>();
      for (const { event: what } of records) {
        if (what.kind === 'agents.changed') agents.set(transportName?.(what.transport) ?? '', what.to);
        if (what.kind !== 'param.changed') continue;
        if (what.name !== 'feedback') params.set(what.name, what.to);
        else feedback = what.to === 'documented' ? 'documented' : 'shipped';
      }
      if (wanted && scenario !== null) setText(mainCf(scenario, { params, agents, feedback }));
    };
    void make();
    return () => {
      wanted = false;
    };
  }, [actions, scenario, event, transportName]);
  const copy = async (): Promise<void> => {
    setSaid((await copyText(text)) ? 'Copied' : COPY_BY_HAND);
  };
  // Only mail has settings that are Postfix's.
  if (scenario === null) return null;
  const save = (): void => saveText(`${fileName(scenario.title)}.main.cf`, text, 'text/plain');
  return (
    <section className="export-part" aria-labelledby="export-params">
      <div className="row">
        <h3 id="export-params">Changed parameters</h3>
        <span className="grow" />
        <span className="export-said" role="status">
          {said}
        </span>
        <button type="button" className="btn" onClick={() => void copy()}>
          Copy
        </button>
        <button
          type="button"
          className="btn outlined"
          aria-label="Save changed parameters as main.cf"
          onClick={save}
        >
          main.cf
        </button>
      </div>
      {/* The focus has to get there: the lines may scroll. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="export-params mono" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
