/** Explains wheel events in German, like `explain/timers.ts`: a timer is stored, a bucket opens. */
import { formatShortSeconds } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { explainTimer, type WheelState } from '../../../explain/timers.ts';
import { say, type Token } from '../../../explain/tokens.ts';
import type { TimerEvent } from '../../../protocol/events.ts';
import { timerName } from '../../../protocol/timer-name.ts';
import type { Micros } from '../../../protocol/units.ts';
import type { happened } from '../en/ask-timers.ts';

type Told = ReturnType<typeof happened.timer>;
type Stored = Extract<TimerEvent, { kind: 'timer.added' }>;
type Opened = Extract<TimerEvent, { kind: 'bucket.opened' }>;

export const timer: typeof happened.timer = (event, at, wheel) =>
  event.kind === 'timer.added' ? stored(event, at, wheel) : opened(event);

function stored(event: Stored, at: Micros, wheel: WheelState): Told {
  const { due, level, bucket, opens } = event;
  // Time span that the level below covers.
  const reach = wheel.tick * wheel.size ** level;
  const inTime = at === due ? 'jetzt' : `in ${formatShortSeconds(due - at)}`;
  const beyond =
    level === 0 ? 'innerhalb von Ebene 1' : `jenseits von Ebene ${level} (${formatShortSeconds(reach)})`;
  const notes: Token[][] = [];
  if (level > 0 && due - at < reach) {
    const behind = at - (wheel.levels[0]?.currentTime ?? at);
    notes.push(
      say`Nach der Uhr passte er auf Ebene ${level}, aber das Wheel ist ${formatShortSeconds(behind)} hinter ihr: Seine Zeit geht nur weiter, wenn sich ein Bucket öffnet.`,
    );
  }
  if (opens <= at)
    notes.push(
      say`Dieser Bucket ist schon fällig, weil das Wheel hinter der Uhr war. Er öffnet sich sofort.`,
    );
  return {
    sentence: say`${timerName(event.label)}: fällig ${inTime}, ${beyond}, also Ebene ${level + 1}, Bucket ${bucket}, der sich bei ${formatShortSeconds(opens)} öffnet.`,
    notes,
    ...arithmetic(event, at, wheel),
  };
}

/** Writes the inequalities in the English explanation's order: due, due within this tick, each level, the bucket. */
function arithmetic(event: Stored, at: Micros, wheel: WheelState): Pick<Told, 'arithmetic'> {
  const lines = explainTimer(event, at, wheel).arithmetic?.lines ?? [];
  const label = (place: number): Token[] => {
    if (place === 0) return say`fällig bei`;
    if (place === 1) return say`in diesem Tick fällig?`;
    return place === lines.length - 1 ? say`Bucket` : say`passt auf Ebene ${place - 1}?`;
  };
  return {
    arithmetic: {
      lines: lines.map(({ expression }, place) => ({
        label: label(place),
        expression: expression.replace(/ yes$/, ' ja').replace(/ no$/, ' nein'),
      })),
      verdict: say`Ebene ${event.level + 1}, Bucket ${event.bucket}.`,
    },
  };
}

function opened({ level, bucket, opens, ran, moved }: Opened): Told {
  const where = say`Bucket ${bucket} der Ebene ${level + 1}`;
  if (ran + moved === 0) {
    return {
      sentence: say`${where} öffnet sich bei ${formatShortSeconds(opens)} umsonst: Seine Timer wurden abgebrochen.`,
      notes: [
        say`Ein Bucket bleibt in der Delay Queue, bis er fällig ist: Ihn herauszunehmen würde kosten, was das Abbrechen spart.`,
      ],
    };
  }
  const falls = `${formatCounted(moved, 'Timer fällt', 'Timer fallen')} auf eine tiefere Ebene`;
  const parts =
    moved === 0
      ? `${formatCounted(ran, 'Timer ist', 'Timer sind')} fällig.`
      : ran === 0
        ? `${falls}, keiner ist fällig.`
        : `${falls}, ${formatCounted(ran, 'ist', 'sind')} fällig.`;
  return { sentence: say`${where} ist bei ${formatShortSeconds(opens)} fällig: ${parts}`, notes: [] };
}
