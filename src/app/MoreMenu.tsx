import { LanguagePick } from '../learn/panels/kit/LanguagePick.tsx';
import { useWantedLanguage } from '../learn/store/language.ts';
import { askForTour } from '../panels/kit/asked-tour.ts';
import { useActions, useView } from '../store/hooks.ts';
import { moveAlong } from '../ui/Menu.tsx';
import { showsDetail } from '../store/view.ts';
import { useCanBeQuiet } from './quiet.ts';
import type { Frame } from './shell-actions.ts';
import { otherTheme } from './theme.ts';

interface MoreMenuProps {
  frame: Frame;
  isRun: boolean;
  onDone: () => void;
}

/** Menu of everything that is not one of the four places: the look of the page, help, and laboratories. */
export default function MoreMenu({ frame, isRun, onDone }: MoreMenuProps) {
  const actions = useActions();
  const theme = useView((view) => view.theme);
  const words = WORDS[useWantedLanguage() === 'de' ? 'de' : 'en'];
  const other = otherTheme(theme);
  const then = (act: () => void) => () => {
    onDone();
    act();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="stack"
      lang={words === WORDS.de ? 'de' : undefined}
      onKeyDown={(event) => moveAlong(event, 'button, a')}
    >
      <div className="menu">
        <button type="button" onClick={() => actions.look({ theme: other })}>
          {words[other]}
          <kbd>T</kbd>
        </button>
        {isRun && <DetailItem words={words} onDone={onDone} />}
        {isRun && (
          <button type="button" onClick={then(() => actions.look({ presenting: true }))}>
            {words.presenter}
            <kbd>F</kbd>
          </button>
        )}
        <button type="button" onClick={then(() => frame.setSheet('palette'))}>
          {words.find}
          <kbd>/</kbd>
        </button>
        <button type="button" onClick={then(() => frame.setSheet('help'))}>
          {words.keys}
          <kbd>?</kbd>
        </button>
        <div className="row between more-language">
          {words.language}
          <LanguagePick />
        </div>
      </div>
      <nav className="menu" aria-label={words.help}>
        {isRun && (
          <button type="button" onClick={then(askForTour)}>
            {words.tour}
          </button>
        )}
        {words.pages.map(([hash, text]) => (
          <a key={hash} href={hash} onClick={onDone}>
            {text}
          </a>
        ))}
      </nav>
      <nav className="menu" aria-labelledby="more-laboratories">
        <p id="more-laboratories" className="dim text-1">
          {words.laboratories}
        </p>
        {words.labs.map(([hash, text]) => (
          <a key={hash} href={hash} onClick={onDone}>
            {text}
          </a>
        ))}
      </nav>
    </div>
  );
}

/** Switches between the quiet cockpit and all of it. */
function DetailItem({ words, onDone }: { words: MoreWords | typeof EN; onDone: () => void }) {
  const actions = useActions();
  const detail = useView(showsDetail);
  if (!useCanBeQuiet()) return null;
  return (
    <button
      type="button"
      onClick={() => {
        onDone();
        actions.toggleDetail();
      }}
    >
      {detail ? words.less : words.more}
      <kbd>M</kbd>
    </button>
  );
}

const EN = {
  light: 'Light colours',
  dark: 'Dark colours',
  more: 'More detail',
  less: 'Less detail',
  presenter: 'Presenter mode',
  find: 'Find…',
  keys: 'Keyboard',
  language: 'Language',
  help: 'Help',
  tour: 'Tour of the page',
  laboratories: 'Laboratories',
  pages: [
    ['#first', 'The first minute'],
    ['#glossary', 'Glossary'],
    ['#exact', 'How exact is this?'],
    ['#library', 'My library'],
  ],
  labs: [
    ['#lab', 'Timers'],
    ['#threads', 'Threads'],
    ['#policies', 'Thread policies'],
    ['#experiments', 'Experiments'],
    ['#tables', 'The document’s tables'],
  ],
} as const;

type MoreWords = {
  [Key in keyof typeof EN]: (typeof EN)[Key] extends string ? string : (readonly [string, string])[];
};

const DE: MoreWords = {
  light: 'Helle Farben',
  dark: 'Dunkle Farben',
  more: 'Mehr Einzelheiten',
  less: 'Weniger Einzelheiten',
  presenter: 'Vorführen',
  find: 'Suchen …',
  keys: 'Tasten',
  language: 'Sprache',
  help: 'Hilfe',
  tour: 'Rundgang',
  laboratories: 'Labore (auf Englisch)',
  pages: [
    ['#first', 'Die erste Minute'],
    ['#glossary', 'Glossar (auf Englisch)'],
    ['#exact', 'Wie genau ist das? (auf Englisch)'],
    ['#library', 'Meine Läufe (auf Englisch)'],
  ],
  labs: [
    ['#lab', 'Timer'],
    ['#threads', 'Threads'],
    ['#policies', 'Regeln für Threads'],
    ['#experiments', 'Experimente'],
    ['#tables', 'Tabellen des Dokuments'],
  ],
};

const WORDS: { en: MoreWords | typeof EN; de: MoreWords } = { en: EN, de: DE };
