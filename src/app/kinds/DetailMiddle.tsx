import { useMail } from '../../store/of-kind.ts';
import type { CSSProperties, ReactNode } from 'react';
import { StageOrResult } from '../../panels/result/StageOrResult.tsx';
import { StripPanel } from '../../panels/strip/StripPanel.tsx';
import { useActions, useView } from '../../store/hooks.ts';
import { TurnLine } from '../FirstRun.tsx';
import {
  Dock,
  DestinationsPanel,
  ExplainPanel,
  Headline,
  LogHere,
  PanelHandle,
  RecipientsPanel,
  SayBar,
  ThreadsLink,
  ThreadsPanel,
  WheelPanel,
  WholeLink,
  RecordPanel,
  ReplayStrip,
  WorldPanel,
} from '../late-panels.ts';
import { Calm } from '../../panels/kit/Calm.tsx';
import { type PanelSizes, usePanelSizes } from '../panel-sizes.ts';
import { TabBar } from '../TabBar.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { TabPanel } from '../../ui/Tabs.tsx';
import type { MiddleProps } from './middle-props.ts';
import { SceneHeading } from './SceneHeading.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';

/** The full cockpit: tables and controls beside the stage. The quiet cockpit (`QuietMiddle.tsx`) shows a part of it. */
export default function DetailMiddle(props: MiddleProps) {
  return props.viewport === 'phone' ? <PhoneMiddle touched={props.touched} /> : <Instrument {...props} />;
}

function Instrument({ viewport, touched, worldOpen, onWorldOpen }: MiddleProps) {
  const tablet = viewport === 'tablet';
  const short = useMedia('(max-height: 47.5rem)');
  const isRecorded = useMail((scenario) => scenario?.recorded !== undefined);
  const actions = useActions();
  const explainOpen = useView((view) => !view.explainCollapsed) || tablet;
  const rules = useView((view) => view.rules);
  const sizes = usePanelSizes();
  return (
    <div
      className="middle"
      data-world={tablet || worldOpen ? 'open' : 'rail'}
      data-explain={explainOpen ? 'open' : 'rail'}
      data-rules={rules || undefined}
      style={tablet ? undefined : sizeVariables(sizes)}
    >
      <main className="stage-area" id="stage" tabIndex={-1}>
        <SceneHeading />
        <div className="stage-holder">
          <Headline over={false} />
          <StageOrResult />
        </div>
        {isRecorded && <ReplayStrip />}
        <StripPanel />
        <TurnLine touched={touched} />
      </main>
      <FoldingSide
        area="explain"
        name="Explain"
        icon="why"
        fold={{ icon: 'to-end', tip: 'end' }}
        open={explainOpen}
        onOpen={tablet ? null : (open) => actions.look({ explainCollapsed: !open })}
      >
        <Calm>
          <ExplainPanel />
        </Calm>
      </FoldingSide>
      <FoldingSide
        area="world"
        name={isRecorded ? 'Record' : 'World'}
        icon={isRecorded ? 'download' : 'plus'}
        fold={{ icon: 'to-start', tip: 'below' }}
        open={tablet || worldOpen}
        onOpen={tablet ? null : onWorldOpen}
      >
        <Calm>{isRecorded ? <RecordPanel /> : <WorldPanel />}</Calm>
      </FoldingSide>
      <section className="dock-area" aria-label="Dock">
        <Calm>
          <Dock form={tablet ? 'tabs' : short ? 'folding' : 'wide'} log={<LogHere />} />
        </Calm>
      </section>
      {!tablet && (
        <section className="handles" aria-label="Sizes of the panels">
          {worldOpen && <PanelHandle panel="world" />}
          {explainOpen && <PanelHandle panel="explain" />}
          <PanelHandle panel="dock" />
        </section>
      )}
    </div>
  );
}

/** Panel sizes as CSS variables; unset sizes keep the stylesheet's default. */
function sizeVariables(sizes: PanelSizes): CSSProperties {
  const variables = Object.entries(sizes).map(([panel, size]) => [`--${panel}`, `${size}rem`]);
  return Object.fromEntries(variables) as CSSProperties;
}

function PhoneMiddle({ touched }: { touched: boolean }) {
  const shown = useView((view) => view.phoneTab);
  // While true, the executed rule's lines are shown beside the picture, where the reader reads them.
  const rules = useView((view) => view.rules);
  const isRecorded = useMail((scenario) => scenario?.recorded !== undefined);
  return (
    <>
      <aside className="say-area" aria-label="Explain">
        <SayBar />
      </aside>
      <main className="phone-area" id="stage" tabIndex={-1}>
        <SceneHeading />
        <TabPanel id="phone-panel" tab={shown} className={`phone-panel phone-${shown}`}>
          {(shown === 'stage' || (shown === 'why' && rules)) && (
            <div className="stage-holder">
              <StageOrResult />
            </div>
          )}
          {shown === 'turns' && isRecorded && <ReplayStrip />}
          {shown === 'turns' && <StripPanel />}
          {shown === 'servers' && (
            <>
              <h2>Destinations</h2>
              <WholeLink mainPanel="destinations" text="Search and sort all destinations" />
              <DestinationsPanel />
              <h2>Threads</h2>
              <ThreadsLink />
              <ThreadsPanel />
              <h2>Recipients in core</h2>
              <WholeLink mainPanel="mail" />
              <RecipientsPanel />
              <h2>Timing wheel</h2>
              <WholeLink mainPanel="wheel" />
              <WheelPanel />
            </>
          )}
          {shown === 'why' && <ExplainPanel />}
          {shown === 'world' && (isRecorded ? <RecordPanel /> : <WorldPanel />)}
        </TabPanel>
        {(shown === 'stage' || shown === 'turns') && <TurnLine touched={touched} />}
      </main>
      <TabBar />
    </>
  );
}

interface FoldingSideProps {
  area: 'explain' | 'world';
  name: string;
  /** Icon on the collapsed rail. */
  icon: IconName;
  /** Icon of the collapse button, and the side on which its tooltip appears. */
  fold: { icon: IconName; tip: 'end' | 'below' };
  open: boolean;
  /** null = the panel cannot be collapsed. */
  onOpen: ((open: boolean) => void) | null;
  children: ReactNode;
}

/** A side panel, or the rail that reopens it. */
function FoldingSide({ area, name, icon, fold, open, onOpen, children }: FoldingSideProps) {
  if (!open) {
    return (
      <aside className={`${area}-area`} aria-label={name}>
        <Button className="rail-btn" onClick={() => onOpen?.(true)}>
          <Icon name={icon} />
          <span>{name}</span>
        </Button>
      </aside>
    );
  }
  return (
    <aside className={`${area}-area side`} aria-label={name}>
      {onOpen !== null && (
        <IconButton
          name={`Fold ${name} away`}
          icon={fold.icon}
          tip="fold away"
          tipAt={fold.tip}
          className="fold"
          onClick={() => onOpen(false)}
        />
      )}
      {children}
    </aside>
  );
}
