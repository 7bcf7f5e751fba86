import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { say } from '../../../explain/tokens.ts';
import type * as en from '../en/lesson.ts';

export const lesson: typeof en.lesson = {
  textOfStop: 'Der Text dieser Station',
  name: (place) => (place >= 0 ? `Lektion ${place}` : 'Lektion'),
  where: (name, at, all) => `${name}, Schritt ${at} von ${all}`,
  ofStops: (at, all) => `${at} von ${all}`,
  stops: 'Stationen der Lektion',
  step: (n, title) => `Schritt ${n}: ${title}`,
  all: 'Alle Lektionen',
  allTip: 'alle Lektionen, Esc',
  edit: 'Bearbeiten',
  editTip: 'eine eigene Kopie bearbeiten',
  forClass: 'Für die Klasse',
  forClassTip: 'der Klasse diese Frage stellen; sie antwortet mit dem Telefon',
  present: 'Vorführen',
  presentTip: 'vor einer Klasse, F',
  back: 'Zurück',
  next: 'Weiter',
  letRun: 'Laufen lassen',
  replay: 'Noch einmal',
  replayTip: 'zeigt die Antwort noch einmal',
  change: 'Verändern',
  nextLesson: 'Nächste Lektion',
  nextLessonNamed: (title) => `Nächste Lektion: ${title}`,
  showMe: 'Zeigen',
  showMeTip: 'die Antwort zeigen, Leertaste',
  nextTip: 'Leertaste',
  timeline: 'Zeitleiste',
  anotherRun: 'Ein anderer Lauf:',
  marks: 'Zeichen auf dem Bild',
  language: 'Sprache',
  cannotOpen: 'Diese Lektion kann nicht geöffnet werden',
  howWritten: 'Wie Lektionen geschrieben werden (englisch)',
  noLesson: 'Diese Adresse nennt keine Lektion.',
  noneOfName: (id) => `Es gibt keine Lektion namens ${id}.`,
  needs: (field, accepted) => `${field}: braucht ${accepted}.`,
  nothingHappens: 'Das geschieht in diesem Lauf nicht noch einmal.',
  slotsSoFar: (words) => `Delivery Slots bisher: ${words === '' ? 'keine' : words}`,
  waitersTop: 'Waiters, der oberste zuerst:',
  below: (n) => ` und ${n} darunter`,
  destinations: 'Destinations',
  recipients: 'Empfänger im Speicher',
};

export const verdict: typeof en.verdict = {
  solution: (answer) => `Die Antwort ist ${answer}.`,
  first: 'Richtig.',
  later: 'Im zweiten Versuch richtig.',
  wrong: 'Nicht ganz.',
  again: 'Versuchen Sie es noch einmal.',
  rightShort: 'richtig',
  wrongShort: 'falsch',
  sameAsModel: 'Sie sagen dasselbe.',
  compareModel: 'Vergleichen Sie sie mit der Musterantwort.',
  yourAnswer: 'Ihre Antwort',
  answer: 'Antworten',
  aNumber: 'Geben Sie eine Zahl wie 12 oder 66,7 ein.',
  yourWords: 'Ihre Antwort in eigenen Worten; sie bleibt auf diesem Gerät',
  model: 'Musterantwort.',
  compare: 'Vergleichen',
};

export const finish: typeof en.finish = {
  label: 'Ende der Lektion',
  canAfter: 'Nach dieser Lektion können Sie',
  canNow: 'Sie können jetzt',
  reached: 'Sie sind am Ende.',
  noneAnswered: (questions) =>
    questions === 1
      ? 'Ihre Frage ist noch nicht beantwortet.'
      : `Von ihren ${questions} Fragen ist noch keine beantwortet.`,
  result: (right, questions, unanswered, time) =>
    `${right} von ${questions} auf Anhieb richtig${unanswered === 0 ? '' : `, ${unanswered} noch nicht beantwortet`}, in ${time}.`,
  seconds: (n) => formatCounted(n, 'Sekunde', 'Sekunden'),
  minutes: (n) => `${n} Minuten`,
  tryAgain: 'Fragen für einen neuen Versuch',
  answerIt: 'Beantworten',
  answerFirst: 'Die erste von ihnen beantworten',
  again: (title) => `Noch einmal: ${title}`,
  copyCode: 'Code kopieren',
  copied: 'Kopiert',
  selectIt: 'Markieren und Strg C drücken',
};

export const pack: typeof en.pack = {
  packing: (percent) => `Wird gepackt, ${percent} %`,
  ends: 'beendet es',
  tip: 'speichert ein SCORM-1.2-Paket für eine Lernplattform',
  kinds: 'Pakete für Lernplattformen',
  title: 'Für eine Lernplattform',
  holds: 'Das Paket enthält die Lektion und diese ganze Seite: Es braucht keinen anderen Server.',
  about: {
    '1.2': 'Moodle, ILIAS, Canvas und fast alle anderen',
    '2004': '4. Ausgabe: Abschluss und Erfolg getrennt',
    cmi5: 'für einen Record Store (xAPI), Antwort für Antwort',
  },
  more: 'Was gemeldet wird, und wie man es testet (englisch)',
};

export const shareLesson: typeof en.shareLesson = {
  title: 'Diese Lektion teilen',
  forStudents: 'Link für Studierende kopieren',
  studentsHint: 'Nur die Lektion: Text, Bild und Fragen.',
  here: 'Bei diesem Schritt beginnen',
  forTeachers: 'Link mit allen Werkzeugen kopieren',
  copied: 'Kopiert',
  byHand: 'Den Link markieren und Strg C drücken',
  link: 'Link für Studierende',
};

export const orders: typeof en.orders = {
  label: 'Dieselbe Mail in mehreren Reihenfolgen',
  titles: {
    fifo: 'Wer zuerst kommt',
    shortest: 'Die kürzeste zuerst',
    robin: 'Reihum',
    loans: 'Verdiente Delivery Slots',
  },
  about: {
    fifo: 'jede bis zu ihrem Ende',
    shortest: 'am wenigsten Zustellungen übrig',
    robin: 'je eine Zustellung, dann ans Ende des Rings',
    loans: 'was der Queue-Manager tut',
  },
  turns: (title, said) => `${title}: bisher an der Reihe ${said === '' ? 'keine' : said}`,
  note: 'Ein Keil zeigt, wann eine Nachricht ankommt. Unter jedem Streifen steht, wie lange jede Nachricht brauchte.',
  noteLoans:
    ' Die Folge mit Delivery Slots kommt von der Engine. Die anderen sind für dieselbe Mail berechnet.',
  noneThrough: 'noch keine ist fertig',
  left: (count) => formatCounted(count, 'Zustellung übrig', 'Zustellungen übrig'),
  mean: (seconds) => `Mittel ${seconds} s`,
};

export const slow: typeof en.slow = {
  label: 'In Zeitlupe',
  play: 'Langsam abspielen',
  pause: 'Pause',
  back: 'Voriger Teil',
  on: 'Nächster Teil',
  none: 'Nach dieser Stelle gibt es in diesem Lauf keine solche Bewegung.',
  needs: (job, { need, price }) =>
    say`${job} braucht ${formatCounted(need, 'Delivery Slot')}, einen für jede seiner Entries${price === need ? '' : `, ${formatNumber(price)} nach dem Discount`}.`,
  has: (job, { onHand, loan }) =>
    say`${job} hat ${formatNumber(onHand)} zur Hand${loan > 0 ? `, ${formatNumber(loan)} davon auf Kredit` : ''}.`,
  enough: (candidate, current, { onHand, price }) =>
    say`${formatNumber(onHand)} ≥ ${formatNumber(price)}: ${candidate} kommt vor ${current}.`,
  moves: (candidate, current) => say`${candidate} steht vor ${current} und gibt seine erste Entry ab.`,
  opens: ({ level, bucket }) => say`Bucket ${bucket} der Ebene ${level + 1} öffnet sich.`,
  falls: (timer, { toLevel, bucket }) =>
    say`Timer ${timer} ist noch nicht fällig: Er fällt auf Ebene ${toLevel + 1}, Bucket ${bucket}.`,
  fallen: ({ ran, moved }) =>
    say`${formatCounted(moved, 'Timer ist', 'Timer sind')} gefallen, ${ran === 0 ? 'keiner war' : formatCounted(ran, 'war', 'waren')} fällig.`,
};
