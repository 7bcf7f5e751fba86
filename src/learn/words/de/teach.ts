import type * as en from '../en/teach.ts';

const VOTE =
  'Bei jeder Frage: Erst antwortet jeder allein, dann reden Nachbarn, dann antwortet die Klasse noch einmal.';
const CLOSE =
  'Lesen Sie zusammen, was man jetzt kann; jeder sagt eines, das noch nicht klar ist. Teilen Sie die Hausaufgabe aus.';
const BREAK = 'Pause.';
const NEXT = 'Die Klasse sagt voraus, wer als Nächstes dran ist. Erklären Sie noch nichts.';
const NAMES = 'Benennen Sie, was das Bild zeigt: Nachricht, Job, Entry, Delivery Slot.';
const GROUPS = `Was eine Group zählt. ${VOTE}`;
const WAKES = `Wer geweckt wird, und warum der neueste. ${VOTE}`;
const GROWS = `Wie Erfolg das Window verändert. ${VOTE}`;
const WHEELS = [
  'Wie würden Sie die Timeouts von zehntausend Anfragen aufbewahren? Sammeln Sie Entwürfe, dann sehen Sie drei an.',
  `In welchen Bucket ein Timer kommt. ${VOTE}`,
  `Timer, die zu weit in der Zukunft fällig sind. ${VOTE}`,
];
const CLOCK =
  'Wann die Uhr aufwacht, und was ein abgebrochener Timer kostet. Die Klasse zählt, wie oft sie aufwacht.';

const plans: typeof en.teach.plans = {
  'whose-turn': {
    title: 'Wer ist dran?',
    course: 'Betriebssysteme: Scheduling, Prioritäten, Preemption',
    steps: [
      NEXT,
      NAMES,
      `Was ein Delivery Slot kostet. ${VOTE}`,
      'Rechnen Sie zusammen einen Score an der Tafel aus. Dann wählt die Klasse selbst den besten Candidate.',
      'Zuerst ohne Preemption: Wer wartet auf wen? Dann setzen Sie die Cost auf 2, werfen noch einmal ein und vergleichen.',
      'Jeder schreibt die Reihenfolge der Zustellungen auf, bevor der Lauf abgespielt wird, und prüft sie dann.',
      CLOSE,
    ],
  },
  'how-many-at-once': {
    title: 'Wie viele zugleich?',
    course: 'Netze: Feedback, AIMD, Congestion Windows',
    steps: [
      'Sehen Sie die Diagramme zweier Feedback-Regeln an. Die Klasse beschreibt beide Kurven, ohne die Regeln zu kennen.',
      GROWS,
      'Wie Fehlschläge es verändern. Vor jeder Antwort rechnet jemand das neue Window an der Tafel aus.',
      'Ein Server, der niemandem antwortet. Die Klasse zählt die Fehlschläge, bis die Destination tot ist.',
      'Gruppen zu dritt sagen voraus, wo sich das Window unter jeder Feedback-Regel einpendelt, dann spielen sie den Lauf ab.',
      CLOSE,
    ],
  },
  timers: {
    title: 'Zahllose Timeouts',
    course: 'Datenstrukturen: Timing Wheels, Heaps und Listen',
    steps: [
      ...WHEELS,
      'Gehen Sie von Aufwachen zu Aufwachen. Vor jedem sagt jemand, wohin Timer 1 kommt.',
      CLOCK,
      CLOSE,
    ],
  },
  threads: {
    title: 'Wie viele dürfen laufen?',
    course: 'Betriebssysteme: Thread-Pools, Aufwachen, Herden',
    steps: [
      'Die Klasse findet das Gate, die Threads, die zählen, und die, die warten. Jeder sagt, was als Nächstes geschieht.',
      GROUPS,
      WAKES,
      'Timeouts, Signale, Page Faults: Zu jedem sagt die Klasse erst, ob sich die Zahl ändert.',
      'Vierzig Waits enden zugleich. Wie lange dauert es, bis die Zahl wieder unten ist?',
      CLOSE,
    ],
  },
  'mail-queue': {
    title: 'Eine Mail-Queue, von ihrer ersten Nachricht bis zu einem Ausfall',
    course: 'Betriebssysteme und Netze: Scheduling, Feedback, Ausfälle',
    steps: [
      NEXT,
      NAMES,
      `Cost, Discount und Loan. ${VOTE}`,
      'Rechnen Sie zusammen einen Score an der Tafel aus. Dann wählt die Klasse und liest einen Stapel von Jobs.',
      `Destinations ohne Platz. ${VOTE}`,
      BREAK,
      GROWS,
      'Wie Fehlschläge es verändern, bis die Destination tot ist. Jemand rechnet jeden Schritt an der Tafel aus.',
      'Der Server ist wieder da: ein Flush, oder warten? Zwei Hälften der Klasse verteidigen je eines, dann werden beide Läufe abgespielt.',
      'Ein Lauf, in dem alles vorkommt: Die Klasse benennt jede Wendung des Windows, wenn sie geschieht.',
      CLOSE,
    ],
  },
  'inside-a-server': {
    title: 'In einem Server: Timeouts und Threads',
    course: 'Systemprogrammierung: Timer, Warten, Thread-Pools',
    steps: [
      ...WHEELS,
      CLOCK,
      'Auf eine Antwort warten, oder darauf, dass die Zeit um ist. Die Klasse sagt, was auf welcher Liste bleibt.',
      BREAK,
      GROUPS,
      WAKES,
      'Herden und wachsende Pools. Vor jeder Antwort sagt die Klasse voraus, wie groß die Zahl sein wird.',
      'Gruppen wählen eine Policy für eine Last und sagen, warum. Dann laufen alle nebeneinander.',
      CLOSE,
    ],
  },
};

const topics: typeof en.teach.topics = {
  priorities: {
    title: 'Prioritäten und Preemption',
    here: 'Nachrichten haben keine Priorität. Eine kleine kommt vor eine große, und die große zahlt dafür mit dem, was sie verdient hat.',
  },
  shares: {
    title: 'Round Robin, Lotterie, Anteile',
    here: 'Die Destinations einer Nachricht sind reihum dran, und ebenso die Transports. Nichts ist zufällig: Eine Lotterie verteilt Anteile durch Zufall, Delivery Slots verteilen sie durch Zählen.',
  },
  aimd: {
    title: 'AIMD und Feedback',
    here: 'Ein Window von Zustellungen wächst durch Erfolg und schrumpft durch Fehlschläge. Beide ändern es um einen einstellbaren Betrag. Nichts wird halbiert wie bei TCP.',
  },
  timers: {
    title: 'Timer',
    here: 'Hierarchische Timing Wheels wie in Kafka, und die Entwürfe, die sie ersetzt haben.',
  },
  pools: {
    title: 'Thread-Pools',
    here: 'Concurrency Groups: wie viele Threads laufen dürfen, wer aufwacht, und was geschieht, wenn viele Waits zugleich enden.',
  },
  memory: {
    title: 'Grenzen des Speichers',
    here: 'Recipient Slots sind begrenzt und werden verliehen. Was auf Listen wartet, begrenzen Purges.',
  },
  failures: {
    title: 'Ausfälle und Erholung',
    here: 'Wann eine Destination für tot gehalten wird, wie lange ihre Mail wartet, und was ein Flush nach einem Ausfall tut.',
  },
};

const homework: typeof en.teach.homework = {
  priorities: 'Prioritäten und Preemption',
  windows: 'Windows und Fehlschläge',
  timers: 'Timer',
  threads: 'Thread-Pools',
  memory: 'Speicher',
};

const room: typeof en.teach.room = [
  {
    title: 'Projektor',
    text: '1280 × 720 oder 1920 × 1080. Öffnen Sie eine Station, drücken Sie `F`: Der Text ist groß, und nichts ist grau. Die Notizen öffnen sich daneben, für Ihren Bildschirm.',
  },
  {
    title: 'Telefone',
    text: 'Jedes öffnet einen Link, über den QR-Code an der Wand. Nichts wird installiert, niemand hat ein Konto. Sie müssen den Host erreichen, von dem Sie die Seite geöffnet haben; eine Datei auf Ihrem Laptop genügt nicht.',
  },
  {
    title: 'Antworten',
    text: 'Es gibt keinen Server. Ein Telefon macht aus einer Antwort einen Code von sieben Zeichen und einen QR-Code. Sie tippen, kopieren oder scannen ihn im {class}. Die Kamera braucht eine https-Seite, das Tippen nicht.',
  },
  {
    title: 'Presenter',
    text: '`Bild ab`, `→` oder die `Leertaste` gehen weiter, `Bild auf` oder `←` zurück, `.` oder `B` verbergen das Bild. Weiter geht es erst zu den Zeichen auf einem Bild, dann zur Antwort, dann zur nächsten Station. `A` bis `D` wählen eine Antwort, `Esc` beendet.',
  },
  {
    title: 'Netz',
    text: 'Nur für den ersten Besuch jedes Geräts nötig. Eine https-Seite speichert sich selbst und geht danach ohne Netz, mit Lektionen, Szenen und Klassenmodus. Öffnen Sie sie einmal am Tag davor.',
  },
  {
    title: 'Hausaufgaben',
    text: 'An ihrem Ende gibt eine Lektion einen Ergebniscode. Fügen Sie die Codes der ganzen Klasse im {class} ein, um alle auf einmal zu prüfen.',
  },
];

export const teach: typeof en.teach = {
  title: 'Damit unterrichten',
  lead: 'Ein Projektor und Telefone genügen. Nichts wird installiert, niemand braucht ein Konto.',
  tiles: {
    plans: (short, long) => `${short} zu 45 Minuten, ${long} zu 90`,
    ask: 'Die Klasse fragen',
    askAbout: 'eine Frage an der Wand, mit Telefonen oder Händen',
    homework: 'Hausaufgaben',
    homeworkAbout: (sets) => `${sets} Sätze, mit Lösungen und Ergebniscodes`,
    write: 'Schreiben',
    writeAbout: 'eine eigene Lektion, als einfacher Text',
  },
  aboutPlans: 'Jeder Schritt öffnet sich so, wie er auf dem Projektor steht.',
  shows: 'zeigen',
  asks: 'die Klasse fragen',
  parts: {
    plans: 'Pläne',
    outcomes: 'Was man danach kann',
    homework: 'Hausaufgaben mit Lösungen',
    topics: 'Nach Themen einer Vorlesung',
    room: 'Was eine Klasse im Raum braucht',
  },
  print: 'Drucken',
  plans,
  topics,
  homework,
  room,
  classMode: 'Klassenmodus',
  pages: { '#first': 'Die erste Minute', '#policies': 'Labor der Policies (englisch)' },
  minutes: (n) => `${n} min`,
  fromTo: (from, to) => `${from} bis ${to}`,
  minutesWord: ' Minuten',
  canThen: 'Die Klasse kann danach',
  homeworkIs: 'Hausaufgabe:',
  alone: (minutes, assumes) => `${minutes} min allein, setzt voraus: ${assumes}`,
  aboutHomework:
    'Die Lektion endet mit einem Ergebniscode; er wird abgegeben und im {class} geprüft. Die Übungen sind auf jedem Gerät dieselben; ihre Antworten werden als Buchstaben abgegeben. Die Engine rechnet die Lösungen aus, wenn Sie danach fragen.',
  lesson: 'Lektion',
  lessonAt: (place) => `Lektion ${place}`,
  aboutMinutes: (n) => `, etwa ${n} min; `,
  printIt: 'mit Antworten drucken',
  exercise: 'Übung',
  exerciseName: (topic, level, seed) => `${topic}, ${level}, Nummer ${seed}`,
  show: 'Lösungen zeigen',
  hide: 'Lösungen verbergen',
  keysOf: (what, title) => `${what}: ${title}`,
  keys: (n) => `${n} Lösungen`,
  working: 'Die Engine beantwortet jede Frage…',
  stop: (at, title) => `Station ${at}, ${title}`,
  stops: (from, to) => (from === to ? `Station ${from}` : `Stationen ${from} bis ${to}`),
  scene: 'Szene (englisch)',
  practice: 'Üben',
  askClass: 'die Klasse fragen:',
  askClassOf: (lesson, stop, at) => `Die Klasse fragen: ${lesson}, ${stop}, Station ${at}`,
};
