import { csvLine } from '../../explain/csv.ts';
import { explainEvent } from '../../explain/event.ts';
import { formatLogClock } from '../../explain/figures.ts';
import { toText } from '../../explain/tokens.ts';
import type { EventRecord } from '../../protocol/events.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { createLogNames } from './names.ts';
import { createTrace } from './trace.ts';
import type { RunWriter } from './run-log.ts';

export interface RunFormat {
  id: 'jsonl' | 'csv' | 'trace' | 'log';
  title: string;
  about: string;
  extension: string;
  type: string;
  decisions: boolean;
  create(): RunWriter;
}

export const RUN_FORMATS: readonly RunFormat[] = [
  {
    id: 'jsonl',
    title: 'Events and decisions',
    about: 'JSON Lines: the scenario, then each decision and event with every number.',
    extension: 'jsonl',
    type: 'application/jsonl',
    decisions: true,
    create: jsonLines,
  },
  {
    id: 'csv',
    title: 'Deliveries',
    about: 'CSV: a line for each delivery, for a spreadsheet.',
    extension: 'csv',
    type: 'text/csv',
    decisions: false,
    create: deliveries,
  },
  {
    id: 'trace',
    title: 'Trace',
    about: 'Chrome trace-event JSON: agents, CPUs and timers as tracks. Opens in Perfetto.',
    extension: 'trace.json',
    type: 'application/json',
    decisions: true,
    create: createTrace,
  },
  {
    id: 'log',
    title: 'Log',
    about: 'Text: a sentence for each event.',
    extension: 'log',
    type: 'text/plain',
    decisions: false,
    create: textLog,
  },
];

/** Writes one JSON object per line. A decision precedes the events of its step, because it caused them. */
function jsonLines(): RunWriter {
  return {
    start: (run) => `${JSON.stringify({ type: 'run', format: 1, scenario: run.scenario, live: run.live })}\n`,
    chunk({ events, decisions }) {
      let out = '';
      let d = 0;
      for (const { n, at, step, event } of events) {
        for (; d < decisions.length && (decisions[d]?.step ?? 0) <= step; d += 1)
          out += `${JSON.stringify({ type: 'decision', ...decisions[d] })}\n`;
        out += `${JSON.stringify({ type: 'event', n, at, step, event })}\n`;
      }
      for (; d < decisions.length; d += 1)
        out += `${JSON.stringify({ type: 'decision', ...decisions[d] })}\n`;
      return out;
    },
    end: () => '',
  };
}

const COLUMNS =
  'delivery,transport,agent,destination,message,recipients,started_s,ended_s,seconds,result\r\n';

/** Writes one line per delivery when it ends. Unfinished deliveries follow at the end, without an end time. */
function deliveries(): RunWriter {
  const names = createLogNames();
  const selected = new Map<number, { destination: string; message: number; recipients: number }>();
  const open = new Map<number, { cells: (string | number)[]; at: Micros }>();
  const end = (started: { cells: (string | number)[]; at: Micros }, at: Micros, result: string): string =>
    csvLine([...started.cells, at / MICROS_PER_SECOND, (at - started.at) / MICROS_PER_SECOND, result]);
  const one = ({ at, event }: EventRecord): string => {
    names.note(event);
    switch (event.kind) {
      case 'entry.selected':
        selected.set(event.entry, {
          destination: names.queueName(event.queue),
          message: names.numberOf(event.msg),
          recipients: event.recipients,
        });
        return '';
      case 'delivery.started': {
        const what = selected.get(event.entry);
        selected.delete(event.entry);
        const { destination = '', message = '', recipients = '' } = what ?? {};
        const transport = names.transportName(event.transport);
        open.set(event.delivery, {
          at,
          cells: [
            event.delivery,
            transport,
            event.agent,
            destination,
            message,
            recipients,
            at / MICROS_PER_SECOND,
          ],
        });
        return '';
      }
      case 'delivery.ended': {
        const started = open.get(event.delivery);
        open.delete(event.delivery);
        return started === undefined ? '' : end(started, at, event.result);
      }
      default:
        return '';
    }
  };
  return {
    start: () => COLUMNS,
    chunk: ({ events }) => events.map(one).join(''),
    end: () => [...open.values()].map(({ cells }) => csvLine([...cells, '', '', 'under way'])).join(''),
  };
}

function textLog(): RunWriter {
  const names = createLogNames();
  return {
    start: (run) => `${run.scenario.title}\n`,
    chunk: ({ events }) =>
      events
        .map((record) => {
          names.note(record.event);
          const sentence = toText(explainEvent(record, names));
          return `${formatLogClock(record.at)}  ${record.event.kind.padEnd(20)}  ${sentence}\n`;
        })
        .join(''),
    end: () => '',
  };
}
