import { useState } from 'react';
import type { InputError, Result } from '../../protocol/result.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { MessageRow } from '../../protocol/rows.ts';
import { useActions } from '../../store/hooks.ts';
import { FieldError } from '../kit/FieldError.tsx';

/** What can be done to a message's file where it is: hold it back, release it, try it at once. */
export function HoldButtons({ number, place }: { number: number; place: MessageRow['place'] }) {
  const actions = useActions();
  const [error, setError] = useState<InputError | undefined>();
  const act = (does: (n: number) => Promise<Result<Cursor>>) => (): void => {
    void does(number).then((result) => setError(result.ok ? undefined : result.errors[0]));
  };
  if (place === 'active') return <span className="dim hold-none">in memory</span>;
  if (place === 'done') return null;
  return (
    <span className="hold-buttons">
      {place === 'hold' ? (
        <Button
          text="Release"
          tip="postsuper -H: to the deferred queue"
          onClick={act(actions.release)}
          number={number}
        />
      ) : (
        <Button
          text="Hold"
          tip="postsuper -h: nothing tries it"
          onClick={act(actions.hold)}
          number={number}
        />
      )}
      {place === 'deferred' && (
        <Button
          text="Try now"
          tip="postqueue -i: flush this message"
          onClick={act(actions.flushMessage)}
          number={number}
        />
      )}
      <FieldError id={`hold-${number}`} error={error} />
    </span>
  );
}

function Button({
  text,
  tip,
  onClick,
  number,
}: {
  text: string;
  tip: string;
  onClick: () => void;
  number: number;
}) {
  return (
    <button
      type="button"
      className="btn small"
      data-tip={tip}
      data-tip-at="end"
      aria-label={`${text} message ${number}`}
      onClick={onClick}
    >
      {text}
    </button>
  );
}
