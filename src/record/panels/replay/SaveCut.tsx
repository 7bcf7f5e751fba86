import { useState } from 'react';
import { formatSeconds } from '../../../explain/format.ts';
import { SAVE_FILE } from '../../../explain/labels.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { cutRecorded } from '../../../scenario/recorded-cut.ts';
import { useRuntime, useSession } from '../../../store/hooks.ts';
import { useMail } from '../../../store/of-kind.ts';
import { fileName, saveRunFile, saveText } from '../../../panels/kit/files.ts';
import './replay.css';
import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';

/** The run as a file, or a part of it by time; real addresses are in it, and that is said. */
export function SaveCut() {
  const runtime = useRuntime();
  const scenario = useMail((open) => open);
  const at = useSession((session) => session.cursor.at);
  const [from, setFrom] = useState<number | null>(null);
  const [to, setTo] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  if (scenario?.recorded === undefined) return null;
  const begin = from ?? 0;
  const last = scenario.recorded.facts.at.at(-1) ?? 0;
  const end = to ?? last + 1;
  const isPart = from !== null || to !== null;
  const save = (): void => {
    if (!isPart) return void saveRunFile(runtime).then(() => setSaid('Saved'));
    setSaid(savePart(scenario, begin, end));
  };
  return (
    <section className="record-save" aria-label="Save">
      <h3>{SAVE_FILE}</h3>
      <p className="row">
        <span>
          {from === null ? 'from the beginning' : `from ${formatSeconds(begin)}`}{' '}
          {to === null ? 'to the end' : `to ${formatSeconds(end)}`}
        </span>
      </p>
      <p className="row">
        <button type="button" className="btn" disabled={at >= end} onClick={() => setFrom(at)}>
          Begin here
        </button>
        <button type="button" className="btn" disabled={at <= begin} onClick={() => setTo(at)}>
          End here
        </button>
        {isPart && (
          <button
            type="button"
            className="btn"
            onClick={() => {
              setFrom(null);
              setTo(null);
            }}
          >
            Whole
          </button>
        )}
      </p>
      <button type="button" className="btn outlined" onClick={save}>
        {isPart ? 'Save this part' : 'Save this replay'}
      </button>
      <span className="sub">
        Addresses and queue ids stand in it as they are in the log.
        {isPart &&
          ' A part begins with the mail that was active then; windows and what else had been learned before are not in it.'}
      </span>
      <span className="sub" role="status">
        {said}
      </span>
    </section>
  );
}

/** Saves a part of the record as a run of its own; what came of it. */
function savePart(scenario: MailScenario, from: Micros, to: Micros): string {
  if (scenario.recorded === undefined) return '';
  const recorded = cutRecorded(scenario.recorded, from, to);
  if (recorded.messages.id.length === 0) return 'In this part no message is active: choose another.';
  const title = `${scenario.title}, ${Math.floor(from / MICROS_PER_SECOND)} to ${Math.ceil(to / MICROS_PER_SECOND)} s`;
  const cut = { ...scenario, title, recorded };
  saveText(`${fileName(title)}.json`, JSON.stringify({ scenario: cut }), 'application/json');
  return 'Saved';
}
