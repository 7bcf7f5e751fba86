import { lazy, Suspense } from 'react';
import type { Hero } from '../../store/view.ts';
import './hero.css';

const DestinationHero = lazy(() => import('../destination/DestinationHero.tsx'));
const DestinationsHero = lazy(() => import('../destinations/DestinationsHero.tsx'));
const MailHero = lazy(() => import('../mail/MailHero.tsx'));

/** The panel that has the place of the stage. Each comes with its own code when it is first opened. */
export default function HeroPanel({ hero }: { hero: Exclude<Hero, { kind: 'wheel' }> }) {
  return (
    <Suspense fallback={<main className="hero-wait" id="stage" tabIndex={-1} />}>
      <Chosen hero={hero} />
    </Suspense>
  );
}

function Chosen({ hero }: { hero: Exclude<Hero, { kind: 'wheel' }> }) {
  switch (hero.kind) {
    case 'destination':
      return (
        <DestinationHero key={`${hero.transport} ${hero.name}`} transport={hero.transport} name={hero.name} />
      );
    case 'destinations':
      return <DestinationsHero />;
    case 'mail':
      return <MailHero />;
    default:
      return hero satisfies never;
  }
}
