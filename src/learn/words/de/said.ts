import { formatNumber, formatWait } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { say, type Token } from '../../../explain/tokens.ts';
import type { DramaFacts } from '../../../protocol/dramas.ts';
import type * as en from '../en/said.ts';
import { type Turn, turnOf } from '../turn.ts';
import { coins } from './first.ts';

export const said: typeof en.said = {
  turn: (record, names) => {
    const turn = turnOf(record, names);
    if (turn === null) return say`Ein Agent ist frei, aber nichts kann abgegeben werden.`;
    return say`Ein Agent ist frei. ${reason(turn)}.`;
  },
  arrives: 'Eine Nachricht kommt an.',
  headline: {
    label: 'Was eben geschah',
    close: 'Die Meldung schließen',
    announced: (announcement) => {
      const { facts } = announcement;
      return facts.kind === 'dead' && facts.destination ? deadWords(facts) : announcement;
    },
  },
};

function reason({ winner, test, current, candidate }: Turn): Token[] {
  const stays = say`${winner} bleibt an der Reihe`;
  if (test === null) return say`${winner} bekommt ihn`;
  switch (test.outcome) {
    case 'preempted':
      return say`${candidate} kommt vor ${current}: ${candidate} braucht ${coins(test.price)}, und ${current} hat ${formatNumber(test.onHand)}`;
    case 'slots-short':
      return say`${stays}: ${candidate} braucht ${coins(test.price)}, und ${current} hat ${formatNumber(test.onHand)}`;
    case 'no-candidate':
      return say`${stays}: Die Münzen reichen für keine wartende Nachricht, auch nicht mit denen, die noch verdient werden können`;
    case 'too-small':
      return say`${stays}: Überholt werden nur Nachrichten mit mindestens ${formatNumber(test.minimumDeliverySlots * test.cost)} Zustellungen`;
    case 'nothing-earned':
      return say`${winner} bekommt ihn und hat keine Münze für eine andere Nachricht`;
    case 'preemption-off':
      return say`${winner} bekommt ihn: Bei einem Preis von ${formatNumber(test.cost)} kann keine Nachricht überholt werden`;
  }
}

function deadWords({ name, refused, putOff, until }: Extract<DramaFacts, { kind: 'dead' }>): {
  title: Token[];
  text: Token[];
} {
  const people = (n: number): string => formatCounted(n, 'Empfänger', 'Empfänger');
  const parts = [
    refused !== null && `${people(refused)} abgelehnt`,
    putOff > 0 && `${refused === null ? people(putOff) : putOff} ohne Versuch zurückgestellt`,
  ].filter((part) => part !== false);
  const next =
    until === 0 ? 'Er lebt im selben Augenblick wieder.' : `Nächster Versuch bei ${formatWait(until)}.`;
  return {
    title: say`${{ mono: name }} ist tot`,
    text: say`${parts.length === 0 ? '' : `${parts.join(', ')}. `}${next}`,
  };
}
