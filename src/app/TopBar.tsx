import { lazyWithRetry } from '../panels/kit/lazy.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Logo } from '../panels/kit/Logo.tsx';
import { usePageTitle } from '../panels/kit/page-title.ts';
import { useWantedLanguage } from '../learn/store/language.ts';
import { useSession } from '../store/hooks.ts';
import { pageName, type Address } from './useAddress.ts';
import type { Frame } from './shell-actions.ts';
import { barWords, isFront, isInGerman, placeOf, PLACES } from './places.ts';
import { LINK_HERE } from '../panels/kit/files.ts';
import { Button } from '../ui/Button.tsx';

const SceneMenu = lazyWithRetry(() => import('../panels/gallery/SceneMenu.tsx'));
const ShareHere = lazyWithRetry(() => import('./ShareHere.tsx'));
const ShareLesson = lazyWithRetry(() => import('../learn/panels/lesson/ShareLesson.tsx'));
const MoreMenu = lazyWithRetry(() => import('./MoreMenu.tsx'));

interface TopBarProps {
  address: Address;
  frame: Frame;
}

/**
 * The top bar, the same on every page: the four places, where the reader is, Share, and the menu of everything else.
 */
export function TopBar({ address, frame }: TopBarProps) {
  const { page } = address;
  const isRun = page.kind === 'run';
  const language = useWantedLanguage();
  const words = barWords(language);
  return (
    <header className="row top" id="top-bar" tabIndex={-1}>
      <a className="row brand" href="#gallery" aria-label="qmgrscope, all scenes">
        <Logo />
        <span>qmgrscope</span>
      </a>
      <nav className="places" aria-label={words.places} lang={language === 'de' ? 'de' : undefined}>
        {PLACES.map(({ id, hash, icon }) => (
          <a
            key={id}
            href={hash}
            data-text={words[id]}
            aria-label={words[id]}
            aria-current={placeOf(page) === id ? (isFront(page) ? 'page' : 'true') : undefined}
          >
            <Icon name={icon} />
            <span className={id === 'server' ? 'not-phone' : undefined}>{words[id]}</span>
            {id === 'server' && <span className="phone-only">{words.serverShort}</span>}
          </a>
        ))}
      </nav>
      {!isFront(page) && (
        <div className="where">
          {isRun ? <SceneButton frame={frame} /> : <PageTitle name={pageName(page)} />}
        </div>
      )}
      <span className="grow" />
      {page.kind === 'page' && page.id === 'gallery' && (
        <a className="btn outlined" href="#scene=empty">
          <Icon name="plus" />
          {words.empty}
        </a>
      )}
      {isRun && (
        <ShareButton text={words.share} label={LINK_HERE}>
          <ShareHere onCopied={address.adopt} />
        </ShareButton>
      )}
      {page.kind === 'page' && page.id === 'lesson' && (
        <ShareButton text={words.share} label={words.share}>
          <ShareLesson hash={page.hash} />
        </ShareButton>
      )}
      {language === 'de' && !isInGerman(page) && (
        <span className="only-english not-phone" lang="de">
          Diese Seite ist auf Englisch
        </span>
      )}
      <button type="button" className="icon-btn" popoverTarget="more-menu" aria-label={words.more}>
        <Icon name="more" />
      </button>
      <Popover id="more-menu" label={words.more} className="more-menu">
        {(close) => <MoreMenu frame={frame} isRun={isRun} onDone={close} />}
      </Popover>
    </header>
  );
}

function PageTitle({ name }: { name: string }) {
  const ownTitle = usePageTitle();
  return <h1 className="cut crumb-title">{ownTitle === '' ? name : ownTitle}</h1>;
}

function SceneButton({ frame }: Pick<TopBarProps, 'frame'>) {
  const title = useSession((session) => session.scenario?.title ?? '');
  return (
    <>
      <Button className="crumb-title" popoverTarget="scene-menu" aria-label={`This run: ${title}`}>
        <span className="cut" title={title}>
          {title}
        </span>
        <Icon name="down" />
      </Button>
      <Popover id="scene-menu" label="This run" className="scene-menu">
        {(close) => <SceneMenu onScript={() => frame.setSheet('script')} onDone={close} />}
      </Popover>
    </>
  );
}

interface ShareButtonProps {
  text: string;
  label: string;
  children: React.ReactNode;
}

function ShareButton({ text, label, children }: ShareButtonProps) {
  return (
    <>
      <Button look="outlined" popoverTarget="share-popover" aria-label={text}>
        <Icon name="share" />
        <span className="not-phone">{text}</span>
      </Button>
      <Popover id="share-popover" label={label} className="share">
        {() => children}
      </Popover>
    </>
  );
}
