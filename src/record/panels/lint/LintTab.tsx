import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Breakable, CopyCommand, Fault, FileButton } from '../kit/parts.tsx';
import { useState, type DragEvent, type ReactNode } from 'react';
import type { LintReport, LintFinding, LintSeverity } from '../../protocol/lint.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import { textOfFile } from '../../../scenario/bytes.ts';
import { type LintDesk, type LintText, useLintDesk } from '../../store/lint.ts';
import { nameOfInstance, useRecords } from '../../store/record.ts';
import { Opening } from '../../../panels/kit/Opening.tsx';
import type { TabProps } from '../postfix/tab-props.ts';
import { useAsked } from '../postfix/useAsked.ts';
import { EXAMPLE } from './example-settings.ts';
import { EffectiveSettings } from './EffectiveSettings.tsx';
import kit from '../kit/kit.module.css';
import css from './lint.module.css';
import { COPY_BY_HAND } from '../../../explain/labels.ts';
import { NOTHING_WRONG } from '../../explain/records.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

const BYTES_MAX = 8_000_000;

/** Checks the configuration of the open record, with the record as evidence, or one that the reader pastes. */
export default function LintTab({ view, instance }: TabProps) {
  const { records } = useRecords();
  if (view === null) return <PastedLint />;
  if (view.hasMain || view.hasMaster) return <RecordLint name={nameOfInstance(instance)} />;
  const add = (texts: readonly LintText[]): void =>
    records.add(
      texts.map(({ name, text }) => ({ name, file: new File([text], name, { type: 'text/plain' }) })),
    );
  return (
    <Invitation
      lead="The open record has no settings. Add them to check each rule, with the record as evidence."
      add={add}
      say={() => {}}
      fault=""
    />
  );
}

/** Checks the settings in the files of the record, with evidence from its log. */
function RecordLint({ name }: { name: InstanceName }) {
  const { records } = useRecords();
  const [fault, setFault] = useState('');
  const report = useAsked(`lint ${name.host} ${name.instance}`, (questions) => questions.lint(name));
  if (report === null) return <Opening />;
  const onScene = async (finding: number): Promise<void> => {
    const address = await records.ask((questions) => questions.lintScene(finding));
    if (address === null) setFault('This finding has no scene.');
    else location.hash = address;
  };
  return (
    <Report report={report} fault={fault} onScene={(finding) => void onScene(finding)}>
      <p className="sub">
        <a className="link" href="#postfix&tab=files">
          Add or remove files
        </a>
      </p>
    </Report>
  );
}

/** Checks a configuration that the reader pastes or drops on this tab, without a record. */
function PastedLint() {
  const desk = useLintDesk();
  const { state } = desk;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void readFiles(desk, [...event.dataTransfer.files]);
  };
  return (
    <div aria-busy={state.busy} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {state.report === null ? (
        <Invitation lead="" add={desk.add} say={desk.say} fault={state.fault} />
      ) : (
        <Report
          report={state.report}
          fault={state.fault}
          onScene={(finding) => void openScene(desk, finding)}
        >
          <Texts desk={desk} texts={state.texts} report={state.report} />
        </Report>
      )}
    </div>
  );
}

/** The part of the desk that takes texts (`add`), and messages about texts that cannot be read (`say`). */
type Taker = Pick<LintDesk, 'add' | 'say'>;

async function readFiles(desk: Taker, files: readonly File[]): Promise<void> {
  const large = files.find((file) => file.size > BYTES_MAX);
  if (large !== undefined) {
    desk.say(
      `${large.name} is larger than 8 MB. Give main.cf, master.cf, or the output of postconf -n and postconf -M.`,
    );
    return;
  }
  const texts = await Promise.all(
    files.map(async (file) => ({ name: file.name, text: await textOfFile(file) })),
  );
  if (texts.length > 0) desk.add(texts);
}

function Invitation({ lead, fault, ...desk }: Taker & { lead: string; fault: string }) {
  return (
    <div className={`stack gap-16 ${kit.article}`}>
      <h1>What does your Postfix do with its settings?</h1>
      <p className="lead">
        Finds lines without effect, limits that are never reached, and delays that defer all mail. Each
        finding has the effect, the source and the command that fixes it. Nothing leaves this computer.
      </p>
      {lead !== '' && <p className="lead">{lead}</p>}
      <Enter desk={desk} />
      <Fault text={fault} />
      <div className="stack sub">
        <p>Run this on the server, as any user:</p>
        <CopyCommand text="postconf -n; postconf -M; postconf mail_version" />
        <p>
          Or give main.cf, master.cf and transport maps. You can paste several together: each line is
          recognized by its content.
        </p>
        <p>
          <Button look="outlined" onClick={() => desk.add([EXAMPLE])}>
            Try an example
          </Button>
        </p>
      </div>
    </div>
  );
}

function Enter({ desk, rows = 8 }: { desk: Taker; rows?: number }) {
  const [text, setText] = useState('');
  const check = (): void => {
    desk.add([{ name: 'pasted text', text }]);
    setText('');
  };
  return (
    <div className="stack gap-10">
      <TextArea
        kind="code"
        rows={rows}
        label="Text of postconf -n and postconf -M"
        placeholder="Paste the output of postconf -n and postconf -M here, or drop main.cf and master.cf anywhere on the page"
        maxLength={BYTES_MAX}
        value={text}
        onChange={setText}
      />
      <div className="row">
        <Button look="primary" disabled={text.trim() === ''} onClick={check}>
          Check
        </Button>
        <FileButton
          text="Choose files"
          label="Files of settings"
          className="outlined"
          onChoose={(files) => void readFiles(desk, [...(files ?? [])])}
        />
      </div>
    </div>
  );
}

interface ReportProps {
  report: LintReport;
  fault: string;
  onScene: (finding: number) => void;
  children: ReactNode;
}

function Report({ report, fault, onScene, children }: ReportProps) {
  const { settings, findings, notChecked } = report;
  const readable = settings.hasMain || settings.hasMaster;
  const withRecord =
    findings.some(({ evidence }) => evidence !== null) ||
    !notChecked.some((note) => note.startsWith('No record'));
  return (
    <div className={kit.columns}>
      <div className={css.lintFindings}>
        <header className="stack">
          <h1>{readable ? headline(findings) : 'This text contains no Postfix setting.'}</h1>
          <p className="dim text-2">
            Checked {settings.main.length} settings of main.cf and {settings.services.length} services of
            master.cf against the rules of Postfix {settings.version ?? '3.x'}
            {withRecord ? ', with the record as evidence' : ''}.
          </p>
          <Fault text={fault} />
        </header>
        {readable && (
          <ol>
            {findings.map((finding, i) => (
              <FindingRow
                key={`${finding.rule} ${finding.setting} ${finding.transport}`}
                finding={finding}
                onScene={() => onScene(i)}
              />
            ))}
          </ol>
        )}
        <Notes report={report} notChecked={notChecked} />
        {children}
      </div>
      {readable && <EffectiveSettings settings={settings} />}
    </div>
  );
}

async function openScene(desk: LintDesk, finding: number): Promise<void> {
  const address = await desk.scene(finding);
  if (address === null) desk.say('This finding has no scene.');
  else location.hash = address;
}

function Notes({ report, notChecked }: { report: LintReport; notChecked: readonly string[] }) {
  const unread = report.settings.sources.flatMap((source) =>
    source.samples.map((sample) => ({ ...sample, count: source.notUnderstood })),
  );
  if (notChecked.length === 0 && unread.length === 0) return null;
  return (
    <section className="stack sub" aria-label="Not checked">
      <h2>Not checked</h2>
      <ul className="stack gap-4">
        {notChecked.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {unread.map(({ file, line, text, count }) => (
          <li key={`${file} ${line}`} className="breaks">
            {file}, line {line} was not understood ({count} in total): <code className="mono">{text}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Texts({ desk, texts, report }: { desk: LintDesk; texts: readonly LintText[]; report: LintReport }) {
  return (
    <section className="stack sub" aria-label="Texts">
      <h2>Texts</h2>
      <ul className="stack gap-4">
        {texts.map(({ name }) => {
          const source = report.settings.sources.find((each) => each.file === name);
          return (
            <li key={name}>
              <code className="mono">{name}</code> <span>{source?.lines ?? 0} lines</span>{' '}
              <button
                type="button"
                className="link"
                aria-label={`Remove ${name}`}
                onClick={() => desk.remove(name)}
              >
                Remove
              </button>
            </li>
          );
        })}
      </ul>
      <Enter desk={desk} rows={4} />
      <p>
        <Button onClick={desk.clear}>Start over</Button>
      </p>
    </section>
  );
}

/** Shows a finding: the line, its effect in Postfix, and the repair to copy. */
function FindingRow({ finding, onScene }: { finding: LintFinding; onScene: () => void }) {
  const { sign, word, tone } = SEVERITIES[finding.severity];
  return (
    <li className={css.lintRow} data-severity={finding.severity}>
      <div className="stack gap-4 breaks">
        <p>
          <span className={kit.flag} data-tone={tone}>
            <span aria-hidden="true">{sign}</span> {word}
          </span>
        </p>
        {finding.lines.map(({ file, line, text }) => (
          <code key={`${file} ${line}`} className="mono text-2" title={`${file}, line ${line}`}>
            <Breakable text={text.length > 160 ? `${text.slice(0, 160)}…` : text} />
          </code>
        ))}
        {finding.lines.length === 0 && <NoLine finding={finding} />}
      </div>
      <div className="stack gap-4">
        <h2>{finding.title}</h2>
        <p className="sub">{finding.sentence}</p>
        {finding.evidence !== null && <p>{finding.evidence}</p>}
        <p className="dim text-1">
          Rule {finding.rule}. {finding.source}
        </p>
      </div>
      <Repair finding={finding} onScene={onScene} />
    </li>
  );
}

/** Names the setting of a finding that has no line in the file. A name with a blank is a command. */
function NoLine({ finding: { setting, value } }: { finding: LintFinding }) {
  if (setting.includes(' ')) return <code className="mono text-2">{setting}</code>;
  return (
    <code className="mono text-2">
      <Breakable text={`${setting} = ${value}`} /> <span className="dim">default</span>
    </code>
  );
}

function Repair({ finding, onScene }: { finding: LintFinding; onScene: () => void }) {
  const text = finding.repair.join('\n');
  return (
    <div className="stack gap-6 breaks">
      {text !== '' && (
        <div className={kit.sunk}>
          <pre className="mono">
            <Breakable text={text} />
          </pre>
        </div>
      )}
      {finding.repairNote !== '' && (
        <p className="dim text-2">
          <Breakable text={finding.repairNote} />
        </p>
      )}
      <div className="row">
        {text !== '' && (
          <CopyButton
            text={text}
            byHand={COPY_BY_HAND}
            className="link"
            name={`Copy the repair: ${finding.title}`}
          />
        )}
        {finding.scene !== null && (
          <button
            type="button"
            className="link"
            aria-label={`See it happen: ${finding.title}`}
            onClick={onScene}
          >
            See it happen
          </button>
        )}
      </div>
    </div>
  );
}

/** Sign and word of each severity, because a colour alone is not enough. */
const SEVERITIES: Readonly<Record<LintSeverity, { sign: string; word: string; tone?: string }>> = {
  wrong: { sign: '✕', word: 'wrong', tone: 'bad' },
  dead: { sign: '✕', word: 'no effect', tone: 'bad' },
  risky: { sign: '!', word: 'risky', tone: 'warn' },
  hint: { sign: 'i', word: 'for your information' },
};

/** Writes the most important finding in one or two sentences. */
function headline(findings: readonly LintFinding[]): string {
  const serious = findings.filter((finding) => finding.severity !== 'hint');
  if (serious.length === 0) return NOTHING_WRONG;
  const [first, second] = serious;
  const rest = serious.length - 1;
  if (first === undefined || second === undefined) return first?.title ?? '';
  return `${first.title} ${rest === 1 ? 'One more line does' : `${rest} more lines do`} not do what it seems.`;
}
