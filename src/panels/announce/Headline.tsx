import { useEffect, useState } from 'react';
import { type Announcement, announcementText, type Place } from '../../explain/announce.ts';
import { toText } from '../../explain/tokens.ts';
import type { RealMillis } from '../../protocol/units.ts';
import type { Actions } from '../../store/actions.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { focusStage } from '../kit/focus-stage.ts';
import { useKind } from '../kinds/views.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { Ring } from './Ring.tsx';
import { useNews } from './useNews.ts';
import css from './announce.module.css';
import { Button, IconButton } from '../../ui/Button.tsx';

/** Headline texts in simpler terms or in another language. */
interface Telling {
  /** Labels of the headline and of its close button. */
  label: string;
  close: string;
  announced: (announcement: Announcement) => Pick<Announcement, 'title' | 'text'>;
}

const IN_ENGLISH: Telling = {
  label: 'What just happened',
  close: 'Close the headline',
  announced: (announcement) => announcement,
};

/** Number of earlier headlines shown as chips beside the newest. */
const CHIPS = 3;

/**
 * Shows the newest headline, with a ring around its subject. `over`: the headline overlaps the upper edge of a lesson's
 * picture, which may not move; otherwise it has its own row. `leads` false: no ring and no button, for pages that have
 * only the picture. `tell`: texts for lesson readers.
 */
export function Headline({ over = true, ...props }: HeadlineProps & { over?: boolean }) {
  if (!over) return <News {...props} over={false} />;
  return (
    <div className={css.announceOver} data-floats>
      <News {...props} over />
    </div>
  );
}

interface HeadlineProps {
  leads?: boolean;
  tell?: Telling;
}

function News({ leads = true, tell = IN_ENGLISH, over }: HeadlineProps & { over: boolean }) {
  const [held, setHeld] = useState(false);
  const [closed, setClosed] = useState('');
  const news = useNews(held).map((each) => ({ ...each, ...tell.announced(each) }));
  const [first, ...others] = news;
  const still = useView((view) => view.reducedMotion);
  return (
    <>
      <Spoken announcement={first} />
      {first !== undefined && first.key !== closed && (
        <section
          key={`words ${first.key}`}
          className={css.announce}
          aria-label={tell.label}
          data-tone={first.tone}
          data-still={still || undefined}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span className={css.announceSign} aria-hidden="true">
            {first.sign}
          </span>
          <div className={css.announceWords}>
            <b className={css.announceTitle}>
              <Sentence tokens={first.title} size="large" />
            </b>
            <p className={over ? 'sub text-2' : 'sub'}>
              <Sentence tokens={first.text} size="small" />
            </p>
          </div>
          {leads && <GoThere announcement={first} />}
          <IconButton name={tell.close} icon="close" onClick={() => setClosed(first.key)} />
          {others.length > 0 && <Earlier others={others} />}
        </section>
      )}
      {leads && first !== undefined && first.key !== closed && (
        <Ring
          key={`ring ${first.key}`}
          place={first.place}
          sign={first.sign}
          tone={first.tone}
          still={still}
        />
      )}
    </>
  );
}

/** Opens the headline's picture, unless it is already open. */
function GoThere({ announcement }: { announcement: Announcement }) {
  const actions = useActions();
  const mail = useSession((session) => session.transports.size > 0);
  const threads = useSession((session) => session.threads !== null);
  if (!mail || (announcement.place.kind === 'threads' && !threads)) return null;
  return (
    <Button look="outlined" className={css.announceGo} onClick={() => openPlace(actions, announcement.place)}>
      Go there<span className="sr-only">: {toText(announcement.title)}</span>
    </Button>
  );
}

/** Opens the picture of a place (main panel, table row or card) and moves the focus there. */
function openPlace(actions: Actions, place: Place): void {
  show(actions, place);
  focusStage();
}

function show(actions: Actions, place: Place): void {
  switch (place.kind) {
    case 'destination':
      actions.look({ mainPanel: { kind: 'destination', transport: place.transport, name: place.name } });
      break;
    case 'transport':
      actions.look({ mainPanel: null });
      actions.look({ transport: place.name });
      break;
    case 'message':
      actions.select(place.number);
      actions.look({ mainPanel: { kind: 'mail' } });
      break;
    case 'mail':
    case 'threads':
    case 'wheel':
      actions.look({ mainPanel: { kind: place.kind } });
      break;
    default:
      place satisfies never;
  }
}

/** Lists earlier headlines; a click on one goes to its moment. */
function Earlier({ others }: { others: readonly Announcement[] }) {
  const actions = useActions();
  const { clock } = useKind();
  const more = others.length - CHIPS;
  return (
    <div className={`row wrap gap-6 text-2 sub ${css.announceEarlier}`}>
      <span>Before</span>
      {others.slice(0, CHIPS).map((one) => (
        <Button
          key={one.key}
          look="outlined"
          className={css.announceGo}
          title={announcementText(one)}
          onClick={() => void actions.seek({ step: one.step })}
        >
          {one.sign} <Sentence tokens={one.title} size="small" />{' '}
          <span className="mono">{clock(one.at)}</span>
        </Button>
      ))}
      {more > 0 && <span>+{more}</span>}
    </div>
  );
}

/** Milliseconds between two spoken announcements, so that one does not cut off the other. */
const SPEAK_MS = 3000;

/** Reads the headline to screen readers. A dead destination interrupts the reader; other headlines wait. */
function Spoken({ announcement }: { announcement: Announcement | undefined }) {
  const [said, setSaid] = useState<{ text: string; urgent: boolean; since: RealMillis } | null>(null);
  const text = announcement === undefined ? '' : announcementText(announcement);
  const urgent = announcement?.urgent === true;
  useEffect(() => {
    if (text === '' || text === said?.text) return undefined;
    const wait = Math.max(0, (said?.since ?? -SPEAK_MS) + SPEAK_MS - performance.now());
    const timer = setTimeout(() => setSaid({ text, urgent, since: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [text, urgent, said]);
  return (
    <>
      <p className="sr-only" role="status">
        {said?.urgent === false ? said.text : ''}
      </p>
      {/* An alert is read when it appears. An empty one would be listed among the alerts of every page. */}
      {said?.urgent === true && (
        <p className="sr-only" role="alert">
          {said.text}
        </p>
      )}
    </>
  );
}
