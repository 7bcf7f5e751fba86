import { type MouseEvent, useState } from 'react';
import type { InputError, Result } from '../../protocol/result.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { MessageRow } from '../../protocol/rows.ts';
import { useActions } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import css from './mail.module.css';
import { Button } from '../../ui/Button.tsx';

/** Buttons to hold, release or flush a message, depending on its queue. */
export function HoldButtons({ number, place }: { number: number; place: MessageRow['place'] }) {
  const actions = useActions();
  const [error, setError] = useState<InputError | undefined>();
  const toMessage =
    (does: (n: number) => Promise<Result<Cursor>>) =>
    (event: MouseEvent): void => {
      const keep = keepPlace(event.currentTarget);
      void does(number).then((result) => {
        setError(result.ok ? undefined : result.errors[0]);
        keep();
      });
    };
  if (place === 'active') return <span className={`dim text-1 ${css.holdNone}`}>in memory</span>;
  if (place === 'done') return null;
  return (
    <span className={`row wrap gap-4 ${css.holdButtons}`}>
      {place === 'hold' ? (
        <HoldButton
          text="Release"
          tip="postsuper -H: to the deferred queue"
          onClick={toMessage(actions.release)}
          number={number}
        />
      ) : (
        <HoldButton
          text="Hold"
          tip="postsuper -h: nothing tries it"
          onClick={toMessage(actions.hold)}
          number={number}
        />
      )}
      {place === 'deferred' && (
        <HoldButton
          text="Try now"
          tip="postqueue -i: flush this message"
          onClick={toMessage(actions.flushMessage)}
          number={number}
        />
      )}
      <FieldError id={`hold-${number}`} error={error} />
    </span>
  );
}

/** When the message moves to another list, the returned function focuses the button in the same position. */
function keepPlace(button: Element): () => void {
  const list = button.closest('ul');
  const all = (): HTMLElement[] => [
    ...(list?.querySelectorAll<HTMLElement>(`.${css.holdButtons} button`) ?? []),
  ];
  const place = all().findIndex((one) => one === button);
  return () =>
    void waitThen(() => {
      const now = all();
      if (document.activeElement === document.body) now[Math.min(place, now.length - 1)]?.focus();
    }, 50);
}

interface ButtonProps {
  text: string;
  tip: string;
  onClick: (event: MouseEvent) => void;
  number: number;
}

function HoldButton({ text, tip, onClick, number }: ButtonProps) {
  return (
    <Button
      look="outlined"
      className="text-1"
      data-tip={tip}
      data-tip-at="end"
      aria-label={`${text} message ${number}`}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
