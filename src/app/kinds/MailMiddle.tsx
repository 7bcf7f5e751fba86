import { Suspense } from 'react';
import { lazyWithRetry } from '../../panels/kit/lazy.tsx';
import { Opening } from '../../panels/kit/Opening.tsx';
import { useView } from '../../store/hooks.ts';
import { useQuiet } from '../quiet.ts';
import type { MiddleProps } from './middle-props.ts';
import { QuietMiddle } from './QuietMiddle.tsx';

const MainPanelMiddle = lazyWithRetry(() => import('../MainPanelMiddle.tsx'));
const DetailMiddle = lazyWithRetry(() => import('./DetailMiddle.tsx'));

/** The middle of a mail run: a main panel, the quiet cockpit, or all of it. */
export function MailMiddle(props: MiddleProps) {
  const mainPanel = useView((view) => view.mainPanel);
  const quiet = useQuiet();
  if (mainPanel === null && quiet) return <QuietMiddle viewport={props.viewport} touched={props.touched} />;
  return (
    <Suspense fallback={<Opening main />}>
      {mainPanel === null ? (
        <DetailMiddle {...props} />
      ) : (
        <MainPanelMiddle mainPanel={mainPanel} phone={props.viewport === 'phone'} />
      )}
    </Suspense>
  );
}
