import { type ComponentProps, Suspense, useCallback, useEffect } from 'react';
import { fetched } from '../panels/kit/fetched.tsx';
import { useRuntime, useSession, useView } from '../store/hooks.ts';
import { whileBusy } from '../store/idle.ts';
import { readFile } from '../store/reading.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { AskedSheets } from './AskedSheets.tsx';
import { late } from '../panels/kit/late.tsx';
import { Opening } from '../panels/kit/Opening.tsx';
import { usePageTitle } from '../panels/kit/page-title.ts';
import { PageView } from './pages.tsx';
import { useAppearance, useLargeType } from './theme.ts';
import { TopBar } from './TopBar.tsx';
import { pageName, useAddress, type Address } from './useAddress.ts';
import { Coloured } from './Coloured.tsx';
import { TypedAhead } from './TypedAhead.tsx';
import { type Shell, useShell } from './useShell.ts';
import { Workspace } from './Workspace.tsx';
import './shell.css';
import './presenter.css';

const hands = () => import('./hands.tsx');
const BreakMenu = late(hands, (module) => module.BreakMenu, true);
const Hands = late(hands, (module) => module.Hands);
const HandsAtOnce = fetched(async () => ({ default: (await hands()).Hands }));
const Notices = fetched(() => import('./Notices.tsx'));
const MessageMenu = late(hands, (module) => module.MessageMenu, true);
const ScriptEditor = fetched(() => import('../panels/script/ScriptEditor.tsx'));
const Palette = fetched(() => import('./Palette.tsx'));
const KeySheet = fetched(() => import('./KeySheet.tsx'));
const BadLinkPage = fetched(() => import('../panels/badlink/BadLinkPage.tsx'));

/** The palette, and what is typed before it is there. */
function LatePalette(props: ComponentProps<typeof Palette>) {
  const waiting = (
    <>
      <Opening />
      <TypedAhead />
    </>
  );
  return (
    <Suspense fallback={waiting}>
      <Palette {...props} />
    </Suspense>
  );
}

/** The whole page. */
export function App() {
  const runtime = useRuntime();
  useAppearance();
  const address = useAddress();
  const shell = useShell();
  const openFile = useOpenFile();
  useDocumentTitle(address);
  const { page } = address;
  const presenting = useView((view) => view.presenting) && page.kind === 'run';
  const pageId = page.kind === 'page' ? page.id : page.kind;
  // Where a run is the picture, hands come after it; elsewhere there is nothing to wait for.
  const pictured = pageId === 'run' || pageId === 'first';
  useLargeType(presenting || pageId === 'present' || pageId === 'class');
  return (
    <Coloured>
      <div
        className="app"
        data-presenter={presenting || undefined}
        data-viewport={shell.viewport}
        data-page={pageId}
        // Text of a run changes with every frame: a translation would follow late and move what is being drawn.
        translate={page.kind === 'run' ? 'no' : undefined}
      >
        <SkipLinks isRun={address.page.kind === 'run'} />
        <ErrorBoundary runtime={runtime}>
          <PageContent address={address} shell={shell} openFile={openFile} />
        </ErrorBoundary>
        <TopBar
          address={address}
          onHelp={shell.actions.openHelp}
          onFile={openFile}
          onScript={shell.actions.openScript}
        />
        <Suspense fallback={<Opening part />}>
          <Notices reader={runtime.reader} quiet={runtime.quiet} />
        </Suspense>
        {shell.script && (
          <Suspense fallback={<Opening />}>
            <ScriptEditor onClose={shell.closeScript} />
          </Suspense>
        )}
        {pictured ? (
          <Hands shell={shell.actions} onFile={openFile} />
        ) : (
          <Suspense fallback={<Opening part />}>
            <HandsAtOnce shell={shell.actions} onFile={openFile} />
          </Suspense>
        )}
        <MessageMenu shell={shell.actions} />
        <BreakMenu shell={shell.actions} asks={address.page.kind === 'run'} />
        {shell.palette && (
          <LatePalette shell={shell.actions} onScene={address.openScene} onClose={shell.closePalette} />
        )}
        <AskedSheets />
        {shell.help && (
          <Suspense fallback={<Opening />}>
            <KeySheet onClose={shell.closeHelp} />
          </Suspense>
        )}
      </div>
    </Coloured>
  );
}

function SkipLinks({ isRun }: { isRun: boolean }) {
  const to = (id: string) => (event: React.MouseEvent) => {
    // Not by the address: its hash says what is open.
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return (
    <div className="skip">
      <a href="#stage" onClick={to('stage')}>
        Skip to the {isRun ? 'stage' : 'content'}
      </a>
      <a href="#top-bar" onClick={to('top-bar')}>
        Skip to the top bar
      </a>
    </div>
  );
}

interface PageContentProps {
  address: Address;
  shell: Shell;
  openFile: (text: string) => Promise<string | null>;
}

function PageContent({ address, shell, openFile }: PageContentProps) {
  const { page, openScene } = address;
  if (page.kind === 'run') {
    if (page.reading === true) return <Opening main />;
    return (
      <Workspace
        viewport={shell.viewport}
        fromLink={page.fromLink}
        worldOpen={shell.worldOpen}
        onWorldOpen={shell.setWorldOpen}
      />
    );
  }
  if (page.kind === 'page') {
    return (
      <PageView
        id={page.id}
        hash={page.hash}
        openScene={openScene}
        openFile={openFile}
        toBench={address.toBench}
      />
    );
  }
  return (
    <Suspense fallback={<Opening main />}>
      <BadLinkPage failure={page.failure} hash={page.hash} onAgain={address.openAgain} />
    </Suspense>
  );
}

/** Opens a file by way of its link: one path checks what comes from outside, and the address then stands for it. */
function useOpenFile(): (text: string) => Promise<string | null> {
  const { reader } = useRuntime();
  return useCallback(
    async (text: string) => {
      const link = await whileBusy(readFile(reader, { text }));
      if (!link.ok) return link.detail;
      location.hash = link.hash;
      return null;
    },
    [reader],
  );
}

function useDocumentTitle({ page }: Address): void {
  const title = useSession((session) => session.scenario?.title ?? '');
  const ownTitle = usePageTitle();
  const name = ownTitle === '' ? pageName(page) : ownTitle;
  const shown = page.kind === 'run' ? title : name;
  useEffect(() => {
    document.title = shown === '' ? 'qmgrscope' : `${shown} · qmgrscope`;
  }, [shown]);
}
