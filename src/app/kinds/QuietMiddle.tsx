import { StageOrResult } from '../../panels/result/StageOrResult.tsx';
import { TurnsPanel } from '../../panels/strip/TurnsPanel.tsx';
import { PlainText } from '../../panels/kit/plain-text.ts';
import { Calm } from '../../panels/kit/Calm.tsx';
import { DockTiles, ExplainPanel, ExplainRest, Headline, SayBar, VerbBar, Verbs } from '../late-panels.ts';
import { YourTurn } from '../FirstRun.tsx';
import type { MiddleProps } from './middle-props.ts';
import { SceneHeading } from './SceneHeading.tsx';
import css from './quiet.module.css';

/**
 * The quiet cockpit: the picture, one sentence, three verbs and four figures. On the phone the sentence, the picture and
 * the turns scroll above the verbs.
 */
export function QuietMiddle({ viewport, touched }: Pick<MiddleProps, 'viewport' | 'touched'>) {
  const phone = viewport === 'phone';
  const wide = viewport === 'wide' || viewport === 'narrow';
  return (
    <div className={`middle ${css.quiet}`}>
      <div className={css.quietColumn}>
        {phone && (
          <aside className="say-area" aria-label="Explain">
            <SayBar />
          </aside>
        )}
        <main className="stage-area" id="stage" tabIndex={-1}>
          <SceneHeading />
          {!phone && !wide && <VerbBar />}
          <div className="stage-holder">
            {!phone && <Headline over={false} />}
            <StageOrResult />
          </div>
          <TurnsPanel />
        </main>
        <aside className="explain-area side" aria-label={phone ? 'More about this turn' : 'Explain'}>
          {!phone && <YourTurn touched={touched} />}
          <Calm>
            <PlainText value>{phone ? <ExplainRest /> : <ExplainPanel />}</PlainText>
          </Calm>
        </aside>
      </div>
      {wide && (
        <aside className="world-area side" aria-label="World">
          <Calm>
            <Verbs />
          </Calm>
        </aside>
      )}
      {phone && <VerbBar />}
      <section className="dock-area" aria-label="Dock">
        <Calm>
          <DockTiles />
        </Calm>
      </section>
    </div>
  );
}
