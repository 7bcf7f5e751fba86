import { HeroHeader } from '../hero/HeroHeader.tsx';
import { Ages } from './Ages.tsx';
import { Memory } from './Memory.tsx';
import { MailMessages } from './MailMessages.tsx';
import { MailQueues } from './MailQueues.tsx';
import { Transports } from './Transports.tsx';
import '../inspector/inspector.css';
import './mail.css';

/** The queue manager as a whole: its mail queues, its transports, its memory. */
export default function MailHero() {
  return (
    <div className="hero hero-page">
      <main className="hero-stage mail-sheet" id="stage" tabIndex={-1}>
        <HeroHeader title="Mail queues, transports and memory" />
        <div className="mail-columns">
          <div className="mail-column">
            <MailQueues />
            <MailMessages />
            <Ages />
          </div>
          <div className="mail-column">
            <Transports />
            <Memory />
          </div>
        </div>
      </main>
    </div>
  );
}
