import { useState } from 'react';
import type { LintFinding } from '../../protocol/lint.ts';
import { copyText } from '../../../panels/kit/copy-text.ts';
import { Breakable } from './Breakable.tsx';
import { SEVERITIES } from './words.ts';
import { COPY_BY_HAND } from '../../../explain/labels.ts';
import './lint.css';

/** One finding: the line as it stands, what Postfix does with it, and the repair to copy. */
export function FindingRow({ finding, onScene }: { finding: LintFinding; onScene: () => void }) {
  const { sign, word } = SEVERITIES[finding.severity];
  return (
    <li className="lint-row" data-severity={finding.severity}>
      <div className="lint-line">
        <span className="lint-badge">
          <span aria-hidden="true">{sign}</span> {word}
        </span>
        {finding.lines.map(({ file, line, text }) => (
          <code key={`${file} ${line}`} title={`${file}, line ${line}`}>
            <Breakable text={text.length > 160 ? `${text.slice(0, 160)}…` : text} />
          </code>
        ))}
        {finding.lines.length === 0 && <NoLine finding={finding} />}
      </div>
      <div className="lint-what">
        <h2>{finding.title}</h2>
        <p>{finding.sentence}</p>
        {finding.evidence !== null && <p className="lint-evidence">{finding.evidence}</p>}
        <p className="lint-source">
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
  const [said, setSaid] = useState('');
  const text = finding.repair.join('\n');
  const copy = async (): Promise<void> => {
    setSaid((await copyText(text)) ? 'Copied' : COPY_BY_HAND);
  };
  return (
    <div className="lint-repair">
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
          <button
            type="button"
            className="link"
            aria-label={`Copy the repair: ${finding.title}`}
            onClick={() => void copy()}
          >
            Copy
          </button>
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
        <span className="lint-said" role="status">
          {said}
        </span>
      </div>
    </div>
  );
}
