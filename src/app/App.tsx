import { Suspense, useCallback, useEffect, useState, useMemo } from 'react';
import { lazyAfterFirstPaint, lazyWithRetry } from '../panels/kit/lazy.tsx';
import { useRuntime, useSession, useView, useActions } from '../store/hooks.ts';
import { whileBusy } from '../store/idle.ts';
import { readFile } from '../store/reading.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Opening } from '../panels/kit/Opening.tsx';
import { usePageTitle } from '../panels/kit/page-title.ts';
import { PageView } from './pages.tsx';
import { useAppearance, useLargeType } from './theme.ts';
import { TopBar } from './TopBar.tsx';
import { isForStudents } from './routes.ts';
import { pageName, useAddress, type Address } from './useAddress.ts';
import { Coloured } from './Coloured.tsx';
import { TypedAhead } from './TypedAhead.tsx';
import { Workspace } from './Workspace.tsx';
import './shell.css';
import { onExportAsked } from '../panels/kit/asked-export.ts';
import { type HeavyQuestion, onHeavyAsked } from '../panels/kit/asked-heavy.ts';
import { onTourAsked } from '../panels/kit/asked-tour.ts';
import type { Frame, SheetName } from './shell-actions.ts';
import { useViewport } from './viewport.ts';

const inputLayer = () => import('./input-layer.tsx');
const BreakMenu = lazyAfterFirstPaint(inputLayer, (module) => module.BreakMenu, true);
const InputLayer = lazyAfterFirstPaint(inputLayer, (module) => module.InputLayer);
const InputLayerAtOnce = lazyWithRetry(async () => ({ default: (await inputLayer()).InputLayer }));
const Notices = lazyWithRetry(() => import('./Notices.tsx'));
const MessageMenu = lazyAfterFirstPaint(inputLayer, (module) => module.MessageMenu, true);
const ScriptEditor = lazyWithRetry(() => import('../panels/script/ScriptEditor.tsx'));
const Palette = lazyWithRetry(() => import('./Palette.tsx'));
const KeySheet = lazyWithRetry(() => import('./KeySheet.tsx'));
const BadLinkPage = lazyWithRetry(() => import('../panels/badlink/BadLinkPage.tsx'));

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
  const student = page.kind === 'page' && isForStudents(page.hash);
  // On a run page, load the input layer after the first paint; other pages load it immediately.
  const pictured = pageId === 'run' || pageId === 'first';
  useLargeType(presenting || pageId === 'present' || pageId === 'class');
  return (
    <Coloured>
      <div
        className="app"
        data-presenter={presenting || undefined}
        data-viewport={shell.viewport}
        data-page={pageId}
        data-student={student || undefined}
        // No browser translation on a run: its text changes with every frame, and replaced text nodes break the
        // drawing.
        translate={page.kind === 'run' ? 'no' : undefined}
      >
        <SkipLinks isRun={address.page.kind === 'run'} hasBar={!student} />
        <ErrorBoundary runtime={runtime}>
          <PageContent address={address} shell={shell} openFile={openFile} />
        </ErrorBoundary>
        {!student && <TopBar address={address} frame={shell.frame} />}
        <Suspense fallback={<Opening part />}>
          <Notices reader={runtime.reader} quiet={runtime.quiet} />
        </Suspense>
        {pictured ? (
          <InputLayer frame={shell.frame} onFile={openFile} />
        ) : (
          <Suspense fallback={<Opening part />}>
            <InputLayerAtOnce frame={shell.frame} onFile={openFile} />
          </Suspense>
        )}
        <MessageMenu frame={shell.frame} />
        <BreakMenu frame={shell.frame} asks={address.page.kind === 'run'} />
        <OwnSheet shell={shell} onScene={address.openScene} />
        <AskedSheets />
      </div>
    </Coloured>
  );
}

/** The open sheet: script editor, palette (with text typed before it loaded) or keyboard help. */
function OwnSheet({ shell, onScene }: { shell: Shell; onScene: (id: string) => void }) {
  const { sheet, closeSheet } = shell;
  if (sheet === null) return null;
  return (
    <Suspense
      fallback={
        <>
          <Opening />
          {sheet === 'palette' && <TypedAhead />}
        </>
      }
    >
      {sheet === 'palette' ? (
        <Palette frame={shell.frame} onScene={onScene} onClose={() => closeSheet('palette')} />
      ) : sheet === 'script' ? (
        <ScriptEditor onClose={() => closeSheet('script')} />
      ) : (
        <KeySheet onClose={() => closeSheet('help')} />
      )}
    </Suspense>
  );
}

function SkipLinks({ isRun, hasBar }: { isRun: boolean; hasBar: boolean }) {
  const to = (id: string) => (event: React.MouseEvent) => {
    // Focus it without following the link: the hash names the open run.
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return (
    <>
      <a className="btn primary skip" href="#stage" onClick={to('stage')}>
        Skip to the {isRun ? 'stage' : 'content'}
      </a>
      {hasBar && (
        <a className="btn primary skip" href="#top-bar" onClick={to('top-bar')}>
          Skip to the top bar
        </a>
      )}
    </>
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
        toWorkspace={address.toWorkspace}
      />
    );
  }
  return (
    <Suspense fallback={<Opening main />}>
      <BadLinkPage failure={page.failure} hash={page.hash} onAgain={address.openAgain} />
    </Suspense>
  );
}

/** Opens a file as a link, so that one code path validates foreign input and the run gets an address. */
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

const ExportSheet = lazyWithRetry(() => import('../panels/export/ExportSheet.tsx'));
const HeavySheet = lazyWithRetry(() => import('./HeavySheet.tsx'));
const Tour = lazyWithRetry(() => import('../panels/tour/Tour.tsx'));

/** Shows the dialogs that any panel can request: export, tour, and the confirmation for a large run. */
function AskedSheets() {
  const [asked, setAsked] = useState<{ panelId: string | null } | null>(null);
  const [tour, setTour] = useState(false);
  const [heavy, setHeavy] = useState<HeavyQuestion | null>(null);
  useEffect(() => onExportAsked((panelId) => setAsked({ panelId })), []);
  useEffect(() => onTourAsked(() => setTour(true)), []);
  useEffect(() => onHeavyAsked(setHeavy), []);
  const endTour = useCallback(() => setTour(false), []);
  return (
    <Suspense fallback={<Opening />}>
      {asked !== null && <ExportSheet panelId={asked.panelId} onClose={() => setAsked(null)} />}
      {heavy !== null && <HeavySheet question={heavy} onClose={() => setHeavy(null)} />}
      {tour && <Tour onClose={endTour} />}
    </Suspense>
  );
}

interface Shell {
  viewport: ReturnType<typeof useViewport>;
  frame: Frame;
  sheet: SheetName | null;
  /** Closes this sheet; does nothing if another one is open. */
  closeSheet: (sheet: SheetName) => void;
  worldOpen: boolean;
  setWorldOpen: (open: boolean) => void;
}

function useShell(): Shell {
  const store = useActions();
  const viewport = useViewport();
  const collapsed = useView((view) => view.worldCollapsed);
  // A narrow window starts with the collapsed rail, even if the panel was open in a wide one.
  const [narrowOpen, setNarrowOpen] = useState(false);
  const narrow = viewport === 'narrow';
  const worldOpen = narrow ? narrowOpen : !collapsed;
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const setWorldOpen = useCallback(
    (open: boolean) => {
      if (narrow) setNarrowOpen(open);
      else store.look({ worldCollapsed: !open });
    },
    [store, narrow],
  );
  const frame = useMemo(() => ({ setSheet, setWorldOpen }), [setWorldOpen]);
  const closeSheet = (closed: SheetName): void => setSheet((open) => (open === closed ? null : open));
  return { viewport, frame, sheet, closeSheet, worldOpen, setWorldOpen };
}
