import { CopyButton } from '../../ui/CopyButton.tsx';
import { useQuestion } from '../kit/useQuestion.ts';
import { useEffect, useState } from 'react';
import { useRuntime, useSession, useActions } from '../../store/hooks.ts';
import { formatCount } from '../../explain/format.ts';
import type { Runtime } from '../../store/runtime.ts';
import { useMail } from '../../store/of-kind.ts';
import { COPY_BY_HAND } from '../../explain/labels.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { Sheet } from '../../ui/Dialog.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { PictureExport } from './PictureExport.tsx';
import { RUN_FORMATS, type RunFormat } from './writers.ts';
import css from './export.module.css';
import { fileName, saveBlob, saveText } from '../kit/files.ts';
import { readLog } from './run-log.ts';
import { useNames } from '../kit/useNames.ts';
import { Button } from '../../ui/Button.tsx';

interface ExportSheetProps {
  /** Id of the panel that opened the sheet; null = no panel did. */
  panelId: string | null;
  onClose: () => void;
}

/** Exports pictures of the page, the run as data, and the settings of the run. */
export default function ExportSheet({ panelId, onClose }: ExportSheetProps) {
  return (
    <Sheet title="Export" className={css.export} onClose={onClose}>
      {() => (
        <>
          <PictureExport panelId={panelId} />
          <RunExport />
          <MainCf />
        </>
      )}
    </Sheet>
  );
}

interface Saving {
  id: RunFormat['id'];
  done: number;
  abort: AbortController;
}

/** Saves the event log in several formats. Long logs are written in chunks, with progress and a Cancel button. */
function RunExport() {
  const runtime = useRuntime();
  const events = useSession((session) => session.head.event);
  const [progress, setProgress] = useState<Saving | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => () => progress?.abort.abort(), [progress?.abort]);
  const save = async (format: RunFormat): Promise<void> => {
    const abort = new AbortController();
    const show = (done: number): void => setProgress({ id: format.id, done, abort });
    show(0);
    setSaid('');
    const name = await saveRun(runtime, format, show, abort.signal);
    setProgress(null);
    setSaid(name === null ? 'Cancelled. Nothing was saved.' : `Saved ${name}.`);
  };
  return (
    <section className={`stack ${css.exportPart}`} aria-labelledby="export-run">
      <h3 id="export-run">The run</h3>
      <p className="side-note">
        {formatCount(events)} events of this branch, from the start to the furthest simulated point.
      </p>
      <ul className="stack gap-12">
        {RUN_FORMATS.map((format) => (
          <li key={format.id} className="row between gap-16">
            <div>
              <span className="strong">{format.title}</span>
              <p className="dim">{format.about}</p>
            </div>
            {progress?.id === format.id ? (
              <Progress
                name={`Saving ${format.title}`}
                value={progress.done}
                onCancel={() => progress.abort.abort()}
              />
            ) : (
              <Button
                look="outlined"
                className="mono"
                aria-label={`Save ${format.title} as .${format.extension}`}
                disabled={progress !== null || events === 0}
                onClick={() => void save(format)}
              >
                .{format.extension}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={`side-note ${css.exportSaid}`} role="status">
        {said}
      </p>
    </section>
  );
}

/** Saves the run as a file. Returns its name, or null when cancelled. */
async function saveRun(
  { actions, store }: Runtime,
  format: RunFormat,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const { head, scenario } = store.getState().session;
  const writer = format.create();
  // Blobs are stored outside the heap, so the text of a long run is never one string.
  const parts: Blob[] = [new Blob([writer.start(await actions.save())])];
  for await (const chunk of readLog(actions, head, format.decisions, signal)) {
    parts.push(new Blob([writer.chunk(chunk)]));
    onProgress(chunk.done);
  }
  if (signal.aborted) return null;
  parts.push(new Blob([writer.end(head.at)]));
  const name = `${fileName(scenario?.title ?? 'run')}.${format.extension}`;
  saveBlob(name, new Blob(parts, { type: format.type }));
  return name;
}

/** Shows the changed parameters at the cursor, as lines for a real main.cf. */
function MainCf() {
  const actions = useActions();
  const scenario = useMail((open) => open);
  const event = useSession((session) => session.cursor.event);
  const { transportName } = useNames();
  const make = async (): Promise<string | undefined> => {
    if (scenario === null) return undefined;
    const records =
      event === 0 ? [] : await actions.ask('events', 1, event, ['param.changed', 'agents.changed']);
    const params = new Map<string, string>();
    let { feedback } = scenario;
    const agents = new Map<string, number>();
    for (const { event: what } of records) {
      if (what.kind === 'agents.changed') agents.set(transportName?.(what.transport) ?? '', what.to);
      if (what.kind !== 'param.changed') continue;
      if (what.name !== 'feedback') params.set(what.name, what.to);
      else feedback = what.to === 'documented' ? 'documented' : 'shipped';
    }
    return mainCf(scenario, { params, agents, feedback });
  };
  const text = useQuestion(scenario, make, { again: event }) ?? '';
  // Only mail runs have Postfix settings.
  if (scenario === null) return null;
  const save = (): void => saveText(`${fileName(scenario.title)}.main.cf`, text, 'text/plain');
  return (
    <section className={`stack ${css.exportPart}`} aria-labelledby="export-params">
      <div className="row">
        <h3 id="export-params" className="grow">
          Changed parameters
        </h3>
        <CopyButton text={text} byHand={COPY_BY_HAND} className="btn" />
        <Button look="outlined" aria-label="Save changed parameters as main.cf" onClick={save}>
          main.cf
        </Button>
      </div>
      {/* Focusable, so that keys can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={`${css.exportParams} mono text-1`} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

export interface ChangedSettings {
  /** Parameters by name; they override the scenario's. */
  params: ReadonlyMap<string, string>;
  /** Agents by transport; they override the scenario's. */
  agents: ReadonlyMap<string, number>;
  /** The feedback rule in force at the cursor. */
  feedback: MailScenario['feedback'];
}

/**
 * The non-default parameters as a fragment of main.cf that Postfix accepts. Comments in the fragment hold lines for
 * master.cf, lines that Postfix would refuse (a feedback of `1/sqrt_concurrency`), and the feedback rule of the
 * document's pseudocode, which Postfix does not implement.
 */
export function mainCf(
  { title, params, agents }: Pick<MailScenario, 'title' | 'params' | 'agents'>,
  changed: ChangedSettings,
): string {
  const values = new Map([
    ...Object.entries(params).map(([k, v]) => [k, String(v)] as const),
    ...changed.params,
  ]);
  const lines = [...values].toSorted(([a], [b]) => a.localeCompare(b)).map(([k, v]) => paramLine(k, v));
  const limits = [...new Map([...Object.entries(agents), ...changed.agents])].map(
    ([name, n]) => `#   ${name}  ${n === 0 ? 'no agents in this run' : n}`,
  );
  return [
    `# ${title.replaceAll('\n', ' ')}`,
    '# Parameters of the queue manager that this run changed, for main.cf.',
    ...(lines.length === 0 ? ['# None: every parameter has its default.'] : lines),
    ...(changed.feedback === 'documented' ? DOCUMENTED : []),
    ...(limits.length === 0 ? [] : ['', '# Delivery agents, the maxproc column of master.cf:', ...limits]),
    '',
  ].join('\n');
}

const DOCUMENTED = [
  '',
  '# This run computes feedback by the pseudocode of SCHEDULER_README. Postfix has no parameter for that:',
  '# with the lines above it computes by its own rule, and windows differ.',
];

function paramLine(name: string, value: string): string {
  if (!/\/\s*sqrt_concurrency/i.test(value)) return `${name} = ${value}`;
  return `# ${name} = ${value}\n#   (refused by Postfix as shipped, which then takes 1)`;
}
