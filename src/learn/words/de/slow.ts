import { counted, figure, say } from '../../../explain/tokens.ts';
import type * as en from '../en/slow.ts';

export const slow: typeof en.slow = {
  label: 'In Zeitlupe',
  play: 'Langsam abspielen',
  pause: 'Pause',
  back: 'Einen Teil zurück',
  on: 'Einen Teil weiter',
  none: 'Von hier an gibt es in diesem Lauf keine solche Bewegung.',
  needs: (job, { need, price }) =>
    say`${job} braucht ${counted(need, 'Delivery Slot', 'Delivery Slots')}, einen für jede seiner Entries${price === need ? '' : `; ${figure(price)} müssen zur Hand sein`}.`,
  has: (job, { onHand, loan }) =>
    say`${job} hat ${figure(onHand)} zur Hand${loan > 0 ? `, ${figure(loan)} davon auf Kredit` : ''}.`,
  enough: (candidate, current, { onHand, price }) =>
    say`${figure(onHand)} ≥ ${figure(price)}: ${candidate} wird vor ${current} eingelassen.`,
  moves: (candidate, current) => say`${candidate} steht vor ${current} und gibt seine erste Entry ab.`,
  opens: ({ level, bucket }) => say`Bucket ${bucket} der Ebene ${level + 1} öffnet sich.`,
  falls: (timer, { toLevel, bucket }) =>
    say`Timer ${timer} ist noch nicht fällig: Er fällt auf Ebene ${toLevel + 1}, Bucket ${bucket}.`,
  fallen: ({ ran, moved }) =>
    say`${counted(moved, 'Timer ist', 'Timer sind')} gefallen, ${ran === 0 ? 'keiner war' : counted(ran, 'war', 'waren')} fällig.`,
};
