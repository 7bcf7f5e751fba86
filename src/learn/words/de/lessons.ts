import { formatCounted } from '../../../explain/format.ts';
import type * as en from '../en/lessons.ts';

export const lessons: typeof en.lessons = {
  groups: {
    scheduler: {
      title: 'Der Scheduler',
      about: 'SCHEDULER_README: Jobs, Delivery Slots, Preemption, Windows',
    },
    timers: { title: 'Timer', about: 'Das neue Purgatory: Timing Wheels, die Uhr, Watch Lists' },
    threads: { title: 'Threads', about: 'Concurrency Groups: wer aufwacht, und wie viele laufen dürfen' },
  },
  title: 'Lernen, indem man es vorhersagt',
  lead: 'Jede Lektion hält einen Lauf ein paarmal an. Sie sagen voraus, was als Nächstes geschieht, und die Engine antwortet. Nichts verlässt dieses Gerät.',
  startHere: 'Hier anfangen',
  goOnHere: 'Hier weitermachen',
  facts: (here, place, minutes, assumes) =>
    `${here}, Lektion ${place}, ${minutes} min, setzt voraus: ${assumes}`,
  start: (place) => `Lektion ${place} anfangen`,
  goOn: (place) => `Mit Lektion ${place} weitermachen`,
  write: 'Eine Lektion schreiben',
  first: 'Die erste Minute',
  practise: 'Üben ohne Ende',
  askClass: 'Eine Klasse fragen',
  teachers: 'Für Lehrende',
  openFile: 'Eine Lektion öffnen',
  file: 'Datei einer Lektion',
  forget: 'Meinen Fortschritt vergessen',
  minutes: (n) => `${n} min`,
  ableThen: (clauses) => `Danach können Sie ${clauses}.`,
  assumes: (assumes, questions) => `setzt voraus: ${assumes}, ${formatCounted(questions, 'Frage', 'Fragen')}`,
  atStop: (stop) => `, Sie sind bei Station ${stop}`,
  best: (right, questions) => `, am besten ${right} von ${questions}`,
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
