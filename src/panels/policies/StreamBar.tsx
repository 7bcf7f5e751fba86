import { useId, useState } from 'react';
import type { InputError } from '../../protocol/result.ts';
import { blockingShare, type PolicySettings } from '../../scenario/policy-settings.ts';
import { formatCount } from '../../explain/format.ts';
import { range, SettingsForm } from './SettingsForm.tsx';
import './policies.css';

interface StreamBarProps {
  settings: PolicySettings;
  errors: readonly InputError[];
  onChange: (settings: PolicySettings) => void;
}

/** The stream and the machine in one line; what can be changed about them opens below. A link with faults opens it. */
export function StreamBar({ settings, errors, onChange }: StreamBarProps) {
  const [asked, setOpen] = useState(false);
  const id = useId();
  const open = asked || errors.length > 0;
  const { count, gap, cpus, switchUs, rewarmUs, alphaMilli, seed } = settings;
  return (
    <section className="stream" aria-label="The stream">
      <div className="stream-line">
        <b>One stream</b>
        <span>
          {formatCount(count)} requests, one every {range(gap)}
        </span>
        <Phases settings={settings} />
        <span>
          {cpus === 1 ? '1 CPU' : `${cpus} CPUs`}, switch {switchUs + rewarmUs} µs, contention{' '}
          {(alphaMilli / 10).toFixed(1)} % a thread
        </span>
        <span className="grow" />
        <button
          type="button"
          className="btn outlined"
          data-tip="the same stream, drawn anew"
          onClick={() => onChange({ ...settings, seed: seed + 1 })}
        >
          Seed {seed}
        </button>
        <button
          type="button"
          className="btn outlined"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          Change the stream
        </button>
      </div>
      <div id={id}>{open && <SettingsForm settings={settings} errors={errors} onChange={onChange} />}</div>
    </section>
  );
}

/** One request: computing is black, waiting is hollow, as wide as it is long on average. */
function Phases({ settings }: { settings: PolicySettings }) {
  const { cpu, block } = settings;
  const waits = block[1] > 0;
  const share = blockingShare(settings);
  const side = waits ? (100 - share) / 2 : 100;
  const words = waits ? `${range(cpu)} CPU, ${range(block)} wait, ${range(cpu)} CPU` : `${range(cpu)} CPU`;
  return (
    <span className="stream-request">
      <span className="stream-phases" aria-hidden="true">
        <i style={{ flexGrow: side }} />
        {waits && <i data-wait style={{ flexGrow: share }} />}
        {waits && <i style={{ flexGrow: side }} />}
      </span>
      {words}
    </span>
  );
}
