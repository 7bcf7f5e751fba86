import type { SessionState } from './session.ts';
import type { MainPanel, ViewState } from './view.ts';

/**
 * The part of a link that names the selected message, the main panel and pinned messages, in characters that links allow:
 * `m12`, `mail`, `q:smtp:a.example`, `m12__destinations`, `p3.17.40`.
 */

/**
 * Encodes the selection; "" = nothing is selected. For a destination whose name a link cannot contain, its id in `queues` is
 * used.
 */
export function entityOf(
  view: Pick<ViewState, 'selected' | 'mainPanel'> & Partial<Pick<ViewState, 'pinned'>>,
  queues: SessionState['queues'],
  transports: SessionState['transports'],
): string {
  const parts = [
    view.selected > 0 ? `m${view.selected}` : '',
    mainPanelText(view.mainPanel, queues, transports),
    pinsText(view.pinned ?? []),
  ];
  return parts.filter((part) => part !== '').join('__');
}

/** Writes pinned messages as `p3.17.40`. Messages beyond the number of colours have no pin colour and are left out. */
function pinsText(pinned: readonly number[]): string {
  return pinned.length === 0 ? '' : `p${pinned.slice(0, PINS_MAX).join('.')}`;
}

const PINS_MAX = 16;

function mainPanelText(
  mainPanel: MainPanel | null,
  queues: SessionState['queues'],
  transports: SessionState['transports'],
): string {
  if (mainPanel === null) return '';
  if (mainPanel.kind === 'compare') return `compare:${mainPanel.a}:${mainPanel.b}`;
  if (mainPanel.kind !== 'destination') return mainPanel.kind;
  if (/^[A-Za-z0-9.-]{1,60}$/.test(mainPanel.name)) return `q:${mainPanel.transport}:${mainPanel.name}`;
  const id = [...queues.values()].find(
    (row) => row.name === mainPanel.name && transports.get(row.transport)?.name === mainPanel.transport,
  )?.id;
  return id === undefined ? '' : `q${id}`;
}

/** Decodes the text. Unknown parts are ignored: a link is never refused because of its selection. */
export function parseEntity(
  text: string,
  queues: SessionState['queues'],
  transports: SessionState['transports'],
): { selected: number; mainPanel: MainPanel | null; pinned?: number[] } {
  const found: { selected: number; mainPanel: MainPanel | null; pinned?: number[] } = {
    selected: 0,
    mainPanel: null,
  };
  for (const part of text.split('__')) {
    const message = /^m(\d{1,6})$/.exec(part);
    const named = /^q:([A-Za-z0-9._-]+):([A-Za-z0-9.-]+)$/.exec(part);
    const compared = /^compare:(\d{1,4}):(\d{1,4})$/.exec(part);
    const numbered = /^q(\d{1,9})$/.exec(part);
    const pins = /^p(\d{1,6}(?:\.\d{1,6}){0,15})$/.exec(part);
    if (message !== null) found.selected = Number(message[1]);
    else if (pins !== null) found.pinned = (pins[1] ?? '').split('.').map(Number);
    else if (part === 'mail' || part === 'destinations' || part === 'wheel' || part === 'threads')
      found.mainPanel = { kind: part };
    else if (compared !== null) {
      found.mainPanel = { kind: 'compare', a: Number(compared[1]), b: Number(compared[2]) };
    } else if (named !== null) {
      found.mainPanel = { kind: 'destination', transport: named[1] ?? '', name: named[2] ?? '' };
    } else if (numbered !== null) {
      const row = queues.get(Number(numbered[1]));
      const transport = row === undefined ? undefined : transports.get(row.transport);
      if (row !== undefined && transport !== undefined)
        found.mainPanel = { kind: 'destination', transport: transport.name, name: row.name };
    }
  }
  return found;
}
