import { LANE_SIGNS, type LaneSignKind } from '../../protocol/thread-lanes.ts';
import { Term } from '../kit/Term.tsx';
import { SIGN_WORDS } from './lane-signs.ts';
import { LaneSign } from './LaneSigns.tsx';
import { FORM_WORDS } from './lane-signs.ts';
import '../hero/hero.css';
import './threads.css';

/** The key of the lanes, drawn with the marks themselves. */
export function LaneKey() {
  return (
    <section className="hero-block lane-key" aria-label="Key">
      <h2>Key</h2>
      <ul>
        {FORMS.map(({ form, text }) => (
          <li key={form}>
            <svg viewBox="0 0 30 14" data-hue="6" data-gen="1" aria-hidden="true">
              {form === 'run' && <rect className="lane-run" y="1" width="30" height="12" rx="3" />}
              {form === 'ready' && (
                <rect className="lane-ready" x="0.5" y="1.5" width="29" height="11" rx="3" />
              )}
              {form === 'block' && <rect className="lane-block" x="0.5" y="4" width="29" height="6" rx="3" />}
              {(form === 'held' || form === 'wait' || form === 'stop') && (
                <path className={`lane-${form}`} d="M0 7H30" />
              )}
            </svg>
            {text}
          </li>
        ))}
        {LANE_SIGNS.map((kind) => (
          <li key={kind}>
            <svg viewBox="0 0 30 14" aria-hidden="true">
              <g transform="translate(15 7)">
                <LaneSign kind={kind} />
              </g>
            </svg>
            <span>
              <SignWords kind={kind} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a sign means; what is a term of the document explains itself. */
function SignWords({ kind }: { kind: LaneSignKind }) {
  if (kind === 'signal')
    return (
      <>
        a <Term name="signal" /> ends its fetch
      </>
    );
  if (kind === 'page-fault')
    return (
      <>
        a <Term name="page fault" /> waits for IO
      </>
    );
  return SIGN_WORDS[kind].key;
}

const FORMS = [
  { form: 'run', text: 'running, counted' },
  { form: 'ready', text: 'ready, counted' },
  { form: 'block', text: FORM_WORDS.block },
  { form: 'held', text: FORM_WORDS.held },
  { form: 'wait', text: FORM_WORDS.wait },
  { form: 'stop', text: FORM_WORDS.stop },
] as const;
