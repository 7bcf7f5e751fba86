/** Texts of the presentation, the speaker notes and the printed lesson. */
export const present = {
  showAnswer: 'Show the answer',
  notes: 'Speaker notes',
  print: 'Print',
  qrSmaller: 'QR code smaller',
  qrLarger: 'QR code larger',
  qrOfStop: 'QR code of this stop',
};

export const notes = {
  where: (title: string, at: number, all: number, minutes: number): string =>
    `${title}, stop ${at} of ${all}, ${minutes} min`,
  notOpen: '. The presentation is not open in this browser.',
  none: 'No notes for this stop.',
  answer: 'Answer',
  seen: 'The class has seen it.',
  notShown: 'Not shown yet.',
  last: 'This is the last stop.',
  next: (title: string): string => `Next: ${title}`,
};

export const print = {
  ready: 'Ready to print on A4.',
  drawing: (n: number): string => `Drawing ${n} stops.`,
  drawn: 'Stops drawn',
  print: 'Print',
  answers: 'Answers',
};
