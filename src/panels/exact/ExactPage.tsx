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

/** What was compared with the real software, what is a choice of this model, and where document and software differ. */
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
        <div className={css.exactCompared}>
          <h1>{ALL_EXACT}</h1>
          <p className="lead">
            The three engines are compared with recordings, step by step. The recordings were replayed when
            this copy was built, and what you see is what came of it.
          </p>
          <Compared loaded={loaded} />
          <p className="exact-again side-note">
            The same on your machine:{' '}
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
  if (loaded.state === 'loading') return <p className="exact-wait dim">Reading the outcome…</p>;
  if (loaded.state === 'failed')
    return <p role="alert">The outcome of the replay could not be read. Is the copy complete?</p>;
  if (loaded.engines === null)
    return <p role="alert">This copy was built without the recordings: nothing was compared.</p>;
  return loaded.engines.map((engine) => <EngineView key={engine.id} engine={engine} />);
}

function EngineView({ engine }: { engine: Engine }) {
  const { passed, all, steps } = totals(engine);
  const titled = engine.groups.length > 1;
  return (
    <section className={css.exactEngine} aria-labelledby={`exact-${engine.id}`}>
      <header>
        <h2 id={`exact-${engine.id}`}>{engine.title}</h2>
        <span className={`mono ${css.exactTotal}`} data-failed={passed < all || undefined}>
          {formatCount(passed)} of {formatCount(all)}
        </span>
      </header>
      <p className="dim">{engine.against}</p>
      <dl>
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
    <div className={css.exactGroup}>
      <dt>{titled ? group.title : 'recordings'}</dt>
      <dd>
        <ul aria-label={`${group.title}: ${words} reproduced`}>
          {group.vectors.map((vector) => (
            <Cell key={vector.name} vector={vector} />
          ))}
        </ul>
        <span className="mono">{words}</span>
      </dd>
    </div>
  );
}

/** One recording: filled = reproduced, outlined = not. What it is about is its tip. */
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
    <section className={css.exactSide} aria-labelledby="exact-choices">
      <h2 id="exact-choices">Choices of this model</h2>
      <dl>
        {CHOICES.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What of a reader's own record is a fact, what follows, and what is taken for granted. */
function Origins() {
  return (
    <section className={css.exactDifferences} aria-labelledby="exact-origins">
      <h2 id="exact-origins">
        Your own record <span className="dim">what is logged, derived, assumed</span>
      </h2>
      <p className="side-note">
        Selections, preemptions and windows of a replay are compared with the log where it states them; a
        prediction is a model that is calibrated against the record first.
      </p>
      <ul>
        {ORIGINS.map(({ origin, means, what }) => (
          <li key={origin}>
            <b>{origin}</b>
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

/** From the scenes themselves: each says where the software does otherwise than the document. */
function Differences({ sceneHref }: { sceneHref: (id: string) => string }) {
  const scenes = [...GALLERY, ...TIMER_SCENES].filter(({ differs }) => differs !== '');
  return (
    <section className={css.exactDifferences} aria-labelledby="exact-differs">
      <h2 id="exact-differs">
        Where software and document differ <span className="dim">{scenes.length} scenes show it</span>
      </h2>
      <p className="side-note">
        The simulation follows the software. Each line opens a scene in which the difference can be seen.
      </p>
      <ul>
        {scenes.map(({ id, title, differs }) => (
          <li key={id}>
            <a className="link" href={sceneHref(id)}>
              {title}
            </a>
            <p>{differs}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the model decides where the real thing has a network, a disk and a kernel. */
const CHOICES: readonly { title: string; text: string }[] = [
  {
    title: 'One machine, one clock',
    text: 'Integer microseconds. The queue manager decides in whole seconds, as in Postfix.',
  },
  {
    title: 'Servers',
    text: 'A delivery takes the time that the scenario gives, or fails in the way that it names: invented, and yours to set.',
  },
  {
    title: 'Agents',
    text: 'A delivery agent is there as soon as the process limit allows it. Postfix starts processes; up to a second was measured.',
  },
  { title: 'The spool', text: 'In memory. The address resolver answers what the scenario says.' },
  {
    title: 'The deferred queue',
    text: 'Scanned on a grid of queue_run_delay, in order of arrival. The timer of a real one is set again after each scan is requested, so it drifts: 5.1 to 5.4 s were measured at 5. And a directory of a disk has an order of its own.',
  },
  {
    title: 'A changed parameter',
    text: 'Acts at once and keeps the counters. Postfix reads parameters when a transport is first used; a reload, which is here too, forgets what was learned.',
  },
  {
    title: 'After a crashed agent',
    text: 'One fixed behaviour. In Postfix it depends on what an old buffer happens to hold.',
  },
  {
    title: 'CPUs and threads',
    text: 'A CPU that goes on with another thread loses the time that the scenario gives for the switch and for cold caches. The document says “tens of microseconds”.',
  },
  {
    title: 'Calls of a group',
    text: 'To fetch and to wake costs no time by itself, only the switch that follows. What the patch shows for a moment and the document does not know, such as a count that jumps by all waiters while a source is bound, is not drawn.',
  },
  {
    title: 'Wheel and groups',
    text: 'Postfix has neither: it has an event queue of its own and one process for each agent. Here both serve the same queue manager, and change nothing that it decides.',
  },
  {
    title: 'Order inside one instant',
    text: 'What was asked for first happens first. Two runs give the same log on every machine; the tests compare hashes from Node, Chromium and Firefox.',
  },
  {
    title: 'Not modelled',
    text: 'Files, locks, DNS, the texts of bounces, address rewriting, connection caching.',
  },
];

/** Where each quantity of a reader's own record is from; the rules are those of `record/importers/README.md`. */
const ORIGINS: readonly {
  origin: 'logged' | 'derived' | 'assumed';
  means: string;
  what: readonly string[];
}[] = [
  {
    origin: 'logged',
    means: 'It stands in a line.',
    what: [
      'When a message became active, and when each try ended, with a, b, c, d as printed (two digits)',
      'Whose turn it was, who was preempted by whom: with qmgr -v',
      'Window, successes, failures, cohorts: with destination_concurrency_feedback_debug',
      'What an operator did (postsuper), reloads, starts',
    ],
  },
  {
    origin: 'derived',
    means: 'It follows from lines and settings by a rule.',
    what: [
      'When a delivery began: its end less c and d, not before the message was active nor before the process was free; off by half a unit of what is printed',
      'Which lines are one delivery: same message, process, relay and delays',
      'How many agents are busy, how many deliveries a destination has at once, how much is in the queue: counted',
      'The next try: the age at the failed one between minimal and maximal backoff, then a scan',
      'The transport, from the tag of the process and master.cf; the destination, from maps, relayhost, or the domain',
      'Windows of a plain log: the rule of feedback over the outcomes',
    ],
  },
  {
    origin: 'assumed',
    means: 'A default or a guess; the page says which, and what would settle it.',
    what: [
      'Settings that were not given: the defaults of the version',
      'Year and zone of stamps that have none',
      'A process limit that no text states: the most that were busy while mail waited',
      'The order within one second, where stamps have whole seconds only',
      'Recipients that were never tried in the record: only their number is known',
      'In a model of the record (What if): servers, inferred from what they did',
    ],
  },
];

interface Package {
  name: string;
  version: string;
  licence: string;
}

/** The packages in this copy, as the build found them. Throws when the file is missing or holds something else. */
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

/** What else is in this copy, whose it is, and under which terms. */
function Licences() {
  const [packages, setPackages] = useState<Package[] | null>(null);
  useEffect(() => {
    // A page that is being developed has no list: the link is all that is shown then.
    whileBusy(loadPackages()).then(setPackages, () => setPackages([]));
  }, []);
  return (
    <section className={css.exactLicences} aria-labelledby="exact-licences">
      <h2 id="exact-licences">What is in this copy</h2>
      <p className="side-note">
        qmgrscope is free software under the MIT licence; SCHEDULER_README and Postfix are the work of their
        authors, and no code of theirs is in here. With it come the packages below.{' '}
        <a className="link" href="licences.txt">
          All licences in full
        </a>
      </p>
      <ul>
        {packages?.map(({ name, version, licence }) => (
          <li key={name}>
            <span className="mono">{name}</span> {version} <span className="dim">{licence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Predictions of the model beside what a real Postfix then did: `npm run predict -- --judge`, as recorded in judged.ts. */
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
    <section className={css.exactDifferences} aria-labelledby="exact-judged">
      <h2 id="exact-judged">
        Model, judged{' '}
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
        A log of one run goes in; the change is named; the answer stands before what a real Postfix 3.7
        measured with it (seconds; b at the first try). Within: the median of b by 8 % or 0.15 s, its 0.9
        quantile by 12 % or 0.3 s; with failures b and total time by 15 % or 0.3 s and 25 % or 0.5 s, deferred
        by 2 points. ± is how far runs of the same settings lie apart in reality. A range: the log cannot
        tell, and the page says so; its middle stands here.
      </p>
      <Table
        label="Predictions beside what was measured"
        scrolls={css.exactJudged}
        columns={JUDGED_COLUMNS}
        rows={JUDGED}
        rowKey={(cell) => `${cell.pair} ${cell.class}`}
      />
    </section>
  );
}

/** Predicted | measured ± spread. */
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
