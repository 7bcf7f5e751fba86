import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { formatCounted } from '../explain/format.ts';
import { LESSONS } from '../learn/lessons/catalogue.ts';
import { GALLERY } from '../scenes/gallery.ts';
import { TIMER_SCENES } from '../scenes/timers/scenes.ts';
import { isOnRecord } from '../panels/kinds/views.ts';
import { useApp, useRuntime, useSession } from '../store/hooks.ts';
import { saveRunFile } from '../panels/kit/files.ts';
import type { Runtime } from '../store/runtime.ts';
import { selectMessages } from '../store/selectors.ts';
import { whileBusy } from '../store/idle.ts';
import { sayNotice } from '../store/ingest.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { makeStopHere } from '../learn/panels/write/AddStop.tsx';
import { PARAMS } from '../protocol/params.ts';
import { askForTour } from '../panels/kit/asked-tour.ts';
import { PAGE_NAMES, type PageId } from './routes.ts';
import { BINDINGS } from './keymap.ts';
import { runCommand, type ShellActions } from './run-command.ts';
import { type Frame, useShellActions } from './shell-actions.ts';
import { takeTyped } from './TypedAhead.tsx';
import { ADD_STOP, SAVE_FILE, SAVE_REAL, TOUR } from '../explain/labels.ts';
import css from './sheets.module.css';

/** Commands with their keys, each listed once. Commands that make sense only as a key are left out. */
const COMMANDS = BINDINGS.filter(
  ({ command }, i) =>
    !['palette', 'go', 'tenth-0'].includes(command) && BINDINGS.findIndex((b) => b.command === command) === i,
).map(({ command, text }) => ({
  command,
  text,
  kind: BINDINGS.filter((b) => b.command === command)
    .flatMap((b) => b.shown)
    .join(', '),
}));

interface PaletteProps {
  frame: Frame;
  onScene: (id: string) => void;
  onClose: () => void;
}

/** Searches messages, parameters, scenes, pages and commands by name. */
export default function Palette({ frame, onScene, onClose }: PaletteProps) {
  const shell = useShellActions(frame);
  const entries = useEntries(shell, onScene);
  return (
    <Dialog label="Find" className={`sheet ${css.palette}`} onClose={onClose}>
      {(close) => <Finder entries={entries} close={close} />}
    </Dialog>
  );
}

function Finder({ entries, close }: { entries: readonly PaletteEntry[]; close: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(() => findEntries(entries, text), [entries, text]);
  useEffect(() => {
    document.getElementById(`palette-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at, found]);
  const choose = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    close();
    entry.act();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) setAt((at + by + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') choose(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="text"
        className="field"
        role="combobox"
        onFocus={() => setText((before) => before + takeTyped())}
        aria-label="Find a job, a parameter, a scene, an action"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? `palette-${at}` : undefined}
        placeholder="Job, parameter, scene, action"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 ? (
        <p className="side-note" role="status">
          Nothing found for “{text}”.
        </p>
      ) : (
        <div id="palette-list" role="listbox" aria-label="Found">
          {found.map((entry, i) => (
            // Keyboard input belongs to the text field, which moves the selection in the list.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={entry.key}
              id={`palette-${i}`}
              role="option"
              className="row baseline between"
              tabIndex={-1}
              aria-selected={i === at}
              onPointerMove={() => setAt(i)}
              onClick={() => choose(entry)}
            >
              <span>{entry.text}</span>
              <span className="text-1 dim">{entry.kind}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Pages and lessons with an address. */
const PAGES: readonly PaletteEntry[] = [
  ...(Object.keys(PAGE_NAMES) as PageId[])
    .filter((id) => !['lesson', 'answer', 'present', 'notes', 'print', 'kit'].includes(id))
    .map((id) => ({
      key: `page ${id}`,
      kind: 'page',
      text: PAGE_NAMES[id],
      words: id,
      act: () => {
        location.hash = id;
      },
    })),
  ...LESSONS.map(({ id, title }) => ({
    key: `lesson ${id}`,
    kind: 'lesson',
    text: title,
    words: id,
    act: () => {
      location.hash = `lesson=${id}`;
    },
  })),
];

/** Commands that a replayed log does not have: its arrivals come from the log. */
const OF_THE_WORLD: ReadonlySet<string> = new Set(['inject-again', 'inject-form']);

function stopEntry(runtime: Runtime): PaletteEntry {
  return {
    key: 'stop',
    kind: '',
    text: ADD_STOP,
    words: 'write editor insert',
    act: () =>
      void whileBusy(makeStopHere(runtime)).then((fault) => {
        if (fault !== '') sayNotice(runtime.store, { kind: 'note', text: fault });
      }),
  };
}

function useEntries(shell: ShellActions, onScene: (id: string) => void): PaletteEntry[] {
  const runtime = useRuntime();
  const messages = useApp(selectMessages);
  const { actions } = runtime;
  const onRecord = useSession(({ scenario }) => isOnRecord(scenario));
  return useMemo(
    () => [
      ...messages.map(({ number, recipients }) => ({
        key: `message ${number}`,
        kind: 'message',
        text: `Message ${number}, ${formatCounted(recipients, 'recipient')}`,
        words: `job ${number}`,
        act: () => actions.select(number),
      })),
      ...COMMANDS.filter(({ command }) => !onRecord || !OF_THE_WORLD.has(command)).map(
        ({ command, text, kind }) => ({
          key: command,
          kind,
          text: text.charAt(0).toUpperCase() + text.slice(1),
          words: command,
          act: () => runCommand(command, runtime, shell),
        }),
      ),
      ...(onRecord
        ? []
        : [
            {
              key: 'script',
              kind: '',
              text: 'Edit the script',
              words: 'scenario editor',
              act: shell.openScript,
            },
          ]),
      {
        key: 'save',
        kind: '',
        text: onRecord ? SAVE_REAL : SAVE_FILE,
        words: 'scenario run download',
        act: () => void saveRunFile(runtime),
      },
      stopEntry(runtime),
      { key: 'tour', kind: '', text: TOUR, words: 'help introduction', act: askForTour },
      ...PAGES,
      ...[...GALLERY, ...TIMER_SCENES].map(({ id, title }) => ({
        key: `scene ${id}`,
        kind: 'scene',
        text: title,
        words: id,
        act: () => onScene(id),
      })),
      ...(onRecord ? [] : PARAMS).map((info) => ({
        key: `param ${info.name}`,
        kind: 'parameter',
        text: info.name,
        words: info.name.replaceAll('_', ' '),
        act: () => shell.showParam(info.name),
      })),
    ],
    [messages, actions, runtime, shell, onScene, onRecord],
  );
}

export interface PaletteEntry {
  key: string;
  /** Shown beside the entry: `message`, `scene`, or the entry's keyboard shortcut. */
  kind: string;
  text: string;
  words: string;
  act: () => void;
}

const SHOWN_MAX = 60;

/**
 * Entries that contain every word of the text. Whole words rank first, then prefixes, then substrings; ties keep their
 * order.
 */
export function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const asked = text
    .toLowerCase()
    .split(/[\s,_.-]+/)
    .filter(Boolean);
  const scored = entries.flatMap((entry) => {
    const words = `${entry.text} ${entry.words} ${entry.kind}`.toLowerCase().split(/[\s,_.-]+/);
    let score = 0;
    for (const word of asked) {
      const best = Math.max(
        ...words.map((w) => (w === word ? 3 : w.startsWith(word) ? 2 : w.includes(word) ? 1 : 0)),
      );
      if (best === 0) return [];
      score += best;
    }
    return [{ entry, score }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, SHOWN_MAX)
    .map(({ entry }) => entry);
}
