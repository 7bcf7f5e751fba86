import { useEffect, useState } from 'react';
import { VERDICT } from '../../explain/policies.ts';
import type { PolicyKind } from '../../protocol/policies.ts';
import { type PolicySettings, readSettings, RULES, settingsHash } from '../../scenario/policy-settings.ts';
import { POLICY_PRESETS } from '../../scenes/policy-presets.ts';
import { usePolicyLab } from '../../store/policies.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { lastEnd } from './picture.ts';
import { LETTERS, NAMES, PolicyColumn } from './PolicyColumn.tsx';
import css from './policies.module.css';
import { RequestTrail } from './RequestTrail.tsx';
import { type PolicyForm, StreamBar } from './SettingsForm.tsx';
import { SweepPanel } from './SweepPanel.tsx';
import { Transport } from './Transport.tsx';
import { Button } from '../../ui/Button.tsx';

/** The policy laboratory: runs one stream of requests under three policies, side by side. `hash` is the address. */
export default function PoliciesPage({ hash }: { hash: string }) {
  const form = usePolicyForm(hash);
  const { state, compare } = usePolicyLab();
  return (
    <main className={`page stack ${css.lab}`} id="stage" tabIndex={-1}>
      <Head form={form} />
      <StreamBar form={form} />
      {state.fault !== '' && (
        <p className="field-error" role="alert">
          The runs failed: {state.fault}.{' '}
          <button type="button" className="link" onClick={() => compare(form.settings)}>
            Run again
          </button>
        </p>
      )}
      <Runs form={form} />
      <section className={css.part} aria-label="What the document says">
        <h2>What the document itself says</h2>
        <ul className={css.verdict}>
          {VERDICT.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="sub">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

/** Key of the settings on which a run depends. Following another request needs no new run, so it is left out. */
function workloadKey(settings: PolicySettings): string {
  return JSON.stringify({ ...settings, request: 0 });
}

/** The settings of the page. Reads the address, runs the policies after each change, and writes the address again. */
function usePolicyForm(hash: string): PolicyForm {
  const [{ settings, errors }, setRead] = useState(() => readSettings(hash));
  const { compare, close } = usePolicyLab();
  const workload = workloadKey(settings);
  useEffect(() => {
    compare(JSON.parse(workload) as PolicySettings);
  }, [compare, workload]);
  useEffect(() => close, [close]);
  useEffect(() => {
    // A link with errors stays in the address until a setting changes, so that the reader can correct it.
    if (errors.length > 0) return undefined;
    const timer = setTimeout(() => history.replaceState(null, '', settingsHash(settings)), 100);
    return () => clearTimeout(timer);
  }, [settings, errors]);
  return {
    settings,
    errors,
    set(part) {
      const next = { ...settings, ...part };
      setRead({ settings: { ...next, request: Math.min(next.request, next.count) }, errors: [] });
    },
  };
}

function Head({ form: { settings, errors, set } }: { form: PolicyForm }) {
  const key = workloadKey(settings);
  const preset = POLICY_PRESETS.find((one) => workloadKey(one.settings) === key);
  const address = (): string => {
    history.replaceState(null, '', settingsHash(settings));
    return location.href;
  };
  return (
    <header className={`stack gap-10 ${css.part}`}>
      <div className="row wrap">
        <h2 className={css.title}>One stream of requests, three ways to serve it</h2>
        <span className={css.tag}>model</span>
        <span className="grow" />
        <CopyButton
          text={address}
          label={
            <>
              <Icon name="share" />
              Copy link
            </>
          }
          copied="Link copied"
          byHand="The address bar holds the link"
        />
      </div>
      <p className="sub">
        All three policies get the same arrivals and the same work. All figures come from a model of the
        scheduler, not from a machine.
      </p>
      <div className="row wrap gap-6" role="group" aria-label="Example streams">
        {POLICY_PRESETS.map((one) => (
          <Button
            key={one.id}
            look="outlined"
            aria-pressed={one === preset}
            onClick={() => set(one.settings)}
          >
            {one.title}
          </Button>
        ))}
      </div>
      <p className="sub" aria-live="polite">
        {preset?.watch ?? 'Your own stream. The address of this page contains its settings.'}
      </p>
      {errors
        .filter(({ field }) => !Object.hasOwn(RULES, field))
        .map(({ field }) => (
          <p key={field} className="field-error" role="alert">
            <span aria-hidden="true">✕ </span>The link sets <q>{field}</q>, but this page has no such setting.
          </p>
        ))}
    </header>
  );
}

function Runs({ form }: { form: PolicyForm }) {
  const { runs, ran, busy } = usePolicyLab().state;
  const [instant, setInstant] = useState(60_000);
  const phone = useMedia('(max-width: 40rem)');
  const [shown, setShown] = useState<PolicyKind>('plain');
  if (runs === null || ran === null) return <EmptyState size="panel">Running the three policies…</EmptyState>;
  const compared = { runs, ran, at: Math.min(instant, lastEnd(runs)), onAt: setInstant };
  const cut = runs.find(({ recording }) => recording.cutAt >= 0);
  return (
    <>
      {phone && (
        <div className={css.part}>
          <Segmented
            className="fill"
            label="Policy"
            value={shown}
            options={runs.map(({ kind }) => ({ value: kind, text: `${LETTERS[kind]} ${NAMES[kind]}` }))}
            onChange={setShown}
          />
        </div>
      )}
      <div className={css.columns} data-busy={busy}>
        {runs.map(
          (run) => (!phone || run.kind === shown) && <PolicyColumn key={run.kind} run={run} {...compared} />,
        )}
        <SweepPanel form={form} />
      </div>
      {cut !== undefined && (
        <p className={`sub ${css.part}`}>
          The pictures of {LETTERS[cut.kind]} end early because it has too many events to draw. Its figures
          are for the whole run.
        </p>
      )}
      <Transport {...compared} />
      <RequestTrail form={form} {...compared} />
    </>
  );
}
