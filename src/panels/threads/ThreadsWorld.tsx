import { useGroup } from '../kinds/groups.ts';
import { useState, useId } from 'react';
import type { CmgroupCommand } from '../../protocol/cmgroup.ts';
import type { InputError } from '../../protocol/result.ts';
import type { ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { Select } from '../../ui/Select.tsx';
import { useFocus } from './useThreads.ts';
import heroCss from '../main-panel/hero.module.css';
import css from './threads.module.css';
import { LANE_SIGNS, type LaneSignKind } from '../../protocol/thread-lanes.ts';
import { Term } from '../kit/Term.tsx';
import { FORM_WORDS, SIGN_WORDS } from './lane-signs.ts';
import { LaneSign } from './Lanes.tsx';
import { Button } from '../../ui/Button.tsx';
import { Slider } from '../../ui/Slider.tsx';

/** Forms for commands in a run of threads: CV, CPUs, events, and the selected thread. */
export function ThreadsWorld({ row }: { row: ThreadsRow }) {
  const actions = useActions();
  const [error, setError] = useState<InputError | null>(null);
  const order = async (command: CmgroupCommand): Promise<void> => {
    const result = await actions.command(command);
    setError(result.ok ? null : (result.errors[0] ?? null));
  };
  const { group } = row;
  return (
    <>
      <section className={heroCss.heroBlock}>
        <h2>
          Group <span className="mono">{row.name}</span>
        </h2>
        {group === null ? (
          <p className="side-note">No group: every thread passes.</p>
        ) : (
          <Knob
            name="Concurrency value"
            value={group.limit}
            high={Math.max(16, group.limit)}
            onCommit={(cv) => void order({ kind: 'cmg.limit', group: group.name, cv })}
          />
        )}
        <Knob
          name="CPUs"
          value={row.online}
          high={Math.max(16, row.online)}
          onCommit={(count) => void order({ kind: 'cmg.cpus', count })}
        />
      </section>
      <section className={heroCss.heroBlock}>
        <h2>Commands</h2>
        <PostButton row={row} order={order} />
        <DoToThread row={row} order={order} />
        <FieldError id="threads-error" error={error ?? undefined} />
        <p className="side-note dim">A command acts at the instant shown. In the past it starts a branch.</p>
      </section>
      <LaneKey />
    </>
  );
}

interface KnobProps {
  name: string;
  value: number;
  high: number;
  onCommit: (value: number) => void;
}

/** A slider that sends its command on release, because otherwise each intermediate value would be a command. */
function Knob({ name, value, high, onCommit }: KnobProps) {
  const id = useId();
  const [draft, setDraft] = useState<number | null>(null);
  const commit = (): void => {
    if (draft !== null && draft !== value) onCommit(draft);
    setDraft(null);
  };
  return (
    <div className={`text-2 ${css.knob}`}>
      <label htmlFor={id} style={{ textAlign: 'start' }}>
        {name}
      </label>
      <Slider
        id={id}
        min={1}
        max={high}
        value={draft ?? value}
        onChange={setDraft}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
      <span className="mono">{draft ?? value}</span>
    </div>
  );
}

type Order = (command: CmgroupCommand) => Promise<void>;

/** Posts an event. Its name continues the numbering of the events in the script. */
function PostButton({ row, order }: { row: ThreadsRow; order: Order }) {
  const run = useSession((session) => session.run);
  const script = useSession((session) => session.scenario?.script);
  const [posted, setPosted] = useState({ run, count: 0 });
  const count = posted.run === run ? posted.count : 0;
  const used = (script ?? []).flatMap(({ command }) => (command.kind === 'cmg.post' ? command.events : []));
  const name = `e${used.length + count + 1}`;
  return (
    <Button
      look="outlined"
      disabled={row.source.destroyed || row.source.id === 0}
      onClick={() => {
        setPosted({ run, count: count + 1 });
        void order({ kind: 'cmg.post', source: row.source.name, events: [name] });
      }}
    >
      Post event {name}
    </Button>
  );
}

function DoToThread({ row, order }: { row: ThreadsRow; order: Order }) {
  const focus = useFocus();
  const { story } = useGroup();
  const thread = row.threads.find(({ id }) => id === focus.selected) ?? row.threads[0];
  if (thread === undefined) return null;
  return (
    <div className="stack gap-6">
      <div className="row text-1">
        <Select
          text={<span className="dim">thread</span>}
          line="row"
          className="mono"
          value={thread.id}
          options={row.threads.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={(id) => {
            if (id !== focus.selected) focus.select(id);
          }}
        />
        <span className="dim">{STATE_WORDS[thread.state]}</span>
      </div>
      <div className={css.commands}>
        {doable(thread, row.source.name, story).map(({ text, command }) => (
          <Button key={text} look="outlined" onClick={() => void order(command)}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}

const STATE_WORDS: Record<ThreadToken['state'], string> = {
  running: 'on a CPU',
  ready: 'ready',
  'blocked-in-handler': 'blocked',
  stopped: 'stopped',
  'blocked-in-fetch': 'in its fetch',
  exited: 'gone',
};

/** The commands that make sense for a thread in its state. */
export function doable(
  { name: thread, state, source: fetching }: Pick<ThreadToken, 'name' | 'state' | 'source'>,
  source: string,
  story: boolean,
): { text: string; command: CmgroupCommand }[] {
  const stop = { text: 'Stop it', command: { kind: 'cmg.stop', thread } as const };
  switch (state) {
    case 'running':
    case 'ready':
      return fetching > 0
        ? [stop]
        : [
            { text: 'Block it', command: { kind: 'cmg.block', thread, why: 'connect' } },
            { text: 'Page fault', command: { kind: 'cmg.fault', thread } },
            ...(story && source !== ''
              ? [{ text: 'It fetches', command: { kind: 'cmg.fetch', thread, source } as const }]
              : []),
            stop,
            { text: 'It ends', command: { kind: 'cmg.exit', thread } },
          ];
    case 'blocked-in-handler':
      return [{ text: 'End its wait', command: { kind: 'cmg.unblock', thread } }, stop];
    case 'blocked-in-fetch':
      return [{ text: 'Signal', command: { kind: 'cmg.signal', thread } }, stop];
    case 'stopped':
      return [{ text: 'Continue it', command: { kind: 'cmg.continue', thread } }];
    default:
      return [];
  }
}

/** The legend of the lanes, drawn with the marks themselves. */
function LaneKey() {
  return (
    <section className={heroCss.heroBlock} aria-label="Key">
      <h2>Key</h2>
      <ul className="stack gap-4 text-1 sub">
        {FORMS.map(({ form, text, ...box }) => (
          <li key={form} className="row">
            <svg {...KEY_SIZE} data-hue="6" data-gen="1" aria-hidden="true">
              {'height' in box ? (
                <rect className={css.mark} data-look={form} x="0.5" width="29" rx="3" {...box} />
              ) : (
                <path className={css.mark} data-look={form} d="M0 7H30" />
              )}
            </svg>
            {text}
          </li>
        ))}
        {LANE_SIGNS.map((kind) => (
          <li key={kind} className="row">
            <svg {...KEY_SIZE} aria-hidden="true">
              <g transform="translate(15 7)">
                <LaneSign kind={kind} />
              </g>
            </svg>
            <span>
              <SignWords kind={kind} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The meaning of a sign, with terms of the glossary. */
function SignWords({ kind }: { kind: LaneSignKind }) {
  if (kind === 'signal')
    return (
      <>
        a <Term name="signal" /> ends its fetch
      </>
    );
  if (kind === 'page-fault')
    return (
      <>
        a <Term name="page fault" /> waits for IO
      </>
    );
  return SIGN_WORDS[kind].key;
}

const KEY_SIZE = {
  viewBox: '0 0 30 14',
  width: '1.875rem',
  height: '0.875rem',
  style: { flex: 'none' },
} as const;

const FORMS = [
  { form: 'run', text: 'running, counted', y: 1, height: 12 },
  { form: 'ready', text: 'ready, counted', y: 1.5, height: 11 },
  { form: 'block', text: FORM_WORDS.block, y: 4, height: 6 },
  { form: 'held', text: FORM_WORDS.held },
  { form: 'wait', text: FORM_WORDS.wait },
  { form: 'stop', text: FORM_WORDS.stop },
] as const;
