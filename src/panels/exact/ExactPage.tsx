import { type Column, Table } from '../../ui/Table.tsx';
import { useEffect, useState } from 'react';
import { GALLERY } from '../../scenes/gallery.ts';
import { TIMER_SCENES } from '../../scenes/timers/scenes.ts';
import { whileBusy } from '../../store/idle.ts';
import { formatCount } from '../../explain/format.ts';
import { ALL_EXACT } from '../../explain/labels.ts';
import { type Engine, type Group, loadEvidence, totals, type Vector } from './evidence.ts';
import css from './exact.module.css';
import { JUDGED, type JudgedCell } from './judged.ts';

type Loaded = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; engines: Engine[] | null };

/** Says what was compared with the real software, what the model decides, and where document and software differ. */
export default function ExactPage({ sceneHref }: { sceneHref: (id: string) => string }) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  useEffect(() => {
    whileBusy(loadEvidence()).then(
      (engines) => setLoaded({ state: 'ready', engines }),
      () => setLoaded({ state: 'failed' }),
    );
  }, []);
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className={css.exact}>
        <div className="stack gap-12">
          <h1>{ALL_EXACT}</h1>
          <p className="lead">
            The three engines are compared with recordings, step by step. The recordings were replayed when
            this copy was built; these are the results.
          </p>
          <Compared loaded={loaded} />
          <p className="side-note">
            Repeat it on your machine:{' '}
            <code className="mono">npm run conformance -- tests/conformance/nqmgr</code>
          </p>
        </div>
        <Choices />
        <Judged />
        <Origins />
        <Differences sceneHref={sceneHref} />
        <Licences />
      </div>
    </main>
  );
}

function Compared({ loaded }: { loaded: Loaded }) {
  if (loaded.state === 'loading') return <p className="dim">Reading the results…</p>;
  if (loaded.state === 'failed')
    return <p role="alert">The results of the replay could not be read. Is the copy complete?</p>;
  if (loaded.engines === null)
    return <p role="alert">This copy was built without the recordings, so nothing was compared.</p>;
  return loaded.engines.map((engine) => <EngineView key={engine.id} engine={engine} />);
}

function EngineView({ engine }: { engine: Engine }) {
  const { passed, all, steps } = totals(engine);
  const titled = engine.groups.length > 1;
  return (
    <section className={`stack ${css.exactLine}`} aria-labelledby={`exact-${engine.id}`}>
      <header className="row between baseline">
        <h2 id={`exact-${engine.id}`}>{engine.title}</h2>
        <span className={`mono strong ${css.exactTotal}`} data-failed={passed < all || undefined}>
          {formatCount(passed)} of {formatCount(all)}
        </span>
      </header>
      <p className="dim">{engine.against}</p>
      <dl className="stack gap-6">
        {engine.groups.map((group) => (
          <GroupView key={group.title} group={group} titled={titled} />
        ))}
      </dl>
      {steps > 0 && <p className="dim">{formatCount(steps)} steps compared</p>}
    </section>
  );
}

function GroupView({ group, titled }: { group: Group; titled: boolean }) {
  const passed = group.vectors.filter((vector) => vector.passed).length;
  const words =
    passed === group.vectors.length
      ? formatCount(passed)
      : `${formatCount(passed)} of ${formatCount(group.vectors.length)}`;
  return (
    <div className="row start wrap">
      <dt className={`sub ${css.exactGroup}`}>{titled ? group.title : 'recordings'}</dt>
      <dd className="row between start grow">
        <ul className="row wrap gap-2" aria-label={`${group.title}: ${words} reproduced`}>
          {group.vectors.map((vector) => (
            <Cell key={vector.name} vector={vector} />
          ))}
        </ul>
        <span className="mono">{words}</span>
      </dd>
    </div>
  );
}

/** A cell for one recording: filled = the model reproduced it, outlined = it did not. The tooltip names its subject. */
function Cell({ vector: { name, about, passed } }: { vector: Vector }) {
  const words = `${name}${about === '' ? '' : `: ${about}`}`;
  return (
    <li className={css.exactCell} data-failed={!passed || undefined} title={words}>
      <span className="sr-only">
        {passed ? '' : 'not reproduced: '}
        {words}
      </span>
    </li>
  );
}

function Choices() {
  return (
    <section className="stack" aria-labelledby="exact-choices">
      <h2 id="exact-choices">Choices of this model</h2>
      <dl>
        {CHOICES.map(({ title, text }) => (
          <div key={title} className={css.exactLine}>
            <dt className="strong">{title}</dt>
            <dd className="sub">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Says which quantities of a reader's own record are logged, derived or assumed. */
function Origins() {
  return (
    <section className={`stack ${css.exactWide}`} aria-labelledby="exact-origins">
      <h2 id="exact-origins">
        Your own record <span className="dim">what is logged, derived, assumed</span>
      </h2>
      <p className="side-note">
        A replay is compared with the log wherever that states a selection, a preemption or a window. A
        prediction uses a model that is first calibrated against the record.
      </p>
      <ul className={css.exactColumns}>
        {ORIGINS.map(({ origin, means, what }) => (
          <li key={origin} className={`sub ${css.exactLine}`}>
            <b className="strong">{origin}</b>
            <p>{means}</p>
            <ul className={css.exactOrigin}>
              {what.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists differences between the software and the document, with the remarks of the scenes. */
function Differences({ sceneHref }: { sceneHref: (id: string) => string }) {
  const scenes = [...GALLERY, ...TIMER_SCENES].filter(({ differs }) => differs !== '');
  return (
    <section className={`stack ${css.exactWide}`} aria-labelledby="exact-differs">
      <h2 id="exact-differs">
        Where software and document differ <span className="dim">{scenes.length} scenes show it</span>
      </h2>
      <p className="side-note">
        The simulation follows the software. Each link opens a scene that shows the difference.
      </p>
      <ul className={css.exactColumns}>
        {scenes.map(({ id, title, differs }) => (
          <li key={id} className={css.exactLine}>
            <a className="strong" href={sceneHref(id)}>
              {title}
            </a>
            <p className="sub">{differs}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Decisions of the model where reality has a network, a disk and a kernel. */
const CHOICES: readonly { title: string; text: string }[] = [
  {
    title: 'One machine, one clock',
    text: 'Integer microseconds. The queue manager decides in whole seconds, as in Postfix.',
  },
  {
    title: 'Servers',
    text: 'The scenario sets how long a delivery takes and how it fails. These values are invented; change them.',
  },
  {
    title: 'Agents',
    text: 'Agents start instantly, up to the process limit. Postfix starts processes, which took up to a second.',
  },
  { title: 'The spool', text: 'In memory. The address resolver answers what the scenario says.' },
  {
    title: 'The deferred queue',
    text: 'Scanned exactly every queue_run_delay, in order of arrival. Postfix restarts its timer after each scan request, so it drifts: 5.1 to 5.4 s were measured with a setting of 5 s. A real directory has its own order.',
  },
  {
    title: 'A changed parameter',
    text: 'Acts immediately and keeps the counters. Postfix reads parameters when a transport is first used. A reload, which you can try here, resets what was learned.',
  },
  {
    title: 'After a crashed agent',
    text: 'One fixed behaviour. In Postfix it depends on what an old buffer happens to hold.',
  },
  {
    title: 'CPUs and threads',
    text: 'A CPU that switches threads loses the time that the scenario sets for the switch and for cold caches. The document says “tens of microseconds”.',
  },
  {
    title: 'Calls of a group',
    text: 'Fetching and waking take no time themselves; the switch after them does. Momentary states of the patch that the document does not mention are not drawn, such as a count that includes all waiters while a source is bound.',
  },
  {
    title: 'Wheel and groups',
    text: 'Postfix has neither. It has its own event queue and one process per agent. Here both serve the same queue manager and do not change its decisions.',
  },
  {
    title: 'Order inside one instant',
    text: 'Events happen in the order in which they were requested. Two runs give the same log on every machine; tests compare hashes from Node, Chromium and Firefox.',
  },
  {
    title: 'Not modelled',
    text: 'Files, locks, DNS, the texts of bounces, address rewriting, connection caching.',
  },
];

/** The origin of each quantity of a reader's own record, by the rules of `record/importers/README.md`. */
const ORIGINS: readonly {
  origin: 'logged' | 'derived' | 'assumed';
  means: string;
  what: readonly string[];
}[] = [
  {
    origin: 'logged',
    means: 'A log line states it.',
    what: [
      'When a message became active and when each attempt ended, with a, b, c, d as printed (two digits)',
      'Whose turn it was and who preempted whom, with qmgr -v',
      'Window, successes, failures and cohorts, with destination_concurrency_feedback_debug',
      'What an operator did (postsuper), reloads, starts',
    ],
  },
  {
    origin: 'derived',
    means: 'A rule derives it from log lines and settings.',
    what: [
      'When a delivery began: its end minus c and d, but not before the message was active or the process was free. Half a printed unit of error.',
      'Which lines are one delivery: same message, process, relay and delays',
      'Busy agents, concurrent deliveries of a destination and queue length: counted',
      'The next attempt: the message age at the failed one, between minimal and maximal backoff, then a queue scan',
      'The transport, from the tag of the process and master.cf; the destination, from maps, relayhost, or the domain',
      'Windows of a plain log: the feedback rule, applied to the outcomes',
    ],
  },
  {
    origin: 'assumed',
    means: 'A default or a guess. The page says which, and how to replace it by a fact.',
    what: [
      'Settings that you did not provide: the defaults of the version',
      'Year and time zone of timestamps without them',
      'An unknown process limit: the largest number of agents busy while mail waited',
      'The order within one second, when timestamps have whole seconds',
      'Recipients without an attempt in the record: only their number is known',
      'Servers in a model of the record (What if): inferred from their behaviour',
    ],
  },
];

interface Package {
  name: string;
  version: string;
  licence: string;
}

/** Loads the list of packages that the build found. Throws when the file is missing or malformed. */
async function loadPackages(): Promise<Package[]> {
  const answer = await fetch(new URL('licences.json', document.baseURI));
  const list: unknown = await answer.json();
  if (!Array.isArray(list)) throw new Error('licences.json holds no list');
  return list.map((one: Record<string, unknown>) => ({
    name: String(one['name']),
    version: String(one['version']),
    licence: String(one['licence']),
  }));
}

/** Lists the packages in this copy and their licences. */
function Licences() {
  const [packages, setPackages] = useState<Package[] | null>(null);
  useEffect(() => {
    // The development server has no list; then only the link is shown.
    whileBusy(loadPackages()).then(setPackages, () => setPackages([]));
  }, []);
  return (
    <section className={`stack ${css.exactWide}`} aria-labelledby="exact-licences">
      <h2 id="exact-licences">What is in this copy</h2>
      <p className="side-note">
        qmgrscope is free software under the MIT licence. SCHEDULER_README and Postfix are the work of their
        authors; none of their code is included. This copy contains the packages below.{' '}
        <a className="link" href="licences.txt">
          All licences in full
        </a>
      </p>
      <ul className={css.exactColumns}>
        {packages?.map(({ name, version, licence }) => (
          <li key={name}>
            <span className="mono">{name}</span> {version} <span className="dim">{licence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows predictions of the model beside what a real Postfix did (judged.ts, by `npm run predict -- --judge`). */
function Judged() {
  const shares = [false, true].map((failures) => {
    const own = JUDGED.filter((cell) => cell.failures === failures);
    const answered = own.filter(({ verdict }) => verdict !== 'a range');
    return {
      failures,
      within: answered.filter(({ verdict }) => verdict === 'within').length,
      of: answered.length,
      left: own.length - answered.length,
    };
  });
  return (
    <section className={`stack ${css.exactWide}`} aria-labelledby="exact-judged">
      <h2 id="exact-judged">
        Predictions, judged{' '}
        <span className="dim">
          {shares
            .map(
              ({ failures, within, of, left }) =>
                `${within} of ${of} ${failures ? 'with' : 'without'} failures${left === 0 ? '' : `, ${left} ranges`}`,
            )
            .join('; ')}
        </span>
      </h2>
      <p className="side-note">
        The model gets the log of one run and a change. The table shows its prediction, then what a real
        Postfix 3.7 measured with that change (in seconds; b at the first attempt). “Within” means: median of
        b within 8 % or 0.15 s, 90th percentile within 12 % or 0.3 s. With failures: 15 % or 0.3 s and 25 % or
        0.5 s, also for the total time, and deferred within 2 points. ± is the spread of real runs with equal
        settings. “A range” means that the log does not decide; its middle is shown.
      </p>
      <Table
        label="Predictions and measurements"
        scrolls
        className="nowrap"
        columns={JUDGED_COLUMNS}
        rows={JUDGED}
        rowKey={(cell) => `${cell.pair} ${cell.class}`}
      />
    </section>
  );
}

/** Column of one figure: predicted | measured ± spread. */
function judged(name: string, of: keyof JudgedCell['predicted']): Column<JudgedCell> {
  const text = (value: number): string => value.toFixed(of === 'deferred' ? 1 : value < 10 ? 2 : 1);
  return {
    name,
    className: 'mono',
    cell: ({ failures, predicted, measured, spread }) =>
      of === 'deferred' && !failures ? (
        <span className="dim">none</span>
      ) : (
        <>
          {text(predicted[of])} | {text(measured[of])} <span className="dim">± {text(spread[of])}</span>
        </>
      ),
  };
}

const JUDGED_COLUMNS: readonly Column<JudgedCell>[] = [
  { name: 'Run and change', className: 'mono', cell: ({ pair }) => pair },
  { name: 'Mail', cell: (cell) => cell.class },
  judged('b median', 'b50'),
  judged('b 0.9', 'b90'),
  judged('total 0.9', 'total90'),
  judged('deferred at first, %', 'deferred'),
  { name: 'Verdict', cell: ({ verdict }) => verdict },
];
