import { formatCounted } from '../../../explain/format.ts';
import type * as en from '../en/first.ts';

const question = 'Warum wartet eine Nachricht an 6 Leute nicht hinter einem Newsletter an 48?';

const steps: typeof en.first.steps = [
  {
    name: 'Ein Newsletter',
    title: question,
    text: [
      'Das ist der **Queue-Manager von Postfix**, das Programm, das entscheidet, welche Mail als Nächste hinausgeht. Er läuft hier, in dieser Seite. Nichts wird gesendet.',
      'Newsletter [1] ist unterwegs an 48 Leute. Jedes Quadrat ist eine Zustellung, an zwei Leute. Drei **Agents**, Zustellprozesse von Postfix, arbeiten gleichzeitig.',
    ],
    watch: 'Die gefüllten Quadrate sind die Zustellungen, die gerade laufen, eine in jedem Agent.',
    key: [
      '[busy] bei einem Agent, [waiting] wartet',
      '`3/24` 3 von 24 Zustellungen an einen Agent abgegeben',
      '`0s` sein Alter',
      '`+1` und der schwarze Punkt: eine Münze. Der nächste Schritt erklärt sie.',
      '**Linie oben**: alle wartende Mail. Bisher nur Nachricht [1].',
      '**Reihenfolge**: wer die Agents bekam, je ein Quadrat. `?` kommt als Nächstes.',
      '`a1` `a2` `a3`: die Agents über die Zeit',
    ],
  },
  {
    name: 'Er verdient',
    title: 'Je zwei Zustellungen verdienen eine Münze',
    text: [
      'Je zwei abgegebene Quadrate verdienen die schwarze Münze über ihnen.',
      'Eine Münze ist ein **verdienter Delivery Slot**: Für je eine Zustellung kann der Newsletter einer anderen Nachricht den Vortritt lassen.',
    ],
    watch: '8 Zustellungen ÷ 2 = 4 Münzen. Die 2 ist `delivery_slot_cost`; Postfix wird mit 5 ausgeliefert.',
    key: [
      '[done] zugestellt',
      '[coin] eine Münze, [pip] eine, die er noch verdienen kann',
      '`+4` seine Münzen jetzt',
    ],
  },
  {
    name: 'Wer ist der Nächste?',
    title: 'Eine kleine Nachricht kommt. Wer ist als Nächstes dran?',
    text: [
      'Nachricht [2] geht an 6 Leute: drei Zustellungen. Sie kam 1,5 s nach dem Newsletter und steht hinter ihm auf der Liste.',
      'Agent 2 ist gerade frei geworden. Hier haben wir angehalten.',
    ],
    watch: '',
    key: [
      '**Linie oben**: die Liste, in der Reihenfolge der Ankunft',
      'Schwarzer Rahmen: ist an der Reihe. Grauer Rahmen: wartet darauf.',
      '`0/3` keine ihrer 3 Zustellungen abgegeben',
    ],
  },
  {
    name: 'Er lässt vor',
    title: 'Die kleine Nachricht geht vor, und der Newsletter zahlt',
    text: [
      '**Der Preis.** Nachricht [2] hat 3 Zustellungen abzugeben: Sie braucht 3 Münzen.',
      '**Der Beutel.** Newsletter [1] hat 8 abgegeben, also hat er 8 ÷ 2 = 4.',
      '**Die Prüfung.** 4 ≥ 3: Er zahlt 3 und behält eine. Eine ausgegebene Münze nimmt die Farbe der Nachricht an, die sie vorlässt.',
      '**Der Zug.** Nachricht [2] steht vorn. Agent 2 nimmt ihr erstes Quadrat, die nächsten freien Agents die anderen.',
    ],
    watch: '',
    key: [
      'Schwarz: jetzt ist [2] an der Reihe',
      'Die Linie verbindet die Nachricht, die vorkommt, mit der, die für sie zahlt.',
      '[paid] für eine andere Nachricht ausgegeben, [coin] noch da',
      '**2 vor 1**: 2 kommt vor 1',
    ],
  },
  {
    name: 'Der Preis',
    title: 'Was es den Newsletter kostet',
    text: ['Dieselben Zustellungen, Agents und Antworten der Server. Nur die Reihenfolge ist anders.'],
    watch:
      'Ein Newsletter aus 48 **einzelnen** Nachrichten hat je eine Zustellung. Er verdient nichts, und die kleine Nachricht wartet.',
    key: [],
  },
  {
    name: 'Sie sind dran',
    title: 'Sie sind dran. Ändern Sie den Lauf',
    text: [
      'Das ist der Lauf bei 3 s. Nachricht [2] hat ihr letztes Quadrat abgegeben und steht darum nicht mehr auf der Liste. Newsletter [1] verdient wieder Münzen.',
    ],
    watch: '',
    key: [
      '**Job**: eine Nachricht mit ihren Zustellungen',
      '[paid] für eine andere Nachricht ausgegeben, in deren Farbe',
      '[coin] eine Münze, [pip] eine, die er noch verdienen kann',
    ],
  },
  {
    name: 'Ein Server fällt aus',
    title: 'Was geschieht, wenn list.example ausfällt',
    text: [
      'Der Server lehnt seit 3,0 s jede Verbindung ab. Jeder freie Agent versucht das nächste Quadrat und scheitert nach Millisekunden.',
      'Nach jeder Ablehnung gibt Postfix ihm weniger Zustellungen gleichzeitig: 8, 6, 5, 4, 3. Dann gibt es auf: Der Server gilt als **dead**.',
    ],
    watch:
      'Alle 28 Leute werden nach 5 min wieder versucht. Zwei Zustellungen laufen noch. Gelingt eine, wird der Server sofort wieder versucht.',
    key: ['[failed] abgelehnt oder zurückgestellt', '`retry` stellt Mail ohne Versuch zurück'],
  },
];

export const coins = (n: number): string => formatCounted(n, 'Münze', 'Münzen');

type Told = Parameters<typeof en.first.told>[0][number];

export const first: typeof en.first = {
  name: 'Die erste Minute',
  question,
  steps,
  stepsLabel: 'Schritte der ersten Minute',
  step: (n, name) => `Schritt ${n}: ${name}`,
  where: (n, all) => `${n} von ${all}`,
  picture: 'Das Bild',
  keyLabel: 'Was die Zeichen bedeuten',
  droppedKey: ['Gestrichelt: wer als Nächstes vorkäme. Ältere und kleinere kommen zuerst.'],
  question2: 'Wer bekommt den nächsten Agent?',
  questionLabel: 'Frage',
  twoButtons: 'Zwei Knöpfe unter dem Bild antworten: A, der Newsletter, und B, die kleine Nachricht.',
  choices: [
    { title: 'Der Newsletter', why: 'er war zuerst da' },
    { title: 'Die kleine Nachricht', why: 'sie hat weniger Zustellungen' },
  ],
  byArrival: {
    verdict: 'Nicht der Newsletter.',
    why: 'Sie sind nach der Ankunft gegangen. Aber eine Nachricht mit Münzen kann überholt werden.',
  },
  yes: 'Ja, die kleine Nachricht.',
  shown: 'Die kleine Nachricht.',
  drops: {
    one: {
      title: 'Eine Nachricht an 1 Person',
      watch: 'Muss sie überhaupt warten? Zählen Sie die Münzen, die sie kostet.',
    },
    ten: {
      title: 'Eine Nachricht an 10 Leute',
      watch: 'Sie braucht 5 Münzen. Wann gibt es genug?',
    },
    break: {
      title: 'Den Server list.example ausfallen lassen',
      watch: 'Wie viele Zustellungen darf er zugleich bekommen?',
    },
  },
  tried: {
    had: 'hatte ihren ersten Agent nach',
    message: 'Nachricht',
    last: ', und der letzte Empfänger hatte sie nach',
    paid: '. Der Newsletter zahlte',
  },
  pays: (payer, number, paid, owed) =>
    `${payer} zahlt ${coins(paid)}${owed > 0 ? ` und schuldet ${owed}` : ''}, ${number} geht vor`,
  refusals: {
    label: 'Ablehnungen von list.example',
    about: 'darf so viele Zustellungen gleichzeitig bekommen',
    windows: 'Zustellungen gleichzeitig, nach jeder Ablehnung',
    dead: 'dead',
  },
  coins,
  strip: {
    agents: 'Agents',
    turns: 'Reihenfolge',
    soFar: (n) => `${n} bisher`,
    lastShown: (n) => `, die letzten ${n} gezeigt`,
    byJob: 'Die Reihenfolge der Jobs, die ältesten zuerst',
    group: 'Die Reihenfolge, und die Agents über die Zeit',
    preempts: 'vor',
  },
  back: 'Zurück',
  next: 'Weiter',
  showMe: 'Zeigen',
  around: 'Rundgang',
  replay: 'Noch einmal',
  alone: 'Allein weiter',
  skip: 'Überspringen',
  lesson: 'Lektion 1',
  price: {
    withLabel: 'Mit Preemption',
    withoutLabel: 'Ohne Preemption',
    without: 'Ohne: Wer zuerst kommt, ist zuerst dran',
    ofWith: ', mit Preemption',
    ofWithout: ', ohne Preemption',
    last: 'Wann der letzte Empfänger sie hat',
    hollow: 'ohne',
    filled: 'mit Preemption',
    columns: ['letzter Empfänger bedient', 'ohne', 'mit'],
    names: { small: 'Nachricht', newsletter: 'Newsletter' },
    sooner: (seconds) => `${seconds} früher`,
    later: (seconds) => `${seconds} später`,
    gains: 'Die Nachricht gewinnt',
    loses: ', der Newsletter verliert',
    earnedBy: '. Diese drei Münzen hatte er mit sechs eigenen Zustellungen verdient.',
  },
  told: (jobs) => `Auf dem Bild, in der Reihenfolge der Liste: ${jobs.map(toldOf).join(' ')}`,
};

function toldOf({ number, handed, of, busy, failed, paid, coins: left, turn }: Told): string {
  const parts = [
    `${handed} von ${formatCounted(of, 'Zustellung', 'Zustellungen')} abgegeben`,
    `${busy} bei einem Agent`,
    failed > 0 && `${failed} abgelehnt oder zurückgestellt`,
    ...paid.map((spent) => `${coins(spent.count)} für Nachricht ${spent.number} ausgegeben`),
    left > 0 && `${coins(left)} übrig`,
    turn && 'an der Reihe',
  ];
  return `${number === 1 ? 'Newsletter' : 'Nachricht'} ${number}: ${parts.filter((part) => part !== false).join(', ')}.`;
}
