import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { selectMotion } from '../../store/selectors.ts';
import { whileBusy } from '../../store/idle.ts';
import type { Drawn, FilmFrame, Told } from './film.ts';
import type { FilmPlayer } from './film-player.ts';
import type { Player } from './motion.ts';

type Moving = typeof import('./motion.ts');

/** Loaded after the first picture. */
let moving: Moving | null = null;

export interface StageMotion {
  /** The frame of a preemption that is drawn now, and what draws the marks above it; null = the layout is drawn. */
  film: { frame: FilmFrame; Marks: Moving['FilmMarks'] } | null;
  /** A preemption that was not shown as a film, until the next step. */
  told: Told | null;
}

/** Fastest playing, in simulated seconds per second, whose clock stands still for a film of each preemption. */
const FILM_SPEED_MAX = 4;
/** Milliseconds for which a ring marks a preemption at higher speeds. */
const RING_MS = 300;

/** What decides how the way to a picture is shown. */
interface Moment {
  motion: ReturnType<typeof selectMotion>;
  reduced: boolean;
  order: string;
  transport: string;
  seq: number;
  run: number;
  decision: number;
  /** The cursor went to another place, neither by a step nor by scrubbing. */
  jumped: boolean;
  /** Speed of the playing run; 0 = the run does not play. */
  speed: number;
}

/** A picture with the moment that it shows. */
interface Shown extends Drawn {
  moment: Moment;
}

function useMoment(): Moment {
  const motion = useApp(selectMotion);
  const reduced = useView((view) => view.reducedMotion);
  const order = useView((view) => view.order);
  const transport = useView((view) => view.transport);
  const scrubbing = useView((view) => view.scrubbing);
  const seq = useSession((session) => session.seq);
  const run = useSession((session) => session.run);
  const decision = useSession((session) => session.cursor.decision);
  const jumped = useSession((session) => session.motion === 'jump') && !scrubbing;
  const speed = useSession((session) => (session.playing ? session.speed : 0));
  return useMemo(
    () => ({ motion, reduced, order, transport, seq, run, decision, jumped, speed }),
    [motion, reduced, order, transport, seq, run, decision, jumped, speed],
  );
}

/**
 * Moves the marks from their places in the last picture to the new ones, and shows a preemption as a film. With reduced
 * motion nothing moves, and the preemption is marked and told in words.
 */
export function useStageMotion(
  content: RefObject<HTMLElement | null>,
  overlay: RefObject<HTMLElement | null>,
  { input, layout }: Drawn,
): StageMotion {
  const actions = useActions();
  const moment = useMoment();
  const shown = useRef<Shown | null>(null);
  const players = useRef<Players | null>(null);
  const [frame, setFrame] = useState<FilmFrame | null>(null);
  const [told, setTold] = useState<Told | null>(null);

  useEffect(() => {
    // Until this code is loaded nothing is animated; the picture is still correct.
    if (moving === null) void whileBusy(fetchMoving()).catch(() => undefined);
  }, []);

  useLayoutEffect(() => {
    const root = content.current;
    const top = overlay.current;
    if (root === null || top === null || moving === null) return;
    players.current ??= { marks: moving.createPlayer(root, top), film: moving.createFilmPlayer(setFrame) };
    const { marks, film } = players.current;
    const before = shown.current;
    // While the run plays, its clock stands still for a film. What came in the meantime is shown afterwards.
    if (film.running && (moment.speed > 0 || before?.moment.seq === moment.seq)) return;
    film.end();
    const now = { input, layout, moment };
    shown.current = now;
    if (before !== null && before.layout !== layout) {
      // The next picture came before the animation ended; continue from its end state.
      marks.finish();
      const { ms, told: words } = go(moving, players.current, before, now);
      setTold(words);
      if (ms > 0 && moment.speed > 0) void actions.holdClock(ms);
    }
    marks.remember();
  }, [content, overlay, actions, input, layout, moment, frame]);

  useLayoutEffect(
    () => () => {
      players.current?.film.end();
      players.current?.marks.finish();
      players.current = null;
    },
    [],
  );
  return { film: frame === null || moving === null ? null : { frame, Marks: moving.FilmMarks }, told };
}

interface Players {
  marks: Player;
  film: FilmPlayer;
}

/** Shows the way from one picture to the next. Returns the length of a film, and what is told instead of one. */
function go(
  { preemptionOf, toldOf, comparable, changesOf }: Moving,
  { marks, film }: Players,
  before: Shown,
  now: Shown,
): { ms: number; told: Told | null } {
  const { moment } = now;
  const { reduced, speed } = moment;
  const toggled = before.moment.order !== moment.order;
  const same = before.moment.transport === moment.transport && before.moment.run === moment.run;
  const nothing = { ms: 0, told: null };
  if (!same || (!toggled && before.moment.seq === moment.seq)) return nothing;
  // A lesson goes to the answer of its question, which is one decision further, as a step would.
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
  if (preemption !== null && !back) {
    if (motion !== 'none') marks.ring(preemption.job.id, reduced ? null : RING_MS);
    return { ms: 0, told: reduced ? toldOf(preemption, now.layout) : null };
  }
  if (!comparable(before.layout, now.layout)) return nothing;
  const changes = changesOf(before.layout, now.layout);
  const kind = toggled && !reduced ? 'travel' : motion;
  if (reduced) {
    if (motion !== 'none') marks.mark(changes.changed);
  } else if (kind === 'outline') marks.outline(changes.changed);
  else if (kind !== 'none') marks.play(changes, back ? 0.5 : 1);
  return nothing;
}

async function fetchMoving(): Promise<void> {
  moving = await import('./motion.ts');
}
