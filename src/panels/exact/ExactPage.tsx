import { useEffect, useState } from 'react';
import { GALLERY } from '../../scenes/gallery.ts';
import { TIMER_SCENES } from '../../scenes/timers/scenes.ts';
import { whileBusy } from '../../store/idle.ts';
import { formatCount } from '../../explain/format.ts';
import { CHOICES } from './choices.ts';
import { type Engine, type Group, loadEvidence, totals, type Vector } from './evidence.ts';
import { Judged } from './Judged.tsx';
import { ORIGINS } from './origins.ts';
import { Licences } from './Licences.tsx';
import { ALL_EXACT } from '../../explain/labels.ts';
import './exact.css';

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
      <div className="exact">
        <div className="exact-compared">
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
    <section className="exact-engine" aria-labelledby={`exact-${engine.id}`}>
      <header>
        <h2 id={`exact-${engine.id}`}>{engine.title}</h2>
        <span className="mono exact-total" data-failed={passed < all || undefined}>
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
    <div className="exact-group">
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
    <li className="exact-cell" data-failed={!passed || undefined} title={words}>
      <span className="sr-only">
        {passed ? '' : 'not reproduced: '}
        {words}
      </span>
    </li>
  );
}

function Choices() {
  return (
    <section className="exact-side" aria-labelledby="exact-choices">
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
    <section className="exact-differences" aria-labelledby="exact-origins">
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
            <ul className="exact-origin">
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
    <section className="exact-differences" aria-labelledby="exact-differs">
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
