import './live.css';
import type { LiveHandle } from '../../../protocol/live.ts';
import type { LiveDesk } from '../../../store/live.ts';
import { CopyCommand } from '../../kit/CopyCommand.tsx';

const COMMAND = 'npm run watch -- /var/log/mail.log --postqueue 30';

type Picker = () => Promise<(LiveHandle & { name: string })[]>;

/** How a log comes to be followed: by the program beside it, or by the page itself where the browser has file handles. */
export function FollowLog({ desk, fault }: { desk: LiveDesk; fault: string }) {
  const picker = (globalThis as { showOpenFilePicker?: Picker }).showOpenFilePicker;
  const choose = async (): Promise<void> => {
    // The reader may close the chooser: that is no error.
    const [handle] = (await picker?.().catch(() => [])) ?? [];
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
    if (handle !== undefined) desk.followFile({ handle, name: handle.name, zone });
  };
  return (
    <div className="live-start">
      <h1>See your mail as it happens.</h1>
      <p className="lead">
        Follows the log while it grows, across rotation, and draws what goes on: each destination, both
        queues, what stands out. Nothing leaves this computer.
      </p>
      <h2>On the server, in this program's folder</h2>
      <CopyCommand className="live-command" text={COMMAND} />
      <p className="sub">
        It prints the address of a page that only this machine can open. <code>--journal</code> follows the
        journal of systemd, <code>-</code> reads standard input:{' '}
        <code>ssh mail tail -F /var/log/mail.log | npm run watch -- -</code>.
      </p>
      <h2>Or in this page</h2>
      {picker === undefined ? (
        <p className="sub">
          {isSecureContext
            ? 'This browser lets no page read a file again while it grows. Chrome and Edge do.'
            : 'This page came by plain http: it may not follow a file. Use https or localhost.'}
        </p>
      ) : (
        <p>
          <button type="button" className="btn primary" onClick={() => void choose()}>
            Choose a log to follow
          </button>
        </p>
      )}
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
