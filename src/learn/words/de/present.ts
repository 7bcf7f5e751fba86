import type * as en from '../en/present.ts';

export const present: typeof en.present = {
  showAnswer: 'Die Antwort zeigen',
  notes: 'Notizen',
  print: 'Drucken',
  qrSmaller: 'QR-Code kleiner',
  qrLarger: 'QR-Code größer',
  qrOfStop: 'QR-Code dieser Station',
};

export const notes: typeof en.notes = {
  where: (title, at, all, minutes) => `${title}, Station ${at} von ${all}, ${minutes} min`,
  notOpen: '. Die Vorführung ist in diesem Browser nicht offen.',
  none: 'Keine Notizen zu dieser Station.',
  answer: 'Antwort',
  seen: 'Die Klasse hat sie gesehen.',
  notShown: 'Noch nicht gezeigt.',
  last: 'Das ist die letzte Station.',
  next: (title) => `Als Nächstes: ${title}`,
};

export const print: typeof en.print = {
  ready: 'Bereit zum Drucken auf A4.',
  drawing: (n) => `${n} Stationen werden gezeichnet.`,
  drawn: 'Gezeichnete Stationen',
  print: 'Drucken',
  answers: 'Antworten',
};
