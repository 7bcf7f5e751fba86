import { type ReactNode, Suspense } from 'react';
import { lazyWithRetry } from '../../panels/kit/lazy.tsx';
import { Opening } from '../../panels/kit/Opening.tsx';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import { MailMiddle } from './MailMiddle.tsx';
import type { MiddleProps } from './middle-props.ts';

const LabMiddle = lazyWithRetry(() => import('../../panels/lab/LabMiddle.tsx'));
const ThreadsMiddle = lazyWithRetry(() => import('../../panels/kinds/threads/Middle.tsx'));

/** The middle of the page by kind of run. The main program has only that of mail runs; the others load when opened. */
const MIDDLES: ByKind<(props: MiddleProps) => ReactNode> = {
  mail: () => ofMail,
  'timer-lab': () => ofTimers,
  'threads-alone': () => ofThreads,
};

/** Shows the middle for the kind of the open run. Before a run is open, shows that of mail runs. */
export function KindMiddle(props: MiddleProps) {
  const middle = useSession(({ scenario }) => (scenario === null ? ofMail : ofKind(MIDDLES, scenario)));
  return middle(props);
}

function ofMail(props: MiddleProps) {
  return <MailMiddle {...props} />;
}

function ofTimers({ viewport }: MiddleProps) {
  return (
    <Suspense fallback={<Opening main />}>
      <LabMiddle phone={viewport === 'phone'} />
    </Suspense>
  );
}

function ofThreads({ viewport }: MiddleProps) {
  return (
    <Suspense fallback={<Opening main />}>
      <ThreadsMiddle phone={viewport === 'phone'} />
    </Suspense>
  );
}
