import { formatCounted } from '../../../explain/format.ts';
import type * as en from '../en/classroom.ts';

export const phone: typeof en.phone = {
  noQuestion: 'Diese Adresse nennt keine Frage',
  scanAgain: 'Scannen Sie den Code an der Wand noch einmal, oder tippen Sie die ganze Adresse.',
  lessons: 'Lektionen',
  where: (where) => `Für Ihre Klasse, ${where}`,
  yourAnswer: 'Ihre Antwort',
  yourAnswerIs: 'Ihre Antwort:',
  qrOf: (code) => `QR-Code von ${code}`,
  show: 'Zeigen Sie das Ihrer Lehrkraft, oder lesen Sie es vor. Es enthält die Frage und Ihre Antwort, keinen Namen. Nichts wurde gesendet.',
  change: 'Meine Antwort ändern',
  another: 'Nächste Person',
};

export const wall: typeof en.wall = {
  stop: (name, at) => `${name}, Station ${at}`,
  practice: (topic, n) => `Übung, ${topic}, Frage ${n}`,
  link: 'Eine Übung in einem Link',
  asksNothing: 'Diese Station hat keine Frage.',
  written:
    'Diese Frage wird schriftlich beantwortet: Das passt in keinen Code. Stellen Sie sie in der Lektion selbst.',
  count: (letter) => `Antworten ${letter}`,
  more: (letter) => `Eine mehr für ${letter}`,
  fewer: (letter) => `Eine weniger für ${letter}`,
  enterCodes: 'Codes eingeben',
  hideCodes: 'Codes verbergen',
  typeHands: 'Tippen Sie die gezählten Hände ein, oder geben Sie Codes ein.',
  on: { asked: 'Die Antworten zeigen', spread: 'Auflösen', revealed: 'Nach dem Gespräch noch einmal fragen' },
  forClass: 'Für die Klasse',
  hide: 'Die Antwort verbergen',
  back: 'Zurück zur Frage',
  answers: (n) => formatCounted(n, 'Antwort', 'Antworten'),
  secondRound: ', zweite Runde',
  before: (n) => `vorher ${n}`,
  right: 'Richtig.',
  saysNothing: 'Die richtige Antwort ist noch verborgen.',
  had: (right, all) => `${right} von ${all} richtig.`,
};

export const desk: typeof en.desk = {
  collect: 'Sammeln',
  toQuestion: 'Zur Frage',
  allQuestions: 'Alle Fragen für eine Klasse',
  how: 'Tippen Sie gerufene Codes, fügen Sie eine Liste ein, oder scannen Sie Telefone. Nichts verlässt dieses Gerät.',
  camera: 'Kamera',
  cameraOff: 'Kamera aus',
  sees: 'Was die Kamera sieht',
  offAfter: 'Nach einer Minute ohne Code geht sie aus.',
  notAllowed:
    'Diese Seite darf die Kamera nicht benutzen: Erlauben Sie es im Browser, oder tippen Sie die Codes.',
  notFound: 'Keine Kamera gefunden: Tippen Sie die Codes.',
  notSecure: 'Eine Kamera bekommt nur eine Seite mit sicherer Adresse (https): Tippen Sie die Codes.',
  notNow:
    'Die Kamera ist gerade nicht zu haben (vielleicht hat sie ein anderes Programm): Tippen Sie die Codes.',
  received: 'Erhalten',
  undo: 'Rückgängig',
  clear: 'Leeren',
  csv: 'Als CSV speichern',
  kept: 'Bleibt in diesem Browser, bis Sie es leeren.',
  notKept: 'Wird nicht aufbewahrt: Dieser Browser speichert nichts. Speichern Sie es als CSV.',
  noAnswer: 'Noch keine Antwort.',
  more: (n) => `und ${n} weitere`,
  codes: 'Codes von Antworten',
  add: 'Hinzufügen',
  faults: {
    length: 'kein Code: Codes haben 7 Zeichen',
    letters: 'er enthält ein Zeichen, das kein Code hat',
    damaged: 'ein Zeichen ist falsch',
    'other-question': 'er beantwortet eine andere Frage',
    'no-choice': 'er nennt eine Antwort, die diese Frage nicht hat',
    double: 'schon eingegeben',
    full: 'die Höchstzahl an Antworten für eine Frage ist erreicht',
  },
  added: (n) => `✓ ${n === 1 ? 'Eine Antwort' : `${n} Antworten`} hinzugefügt.`,
  replaced: (n) =>
    n === 1
      ? 'Eine ersetzt eine frühere Antwort desselben Telefons.'
      : `${n} ersetzen frühere Antworten derselben Telefone.`,
  moreRefused: (n) => `${n} weitere wurden auch nicht gezählt.`,
};

export const join: typeof en.join = {
  title: 'Mit dem Telefon antworten',
  tooLong: 'Diese Frage ist zu lang für einen QR-Code: Schicken Sie der Klasse ihre Adresse.',
  large: 'Den QR-Code vergrößern',
  largeTip: 'groß, F',
  qr: 'QR-Code der Frage',
  qrLarge: 'QR-Code der Frage, groß',
  onlyHere:
    'Telefone können diese Seite nicht öffnen: Nur dieser Rechner erreicht sie. Starten Sie npm start -- --host und öffnen Sie die Adresse, die dort steht, oder zählen Sie Hände.',
  way: 'Link zur Frage',
  close: 'Schließen',
};

export const classIndex: typeof en.classIndex = {
  title: 'Klassenmodus',
  lead: 'Stellen Sie eine Frage an der Wand. Telefone öffnen sie über den QR-Code und machen aus jeder Antwort einen kurzen Code. Sie tippen, kopieren oder scannen die Codes, und diese Seite zeigt, wie die Klasse geantwortet hat. Es gibt keinen Server, und nichts wird gesendet. Pläne und Hausaufgaben:',
  teachers: 'Für Lehrende',
  ask: 'Eine Frage stellen',
  stop: (n) => `Station ${n}`,
  practice: 'Üben ohne Ende',
  check: 'Hausaufgaben prüfen',
  other: 'Jede andere Frage, auch aus eigenen Lektionen: öffnen Sie sie und drücken Sie Für die Klasse.',
};

export const results: typeof en.results = {
  title: 'Ergebniscodes prüfen',
  how: [
    'Eine Lektion endet mit einem Code wie ',
    '. Fügen Sie die Ihrer Klasse ein, einen je Zeile, jeden mit dem Namen: ',
    '. Codes decken Fehler beim Abschreiben auf, keine erfundenen Codes. Sie sind für Hausaufgaben, nicht für Prüfungen.',
  ],
  label: 'Ergebniscodes mit Namen',
  nothing: 'Noch nichts eingefügt.',
  said: (valid, bad) => `${valid} gültig, ${bad} nicht.`,
  csv: 'Als CSV speichern',
  clear: 'Leeren',
  table: 'Ergebnisse',
  columns: ['Name', 'Lektion', 'Auf Anhieb richtig', 'Zeit', 'Code'],
  noName: 'ohne Namen',
  of: (right, questions) => `${right} von ${questions}`,
  valid: '✓ gültig',
  faults: {
    none: 'kein Ergebniscode in dieser Zeile',
    cut: 'unvollständig: Zeichen fehlen',
    damaged: 'beschädigt: Die Prüfung passt nicht',
    'too-many': 'mehr richtige Antworten als Fragen',
    before: 'schon abgegeben',
    same: (name) => `derselbe Code wie bei ${name}`,
  },
};
