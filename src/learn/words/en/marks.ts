/** Names of the stage's marks, for a reader who does not see them. */
export const marks = {
  coin: 'earned delivery slot',
  paid: 'spent delivery slot',
  owed: 'owed delivery slot',
  pip: 'delivery slot that can still be earned',
  waiting: 'selectable entry',
  busy: 'entry being delivered',
  done: 'delivered entry',
  blocked: 'blocked entry',
  failed: 'entry not delivered',
};
