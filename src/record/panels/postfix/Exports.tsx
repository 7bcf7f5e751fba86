import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ONE_PAGE } from '../../../explain/labels.ts';
import { hideNames, messagesCsv, messagesJson } from '../../explain/message-tables.ts';
import { reportPage } from '../../explain/findings/report-page.ts';
import type { LateReport } from '../../protocol/findings.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { FoundMessage, MarkedMessage, Overview, Selection } from '../../protocol/record-questions.ts';
import type { SharedRecord } from '../../protocol/share.ts';
import { useRecords } from '../../store/record.ts';
import { lateThen, overviewThen } from '../../store/shared-again.ts';
import { PictureButtons } from '../kit/PictureButtons.tsx';
import { saveText } from '../../../panels/kit/files.ts';
import type { Brush } from './Heat.tsx';
import { RecordPicture } from './RecordPicture.tsx';
import type { TimeSpan } from './Findings.tsx';
import pictureCss from '../kit/picture.module.css';
import css from './postfix.module.css';

/** Above any record: a table holds every message of the selection. */
const MAX_EXPORTED_MESSAGES = 10_000_000;
const NO_MESSAGE_SHARED = 'No message can leave with other names.';

interface ExportsProps {
  report: LateReport | null;
  /** What the report is about; null = the whole record. */
  span: TimeSpan | null;
  zone: string;
  selection: Selection;
  name: InstanceName;
  /** What the picture shows, and what is marked in it. */
  overview: Overview | null;
  brush: Brush | null;
  marks: readonly MarkedMessage[];
}

/** What can be taken away: the selected messages, the picture, a report of one page. Names are hidden unless the reader asks for them. */
export function Exports(props: ExportsProps) {
  const { report, span, zone, selection, name } = props;
  const { records, state } = useRecords();
  const [plain, setPlain] = useState(false);
  const { said, hidden } = useHidden();
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
  const picture = usePictureWithoutNames(props);
  const save = async (text: (rows: FoundMessage[]) => string, ending: string, type: string): Promise<void> =>
    saveText(`qmgrscope-messages.${ending}`, text(await messages()), type);
  return (
    <section className={css.postfixExports} aria-label="Take away">
      <h2>Take away</h2>
      <div className="row">
        <button
          type="button"
          className="btn outlined"
          onClick={() => void save(messagesCsv, 'csv', 'text/csv')}
        >
          Messages, CSV
        </button>
        <button
          type="button"
          className="btn outlined"
          onClick={() => void save(messagesJson, 'jsonl', 'application/x-ndjson')}
        >
          JSON Lines
        </button>
        <PictureButtons
          of={() => (plain ? document.querySelector('#postfix-picture') : hidden(picture.draw))}
          done={picture.clear}
          file="qmgrscope-record"
        />
        <button
          type="button"
          className="btn outlined"
          disabled={report === null}
          onClick={() => void saveReport()}
        >
          {ONE_PAGE}
        </button>
        <span role="status">{said}</span>
      </div>
      <label className={pictureCss.postfixPlain}>
        <input type="checkbox" checked={plain} onChange={(event) => setPlain(event.target.checked)} />
        With real names. Otherwise tables, report and picture have pseudonyms.
      </label>
      {picture.element}
    </section>
  );
}

const WHOLE: TimeSpan = { from: 0, to: 0 };

/** Asks about what `share` writes of the record, and says how that goes. */
function useHidden() {
  const { records, state } = useRecords();
  const [said, setSaid] = useState('');
  const { classes } = state;
  const hidden = async <T,>(ask: (shared: SharedRecord) => Promise<T | null>): Promise<T | null> => {
    setSaid('Hiding names…');
    try {
      const shared = await records.ask((questions) => questions.share({ from: 0, to: 0, only: [], classes }));
      const answer = shared?.ok === true ? await ask(shared.value) : null;
      setSaid(answer === null ? NO_MESSAGE_SHARED : '');
      return answer;
    } catch (error) {
      setSaid(`Names could not be hidden: ${String(error)}`);
      return null;
    }
  };
  return { said, hidden };
}

/** The picture with the lanes of the shared record, drawn beside the page for as long as it is saved. */
function usePictureWithoutNames({ zone, selection, name, overview, brush, marks }: ExportsProps) {
  const [drawn, setDrawn] = useState<{ overview: Overview; width: number } | null>(null);
  const box = useRef<HTMLElement>(null);
  const draw = async (shared: SharedRecord): Promise<Element | null> => {
    const { lanes } = selection;
    const other = overview === null ? null : await overviewThen(shared, name, { ...overview, lanes });
    if (other === null) return null;
    const width = document.querySelector('#postfix-picture')?.clientWidth ?? 900;
    flushSync(() => setDrawn({ overview: other, width }));
    return box.current;
  };
  const element = drawn !== null && (
    <section ref={box} className={pictureCss.postfixUnseen} style={{ width: drawn.width }} inert>
      <RecordPicture
        {...drawn}
        zone={zone}
        brush={brush}
        lane=""
        // Lanes have other names there: of what is marked only the rings are drawn.
        marks={marks.map((mark) => ({ ...mark, lanes: [] }))}
        onBrush={() => {}}
        onLane={() => {}}
      />
    </section>
  );
  return { draw, element, clear: () => setDrawn(null) };
}
