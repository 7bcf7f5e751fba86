import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react';
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
import css from './lint.module.css';
import { Breakable } from './Breakable.tsx';
import { COPY_BY_HAND } from '../../../explain/labels.ts';
import { NOTHING_WRONG } from '../../explain/records.ts';

const BYTES_MAX = 8_000_000;

/** What is wrong in a configuration: that of the record which is open, with the record as evidence, or one that is pasted. */
export default function LintTab({ view, instance }: TabProps) {
  const { records } = useRecords();
  if (view === null) return <PastedLint />;
  if (view.hasMain || view.hasMaster) return <RecordLint name={nameOfInstance(instance)} />;
  const add = (texts: readonly LintText[]): void =>
    records.add(
      texts.map(({ name, text }) => ({ name, file: new File([text], name, { type: 'text/plain' }) })),
    );
  return (
    <div className={css.lint}>
      <Invitation
        lead="The record that is open has no settings. With them each rule is checked, and what the record shows of it stands beside it."
        add={add}
        say={() => {}}
        fault=""
      />
    </div>
  );
}

/** The settings of the record: what its files hold, and what its log shows of it. */
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
    <div className={css.lint}>
      <Report report={report} fault={fault} onScene={(finding) => void onScene(finding)}>
        <p className={css.lintElsewhere}>
          Files are added and removed under{' '}
          <a className="link" href="#postfix&tab=files">
            Files
          </a>
          .
        </p>
      </Report>
    </div>
  );
}

/** A configuration without a record: pasted or dropped here. */
function PastedLint() {
  const desk = useLintDesk();
  const { state } = desk;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void readFiles(desk, [...event.dataTransfer.files]);
  };
  return (
    <div
      className={css.lint}
      aria-busy={state.busy}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
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

/** Where texts go, and where it is said why they cannot. */
type Taker = Pick<LintDesk, 'add' | 'say'>;

async function readFiles(desk: Taker, files: readonly File[]): Promise<void> {
  const large = files.find((file) => file.size > BYTES_MAX);
  if (large !== undefined) {
    desk.say(
      `${large.name} has more than 8 MB. A configuration is a few kB: main.cf, master.cf, or the text of postconf -n and -M.`,
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
    <div className={css.lintStart}>
      <h1>What does your Postfix do with its settings?</h1>
      <p className="lead">
        Lines that have no effect, limits that are never reached, delays that defer all mail: each with what
        Postfix does, where that is written, and the command that mends it. Nothing leaves this computer.
      </p>
      {lead !== '' && <p className="lead">{lead}</p>}
      <Enter desk={desk} />
      <Fault text={fault} />
      <div className={css.lintCommands}>
        <p>On the server, as any user:</p>
        <pre>postconf -n; postconf -M; postconf mail_version</pre>
        <p>
          Or main.cf and master.cf themselves, and transport maps. Several may be in one paste; each line is
          told by its content.
        </p>
        <button type="button" className="btn outlined" onClick={() => desk.add([EXAMPLE])}>
          Try an example
        </button>
      </div>
    </div>
  );
}

/** Where texts come in. */
function Enter({ desk }: { desk: Taker }) {
  const [text, setText] = useState('');
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    void readFiles(desk, [...(event.target.files ?? [])]);
    event.target.value = '';
  };
  const check = (): void => {
    desk.add([{ name: 'pasted text', text }]);
    setText('');
  };
  return (
    <div className={css.lintEnter}>
      <textarea
        aria-label="Text of postconf -n and postconf -M"
        placeholder="Paste the text of postconf -n and postconf -M here, or drop main.cf and master.cf anywhere on the page"
        spellCheck={false}
        maxLength={BYTES_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row">
        <button type="button" className="btn primary" disabled={text.trim() === ''} onClick={check}>
          Check
        </button>
        <label className={`btn outlined ${css.lintChoose}`}>
          Choose files
          <input type="file" multiple onChange={choose} className={css.lintFile} />
        </label>
      </div>
    </div>
  );
}

function Fault({ text }: { text: string }) {
  return text === '' ? null : (
    <p className="field-error" role="alert">
      {text}
    </p>
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
    <div className={css.lintReport}>
      <div className={css.lintFindings}>
        <header>
          <h1>{readable ? headline(findings) : 'There is no setting of Postfix in this text.'}</h1>
          <p className={css.lintChecked}>
            Checked: {settings.main.length} settings of main.cf, {settings.services.length} services of
            master.cf, against the rules of Postfix {settings.version ?? '3.x'}
            {withRecord ? ', with the record as evidence' : ''}.
          </p>
          <Fault text={fault} />
        </header>
        {readable && (
          <ol className={css.lintList}>
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
    <section className={css.lintNotes} aria-label="Not checked">
      <h2>Not checked</h2>
      <ul>
        {notChecked.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {unread.map(({ file, line, text, count }) => (
          <li key={`${file} ${line}`}>
            {file}, line {line} was not understood ({count} in all): <code>{text}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Texts({ desk, texts, report }: { desk: LintDesk; texts: readonly LintText[]; report: LintReport }) {
  return (
    <section className={css.lintNotes} aria-label="Texts">
      <h2>What was read</h2>
      <ul className="lint-texts">
        {texts.map(({ name }) => {
          const source = report.settings.sources.find((each) => each.file === name);
          return (
            <li key={name}>
              <code>{name}</code> <span>{source?.lines ?? 0} lines</span>
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
      <Enter desk={desk} />
      <button type="button" className="btn" onClick={desk.clear}>
        Start over
      </button>
    </section>
  );
}

/** One finding: the line as it stands, what Postfix does with it, and the repair to copy. */
function FindingRow({ finding, onScene }: { finding: LintFinding; onScene: () => void }) {
  const { sign, word } = SEVERITIES[finding.severity];
  return (
    <li className={css.lintRow} data-severity={finding.severity}>
      <div className={css.lintLine}>
        <span className={css.lintBadge}>
          <span aria-hidden="true">{sign}</span> {word}
        </span>
        {finding.lines.map(({ file, line, text }) => (
          <code key={`${file} ${line}`} title={`${file}, line ${line}`}>
            <Breakable text={text.length > 160 ? `${text.slice(0, 160)}…` : text} />
          </code>
        ))}
        {finding.lines.length === 0 && <NoLine finding={finding} />}
      </div>
      <div className={css.lintWhat}>
        <h2>{finding.title}</h2>
        <p>{finding.sentence}</p>
        {finding.evidence !== null && <p className={css.lintEvidence}>{finding.evidence}</p>}
        <p className={css.lintSource}>
          Rule {finding.rule}. {finding.source}
        </p>
      </div>
      <Repair finding={finding} onScene={onScene} />
    </li>
  );
}

/** A setting that is not in the file, or (with a blank in it) a command, which is no setting. */
function NoLine({ finding: { setting, value } }: { finding: LintFinding }) {
  if (setting.includes(' ')) return <code>{setting}</code>;
  return (
    <code>
      <Breakable text={`${setting} = ${value}`} /> <i>default</i>
    </code>
  );
}

function Repair({ finding, onScene }: { finding: LintFinding; onScene: () => void }) {
  const text = finding.repair.join('\n');
  return (
    <div className={css.lintRepair}>
      {text !== '' && (
        <pre>
          <Breakable text={text} />
        </pre>
      )}
      {finding.repairNote !== '' && (
        <p>
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

/** Sign and word of each severity: never a colour alone. */
const SEVERITIES: Readonly<Record<LintSeverity, { sign: string; word: string }>> = {
  wrong: { sign: '✕', word: 'wrong' },
  dead: { sign: '✕', word: 'no effect' },
  risky: { sign: '!', word: 'risky' },
  hint: { sign: 'i', word: 'for your information' },
};

/** The answer, largest on the page: what matters most, in one or two sentences. */
function headline(findings: readonly LintFinding[]): string {
  const serious = findings.filter((finding) => finding.severity !== 'hint');
  if (serious.length === 0) return NOTHING_WRONG;
  const [first, second] = serious;
  const rest = serious.length - 1;
  if (first === undefined || second === undefined) return first?.title ?? '';
  return `${first.title} And ${rest === 1 ? 'one more line does' : `${rest} more lines do`} something else than it seems.`;
}
