import { changesOf, comparable, preemptionOf } from './changes.ts';
import { type Drawn, type FilmFrame, type Told, toldOf } from './film.ts';
import { createFilmPlayer, type FilmPlayer } from './film-player.ts';
import { createPlayer, type Player } from './motion.ts';
import { FILM_SPEED_MAX } from '../../protocol/session-api.ts';
import type { selectMotion } from '../../store/selectors.ts';

/** Exported here so that it loads together with this file, after the first picture. */
export { Above } from './FilmMarks.tsx';

/** Milliseconds for which a ring marks a preemption when the run plays too fast for a film. */
const RING_MS = 300;
/** Milliseconds for which the clock stops when a preemption is only described in words. */
const TOLD_MS = 1800;

/** State that decides how a change of the picture is animated. */
export interface Moment {
  motion: ReturnType<typeof selectMotion>;
  reduced: boolean;
  order: string;
  transport: string;
  seq: number;
  run: number;
  decision: number;
  /** True if the cursor jumped to another place, neither by a step nor by scrubbing. */
  jumped: boolean;
  /** Speed of the playing run, in simulated seconds per second; 0 = paused. */
  speed: number;
}

/** A picture with the moment that it shows. */
export interface Shown extends Drawn {
  moment: Moment;
}

export interface Players {
  marks: Player;
  film: FilmPlayer;
}

/** `content`: the marks of the stage; `overlay`: an element above them that React does not manage. */
export function createPlayers(
  content: HTMLElement,
  overlay: HTMLElement,
  show: (frame: FilmFrame | null) => void,
): Players {
  return { marks: createPlayer(content, overlay), film: createFilmPlayer(show) };
}

/**
 * Animates the change from one picture to the next. `ms`: duration of a film or of reading the words, 0 = neither.
 * `told`: the preemption to describe in words; null = none, absent = keep the words that are shown.
 */
export function showWay(
  { marks, film }: Players,
  before: Shown,
  now: Shown,
): { ms: number; told?: Told | null } {
  const { moment } = now;
  const { reduced, speed } = moment;
  const toggled = before.moment.order !== moment.order;
  const same = before.moment.transport === moment.transport && before.moment.run === moment.run;
  const nothing = { ms: 0, told: null };
  if (!same) return nothing;
  // The same moment is drawn again, for example in another size: keep the words.
  if (!toggled && before.moment.seq === moment.seq) return { ms: 0 };
  // A lesson jumps to the answer of its question, one decision further. Animate this jump like a step.
  const stepped = moment.jumped && moment.decision === before.moment.decision + 1;
  const motion = stepped && !reduced ? 'travel' : moment.motion;
  const back = motion === 'reverse';
  const [early, late] = back ? [now, before] : [before, now];
  const silent = toggled || (motion === 'none' && !reduced);
  const preemption = silent ? null : preemptionOf(early.input.jobs, late.input.jobs);
  if (preemption !== null && !reduced && speed <= FILM_SPEED_MAX) {
    const ms = film.begin(early, late, back, Math.max(1, speed));
    if (ms > 0) return { ms, told: null };
  }
  let said: { ms: number; told: Told | null } = nothing;
  if (preemption !== null && !back) {
    const fast = speed > FILM_SPEED_MAX && !reduced;
    if (motion !== 'none') marks.ring(preemption.job.id, fast ? RING_MS : null);
    if (fast) return nothing;
    // In long lists and small pictures preemptions are frequent, so only a ring marks them.
    const large = now.layout.dense === null && now.input.compact !== true;
    if (reduced || large) said = { ms: TOLD_MS, told: toldOf(preemption, now) };
    if (reduced) return said;
  }
  if (!comparable(before.layout, now.layout)) return said;
  const changes = changesOf(before.layout, now.layout);
  const kind = toggled && !reduced ? 'travel' : motion;
  if (reduced) {
    if (motion !== 'none') marks.mark(changes.changed);
  } else if (kind === 'outline') marks.outline(changes.changed);
  else if (kind !== 'none') marks.play(changes, back ? 0.5 : 1);
  return said;
}
