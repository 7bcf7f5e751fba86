import { useKind } from '../panels/kinds/views.ts';
import { lazyWithRetry } from '../panels/kit/lazy.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Logo } from '../panels/kit/Logo.tsx';
import { usePageTitle } from '../panels/kit/page-title.ts';
import { useActions, useRuntime, useSession, useView } from '../store/hooks.ts';
import { openCompare } from '../store/open-compare.ts';
import { useQuiet } from './quiet.ts';
import { pageName, type Address } from './useAddress.ts';
import type { Frame } from './shell-actions.ts';
import { otherTheme } from './theme.ts';
import { LINK_HERE } from '../panels/kit/files.ts';
import { Button, IconButton } from '../ui/Button.tsx';

const SceneMenu = lazyWithRetry(() => import('../panels/gallery/SceneMenu.tsx'));
const ShareHere = lazyWithRetry(() => import('./ShareHere.tsx'));

interface TopBarProps {
  address: Address;
  frame: Frame;
  onFile: (text: string) => Promise<string | null>;
}

/** Pages linked from the bar, except the current one. */
const LINKS = [
  ['lessons', 'lessons', 'Lessons'],
  ['gallery', 'gallery', 'Gallery'],
  ['lab', 'flask', 'Laboratory'],
  ['postfix', 'download', 'Your Postfix'],
] as const;

export function TopBar({ address, frame, onFile }: TopBarProps) {
  const { page } = address;
  const isRun = page.kind === 'run';
  const ownTitle = usePageTitle();
  const quiet = useQuiet() && isRun;
  return (
    <header className="row gap-6 top" id="top-bar" tabIndex={-1}>
      <a className="row brand" href="#gallery" aria-label="qmgrscope, all scenes">
        <Logo />
        <span>qmgrscope</span>
      </a>
      <nav className="row gap-4" aria-label="Scene">
        <span className="crumb-cut" aria-hidden="true">
          /
        </span>
        {isRun ? (
          <SceneButton onOpen={address.openScene} onFile={onFile} frame={frame} />
        ) : (
          <h1 className="crumb-title">{ownTitle === '' ? pageName(page) : ownTitle}</h1>
        )}
      </nav>
      <span className="grow" />
      {LINKS.map(
        ([id, icon, text]) =>
          !(page.kind === 'page' && page.id === id) && (
            <a key={id} className="btn not-phone" href={`#${id}`}>
              <Icon name={icon} />
              {text}
            </a>
          ),
      )}
      {isRun && !quiet && <CompareButton />}
      {!quiet && (
        <>
          <ThemeButton />
          <KeyboardButton frame={frame} />
        </>
      )}
      {isRun && <ShareButton onCopied={address.adopt} />}
    </header>
  );
}

function KeyboardButton({ frame }: Pick<TopBarProps, 'frame'>) {
  return (
    <button
      type="button"
      className="icon-btn not-phone"
      aria-label="Keyboard"
      data-tip="keyboard, ?"
      data-tip-at="below"
      onClick={() => frame.setSheet('help')}
    >
      <kbd>?</kbd>
    </button>
  );
}

interface SceneButtonProps extends Pick<TopBarProps, 'onFile' | 'frame'> {
  onOpen: (id: string) => void;
}

function SceneButton({ onOpen, onFile, frame }: SceneButtonProps) {
  const title = useSession((session) => session.scenario?.title ?? '');
  return (
    <>
      <Button
        className="crumb-title"
        popoverTarget="scene-menu"
        aria-label={`Scene: ${title}. Choose another`}
      >
        <span className="cut" title={title}>
          {title}
        </span>
        <Icon name="down" />
      </Button>
      <Popover id="scene-menu" label="Scenes" className="scene-menu">
        {(close) => (
          <SceneMenu
            onFile={onFile}
            onScript={() => frame.setSheet('script')}
            onDone={close}
            onOpen={(id) => {
              close();
              onOpen(id);
            }}
          />
        )}
      </Popover>
    </>
  );
}

/** Opens and closes the branch comparison. Hidden in laboratories, which have no delivery slots. */
function CompareButton() {
  const runtime = useRuntime();
  const open = useView((view) => view.mainPanel?.kind === 'compare');
  const opened = useSession(({ scenario }) => scenario !== null);
  const { comparable } = useKind();
  if (!opened || !comparable) return null;
  return (
    <Button
      aria-pressed={open}
      aria-label="Compare two branches"
      data-tip="two branches side by side, Shift 5"
      data-tip-at="below"
      onClick={() => (open ? runtime.actions.look({ mainPanel: null }) : void openCompare(runtime))}
    >
      <Icon name="compare" />
      <span className="not-phone">Compare</span>
    </Button>
  );
}

function ShareButton({ onCopied }: { onCopied: (hash: string) => void }) {
  return (
    <>
      <Button look="outlined" popoverTarget="share-popover" aria-label="Share">
        <Icon name="share" />
        <span className="not-phone">Share</span>
      </Button>
      <Popover id="share-popover" label={LINK_HERE} className="share">
        {() => <ShareHere onCopied={onCopied} />}
      </Popover>
    </>
  );
}

function ThemeButton() {
  const actions = useActions();
  const theme = useView((view) => view.theme);
  return (
    <IconButton
      name="Light or dark"
      icon="theme"
      tip="light, dark, T"
      tipAt="below"
      onClick={() => actions.look({ theme: otherTheme(theme) })}
    />
  );
}
