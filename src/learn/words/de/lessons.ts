import { formatCounted } from '../../../explain/format.ts';
import type * as en from '../en/lessons.ts';

export const lessons: typeof en.lessons = {
  groups: { scheduler: 'Der Scheduler', timers: 'Timer', threads: 'Threads' },
  title: 'Lernen, indem man es vorhersagt',
  lead: 'Sie sagen, was als Nächstes geschieht, die Engine antwortet.',
  done: (done, all) => `${done} von ${all} fertig`,
  count: (lessons) => formatCounted(lessons, 'Lektion', 'Lektionen'),
  nextAt: (place, stop, stops) => `Lektion ${place}, Station ${stop} von ${stops}`,
  nextNew: (place, minutes) => `Lektion ${place}, ${minutes} min`,
  start: 'Anfangen',
  goOn: 'Weitermachen',
  again: 'Noch einmal',
  first: 'Die erste Minute',
  firstAbout: 'was das hier ist, in sieben Bildern',
  practise: 'Üben',
  practiseAbout: 'Fragen ohne Ende, drei Stufen',
  glossary: 'Glossar',
  glossaryAbout: 'jedes Wort mit seinem Dokument, auf Englisch',
  incidents: 'Echte Störungen',
  incidentsAbout: 'die Ursache finden, auf Englisch',
  openFile: 'Eine Lektion öffnen',
  file: 'Datei einer Lektion',
  forget: 'Meinen Fortschritt vergessen',
  minutes: (n) => `${n} min`,
  able: (clause) => `Danach können Sie ${clause}.`,
  atStop: (stop) => `Sie sind bei Station ${stop}`,
  finished: (right, questions) =>
    questions === 0 ? 'fertig' : `fertig, am besten ${right} von ${questions}`,
  inOther: 'auf Englisch',
};

export const practice: typeof en.practice = {
  topics: { scheduler: 'Wer dran ist', concurrency: 'Windows', timers: 'Timer', threads: 'Threads' },
  levels: { 1: 'leicht', 2: 'mittel', 3: 'schwer' },
  topic: 'Thema',
  difficulty: 'Schwierigkeit',
  tally: (seed, right, asked) => `Frage ${seed}, ${right} von ${asked} auf Anhieb richtig`,
  title: 'Was geschieht als Nächstes?',
  open: 'Diesen Lauf öffnen',
  next: 'Nächste Frage',
};
