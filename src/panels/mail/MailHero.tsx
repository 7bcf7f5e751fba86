import { useView } from '../../store/hooks.ts';
import { HeroHeader } from '../hero/HeroHeader.tsx';
import { SceneAbout } from '../hero/SceneAbout.tsx';
import MessageInspector from '../inspector/MessageInspector.tsx';
import { Ages } from './Ages.tsx';
import { Memory } from './Memory.tsx';
import { MailMessages } from './MailMessages.tsx';
import { MailQueues } from './MailQueues.tsx';
import { Transports } from './Transports.tsx';
import { HERO_NAMES } from '../hero/names.ts';
import './mail.css';
import '../hero/hero.css';

/** The queue manager as a whole: its mail queues, its transports, its memory. */
export default function MailHero() {
  const selected = useView((view) => view.selected);
  return (
    <div className="hero hero-page">
      <main className="hero-stage mail-sheet" id="stage" tabIndex={-1}>
        <HeroHeader title={HERO_NAMES.mail} />
        <div className="mail-columns">
          <SceneAbout />
          <div className="mail-column">
            <MailQueues />
            <MailMessages />
            <Ages />
          </div>
          <div className="mail-column">
            {selected > 0 && <MessageInspector number={selected} />}
            <Transports />
            <Memory />
          </div>
        </div>
      </main>
    </div>
  );
}
