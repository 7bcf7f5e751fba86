import type * as en from '../en/marks.ts';

export const marks: typeof en.marks = {
  coin: 'verdienter Delivery Slot',
  paid: 'ausgegebener Delivery Slot',
  owed: 'geschuldeter Delivery Slot',
  pip: 'Delivery Slot, der noch verdient werden kann',
  waiting: 'wählbare Entry',
  busy: 'Entry, die zugestellt wird',
  done: 'zugestellte Entry',
  blocked: 'blockierte Entry',
  failed: 'nicht zugestellte Entry',
};
