import { Suspense } from 'react';
import { fetched } from '../panels/kit/fetched.tsx';
import '../panels/hero/hero.css';
import { SayBar, WorldPanel } from './late-panels.ts';
import type { Hero } from '../store/view.ts';
import { Opening } from '../panels/kit/Opening.tsx';
import { TabBar } from './TabBar.tsx';

const StageDock = fetched(async () => ({
  default: (await import('../panels/stage/StageDock.tsx')).StageDock,
}));
const DestinationHero = fetched(() => import('../panels/destination/DestinationHero.tsx'));
const DestinationsHero = fetched(() => import('../panels/destinations/DestinationsHero.tsx'));
const CompareHero = fetched(() => import('../panels/compare/CompareHero.tsx'));
const MailHero = fetched(() => import('../panels/mail/MailHero.tsx'));
const WheelMiddle = fetched(() => import('../panels/wheel/WheelMiddle.tsx'));
const AgentsMiddle = fetched(() => import('../panels/kinds/mail/AgentsMiddle.tsx'));

/** Panels that bring their own sentence and tabs on the phone. */
const OWN_FRAME: ReadonlySet<Hero['kind']> = new Set<Hero['kind']>(['wheel', 'threads']);

/** Panels that leave the stage its dock below them; the others have a picture of their own there. */
const OVER_STAGE: ReadonlySet<Hero['kind']> = new Set<Hero['kind']>(['destinations', 'mail']);

/**
 * A panel in the place of the stage, with its own code when it is first opened. On the phone the sentence stays the
 * header and the tabs lead back.
 */
export default function HeroMiddle({ hero, phone }: { hero: Hero; phone: boolean }) {
  const framed = phone && !OWN_FRAME.has(hero.kind);
  return (
    <>
      {framed && (
        <aside className="say-area" aria-label="What just happened">
          <SayBar />
        </aside>
      )}
      <Suspense fallback={<Opening main />}>
        {!phone && OVER_STAGE.has(hero.kind) ? (
          <div className="hero-with-stage">
            <Chosen hero={hero} phone={phone} />
            <StageDock />
          </div>
        ) : (
          <Chosen hero={hero} phone={phone} />
        )}
      </Suspense>
      {framed && <TabBar />}
    </>
  );
}

function Chosen({ hero, phone }: { hero: Hero; phone: boolean }) {
  switch (hero.kind) {
    case 'destination':
      return (
        <DestinationHero key={`${hero.transport} ${hero.name}`} transport={hero.transport} name={hero.name} />
      );
    case 'destinations':
      return <DestinationsHero />;
    case 'compare':
      return <CompareHero a={hero.a} b={hero.b} phone={phone} />;
    case 'mail':
      return <MailHero />;
    case 'wheel':
      return <WheelMiddle phone={phone} />;
    case 'threads':
      return <AgentsMiddle phone={phone} world={<WorldPanel />} />;
    default:
      return hero satisfies never;
  }
}
