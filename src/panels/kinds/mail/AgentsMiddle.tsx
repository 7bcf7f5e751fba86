import type { ReactNode } from 'react';
import { MainPanelHeader } from '../../main-panel/MainPanelHeader.tsx';
import { StartThreads } from '../../threads/StartThreads.tsx';
import ThreadsMiddle from '../../threads/ThreadsMiddle.tsx';
import { MAIN_PANEL_NAMES } from '../../main-panel/names.ts';
import heroCss from '../../main-panel/hero.module.css';
import threadsCss from '../../threads/threads.module.css';

/** Agents as threads, replacing the stage; `world`: the side panel. */
export default function AgentsMiddle({ phone, world }: { phone: boolean; world: ReactNode }) {
  return <ThreadsMiddle phone={phone} side={() => world} none={<NoThreads />} />;
}

/** Shown when agents are not threads. Offers to run them as threads. */
function NoThreads() {
  return (
    <main className={`${heroCss.heroPage} ${threadsCss.noThreads}`} id="stage" tabIndex={-1}>
      <MainPanelHeader title={MAIN_PANEL_NAMES.threads} />
      <div className={threadsCss.noThreadsWords}>
        <StartThreads />
        <p className="text-1">
          <a className="link" href="#threads">
            A run of threads alone
          </a>{' '}
          shows what a concurrency group does. The{' '}
          <a className="link" href="#gallery">
            gallery
          </a>{' '}
          has mail scenes whose agents are threads.
        </p>
      </div>
    </main>
  );
}
