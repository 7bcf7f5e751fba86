import { useEffect, useState } from 'react';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { useActions } from '../../store/hooks.ts';
import { BackToStage } from '../hero/BackToStage.tsx';
import { Icon } from '../kit/Icon.tsx';
import { BucketList } from './BucketList.tsx';
import { QueueList } from './QueueList.tsx';
import { Staircase } from './Staircase.tsx';
import { useNarrow } from './useNarrow.ts';
import { useWheelView, type WheelView } from './useWheelView.ts';
import { WatchLists } from './WatchLists.tsx';
import { WheelHeading } from './WheelHeading.tsx';
import { WheelSay } from './WheelSay.tsx';
import { WheelStage } from './WheelStage.tsx';
import { WheelWhy } from './WheelWhy.tsx';
import { SECONDS } from './words.ts';
import { NO_WHEEL } from '../../explain/timer-words.ts';
import './wheel.css';

/** The wheel of the running simulation in the place of the stage. */
export default function WheelMiddle({ phone }: { phone: boolean }) {
  const view = useWheelView();
  const inline = useNarrow();
  const { detail } = view;
  return (
    <>
      {phone && <WheelSay view={view} scale={SECONDS} />}
      <main className="wheel-hero" id="stage" tabIndex={-1}>
        <WheelHeading name="Timing wheel" view={view}>
          <BackToStage small={phone} />
        </WheelHeading>
        {detail === null ? (
          <p className="wheel-wait">{NO_WHEEL}</p>
        ) : (
          <WheelStage view={{ ...view, detail }} scale={SECONDS} phone={phone} />
        )}
        {detail !== null && (
          <div className="wheel-facts">
            <QueueList
              detail={detail}
              now={view.now}
              scale={SECONDS}
              open={view.open}
              onOpen={view.setOpen}
            />
            <BucketList
              detail={detail}
              scale={SECONDS}
              follow={view.follow}
              onFollow={view.setFollow}
              onHover={view.setHovered}
            />
            <Staircase detail={detail} now={view.now} scale={SECONDS} />
            <WatchLists detail={detail} />
            {inline && (
              <section className="wheel-fact" aria-label="Explain">
                <Why view={view} />
              </section>
            )}
          </div>
        )}
      </main>
      {!inline && (
        <aside className="wheel-why side" aria-label="Explain">
          <RuleInstead>
            <Why view={view} />
          </RuleInstead>
        </aside>
      )}
      {phone && <PhoneJumps />}
      <WakeStepping />
    </>
  );
}

function Why({ view }: { view: WheelView }) {
  const { detail } = view;
  if (detail === null) return null;
  return (
    <>
      <WheelWhy
        detail={detail}
        scale={SECONDS}
        follow={view.follow}
        onFollow={view.setFollow}
        onOpen={view.setOpen}
      />
      <p className="side-note wheel-lab-link">
        Here mail cancels its own timers: a reply that never came would keep its agent for ever. Add and
        cancel by hand in the{' '}
        <a className="link" href="#scene=wheel-lab">
          timer laboratory
        </a>
        .
      </p>
    </>
  );
}

const JUMPS = [
  ['stage', 'Wheel', 'wheel'],
  ['wheel-queue', 'Queue', 'queue'],
  ['wheel-bucket', 'Bucket', 'list'],
  ['wheel-timer', 'Timer', 'stairs'],
  ['wheel-lists', 'Lists', 'strip'],
] as const;

/** On the phone the parts are below each other; tabs jump to them. */
function PhoneJumps() {
  const [at, setAt] = useState<string>('stage');
  return (
    <nav className="tabs-area" aria-label="Parts of the wheel">
      <div className="tabbar wheel-jumps">
        {JUMPS.map(([id, text, icon]) => (
          <button
            key={id}
            type="button"
            aria-current={id === at ? 'true' : undefined}
            onClick={() => {
              setAt(id);
              const target = document.getElementById(id);
              if (id === 'stage') target?.scrollTo({ top: 0 });
              else target?.scrollIntoView({ block: 'start' });
            }}
          >
            <Icon name={icon} />
            {text}
          </button>
        ))}
      </div>
    </nav>
  );
}

/** While the wheel is large, a step is a wake-up; the unit of before comes back with the stage. */
function WakeStepping() {
  const actions = useActions();
  useEffect(() => {
    actions.setStepUnit('wakeup');
    return () => actions.setStepUnit('decision');
  }, [actions]);
  return null;
}
