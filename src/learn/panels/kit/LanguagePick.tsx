import { useWantedLanguage, wantLanguage } from '../../store/language.ts';
import { loadWords, useWords, WORDED } from './useWords.ts';
import { Select } from '../../../ui/Select.tsx';
import css from './kit.module.css';

interface LanguagePickProps {
  /** Languages of a lesson, offered in addition to the languages of the page. The first language is the default. */
  languages?: readonly string[];
}

/** Chooses the language of the page's texts and of lessons in it. The choice is stored on this machine. */
export function LanguagePick({ languages = [] }: LanguagePickProps) {
  const words = useWords();
  const wanted = useWantedLanguage();
  const all = [...new Set([...languages, ...WORDED])];
  const value = all.includes(wanted) ? wanted : (all[0] ?? 'en');
  return (
    <Select
      className={css.languagePick}
      label={words.lesson.language}
      value={value}
      options={all.map((language) => ({ value: language, text: nameOf(language), lang: language }))}
      // Loads the texts before switching, so that the page does not suspend.
      onChange={(chosen) => void loadWords(chosen, true).then(() => wantLanguage(chosen))}
    />
  );
}

/** A language's name for itself, because its readers may know no other. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
