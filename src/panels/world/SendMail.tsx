import { useRef } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { formatCounted } from '../../explain/format.ts';
import { useApp } from '../../store/hooks.ts';
import { selectNextNumber } from '../../store/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { type Injection, MessageFields, RepeatButton, useInjection } from './InjectForm.tsx';
import { useInjectDraft } from './inject-draft.ts';
import { readMix } from './mix.ts';
import css from './world.module.css';

const POPOVER = 'send-popover';

/** One control for recipients and destinations, and one button that sends. */
export function SendMail() {
  const injection = useInjection();
  const popover = useRef<HTMLDivElement>(null);
  const send = async (): Promise<void> => {
    // The popover shows the errors at its fields.
    if (!(await injection.inject())) popover.current?.showPopover();
  };
  return (
    <>
      <MessagePick />
      <Button look="outlined" onClick={() => void send()}>
        <SendWords />
      </Button>
      <Popover id={POPOVER} ref={popover} label="Recipients and destinations" className={css.sendPopover}>
        {(close) => <SendForm injection={injection} onSent={close} />}
      </Popover>
    </>
  );
}

/** The form of `SendMail` in a sheet, without a popover. */
export function SendSheet({ onSent }: { onSent: () => void }) {
  return <SendForm injection={useInjection()} onSent={onSent} />;
}

function MessagePick() {
  const { count, rows } = useInjectDraft();
  const { counts } = readMix(count, rows);
  const number = Number(count);
  const shares = rows.flatMap((row, i) => (counts[i] ? [`${row.destination} ${counts[i]}`] : []));
  return (
    <button id="send-mail" type="button" className={css.messagePick} popoverTarget={POPOVER}>
      <span className="grow">
        <b>{Number.isInteger(number) ? formatCounted(number, 'recipient') : 'recipients'}</b>
        <span className={`mono ${css.shares}`}>{shares.join(', ')}</span>
      </span>
      <Icon name="down" />
    </button>
  );
}

function SendForm({ injection, onSent }: { injection: Injection; onSent: () => void }) {
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void injection.inject().then((sent) => sent && onSent());
      }}
    >
      <MessageFields injection={injection} />
      <div className="row">
        <button type="submit" className="btn outlined grow">
          <SendWords />
        </button>
        <RepeatButton />
      </div>
    </form>
  );
}

function SendWords() {
  const next = useApp(selectNextNumber);
  return (
    <>
      Send message <Chip number={next} size="small" />
    </>
  );
}
