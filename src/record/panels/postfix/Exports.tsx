import { useState } from 'react';
import { ONE_PAGE } from '../../../explain/labels.ts';
import { saveText } from '../../../panels/kit/files.ts';
import { reportPage } from '../../explain/findings/report-page.ts';
import { hideNames, messagesCsv, messagesJson } from '../../explain/message-tables.ts';
import type { LateReport } from '../../protocol/findings.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { FoundMessage, MarkedMessage, Overview, Selection } from '../../protocol/record-questions.ts';
import type { SharedRecord } from '../../protocol/share.ts';
import { useRecords } from '../../store/record.ts';
import { lateThen, overviewThen } from '../../store/shared-again.ts';
import { PictureButtons, RealNames, useUnseen } from '../kit/PictureWithoutNames.tsx';
import type { TimeSpan } from './useLate.ts';
import { RecordPicture } from './RecordPicture.tsx';
import type { Brush } from './axis.ts';
import { Button } from '../../../ui/Button.tsx';

/** An exported table has at most this many messages. No record has more, so a table has all messages of the selection. */
const MAX_EXPORTED_MESSAGES = 10_000_000;
const NO_MESSAGE_SHARED = 'No message can be exported with hidden names.';

interface ExportsProps {
  report: LateReport | null;
  /** Time that the report covers; null = the whole record. */
  span: TimeSpan | null;
  zone: string;
  selection: Selection;
  name: InstanceName;
  overview: Overview | null;
  narrow: boolean;
  heat: boolean;
  brush: Brush | null;
  marks: readonly MarkedMessage[];
}

/** Saves the selected messages, the picture, or a one-page report. Names are hidden unless the reader asks for them. */
export function Exports(props: ExportsProps) {
  const { report, span, zone, selection, name } = props;
  const { records, state } = useRecords();
  const [plain, setPlain] = useState(false);
  const { status, hidden } = useHidden();
  const messages = async (): Promise<FoundMessage[]> => {
    const answer = await records.ask((questions) =>
      questions.differ({ ...name, selection, classes: state.classes, most: MAX_EXPORTED_MESSAGES }),
    );
    if (answer === null || !answer.ok) return [];
    return plain ? answer.value.messages : hideNames(answer.value.messages);
  };
  const saveReport = async (): Promise<void> => {
    if (report === null) return;
    const exact = report.verdicts[0]?.method === 'replay';
    const shown = plain
      ? report
      : await hidden((shared) => lateThen(shared, name, { ...(span ?? WHOLE), exact }));
    if (shown !== null) saveText('qmgrscope-report.html', reportPage(shown, zone), 'text/html');
  };
  const { draw, unseen } = useHiddenPicture(props);
  const save = async (text: (rows: FoundMessage[]) => string, ending: string, type: string): Promise<void> =>
    saveText(`qmgrscope-messages.${ending}`, text(await messages()), type);
  return (
    <section className="stack text-2" aria-label="Export">
      <h2>Export</h2>
      <div className="row wrap gap-6">
        <Button look="outlined" onClick={() => void save(messagesCsv, 'csv', 'text/csv')}>
          Messages, CSV
        </Button>
        <Button look="outlined" onClick={() => void save(messagesJson, 'jsonl', 'application/x-ndjson')}>
          JSON Lines
        </Button>
        <PictureButtons
          of={() => (plain ? document.querySelector('#postfix-picture') : hidden(draw))}
          done={unseen.clear}
          file="qmgrscope-record"
        />
        <Button look="outlined" disabled={report === null} onClick={() => void saveReport()}>
          {ONE_PAGE}
        </Button>
        <span role="status">{status}</span>
      </div>
      <RealNames what="tables, report and picture have" plain={plain} onChange={setPlain} />
      {unseen.element}
    </section>
  );
}

const WHOLE: TimeSpan = { from: 0, to: 0 };

/** Asks questions about the record with hidden names, and reports progress and errors. */
function useHidden() {
  const { records, state } = useRecords();
  const [status, setStatus] = useState('');
  const { classes } = state;
  const hidden = async <T,>(ask: (shared: SharedRecord) => Promise<T | null>): Promise<T | null> => {
    setStatus('Hiding names…');
    try {
      const shared = await records.ask((questions) => questions.share({ from: 0, to: 0, only: [], classes }));
      const answer = shared?.ok === true ? await ask(shared.value) : null;
      setStatus(answer === null ? NO_MESSAGE_SHARED : '');
      return answer;
    } catch (error) {
      setStatus(`Names could not be hidden: ${String(error)}`);
      return null;
    }
  };
  return { status, hidden };
}

/** Draws the picture with the names of the shared record. */
function useHiddenPicture({ zone, selection, name, overview, narrow, heat, brush, marks }: ExportsProps) {
  const unseen = useUnseen('#postfix-picture', (other: Overview) => (
    <RecordPicture
      overview={other}
      kind={selection.lanes}
      heat={heat}
      narrow={narrow}
      zone={zone}
      brush={brush}
      lane=""
      framed=""
      // Lanes of the shared record have other names, so only the rings of marks are drawn.
      marks={marks.map((mark) => ({ ...mark, lanes: [] }))}
      onBrush={() => {}}
      onLane={() => {}}
    />
  ));
  const draw = async (shared: SharedRecord): Promise<Element | null> => {
    const { lanes } = selection;
    const other = overview === null ? null : await overviewThen(shared, name, { ...overview, lanes });
    return other === null ? null : unseen.show(other);
  };
  return { draw, unseen };
}
