import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { RecordView } from '../../protocol/record.ts';
import { PictureWithoutNames } from '../kit/PictureWithoutNames.tsx';
import css from './findings.module.css';
import postfix from './postfix.module.css';
import { Life } from './MessageLife.tsx';
import { LifeLine } from './LifeLine.tsx';
import { messageHref } from './tab-props.ts';
import { useAsked } from './useAsked.ts';

const CLOSED = '#postfix&tab=findings';

interface MessageSheetProps {
  id: string;
  name: InstanceName;
  view: RecordView;
  /** Ids that the buttons for the previous and next message step through. May lack this message. */
  ids: readonly string[];
}

/** A message beside the answer, over the chart. Escape closes it. */
export function MessageSheet({ id, name, view, ids }: MessageSheetProps) {
  const life = useAsked(JSON.stringify([name, id]), async (questions) => ({
    id,
    life: await questions.message({ ...name, id }),
  }));
  const sheet = useSheetFocus();
  const place = ids.indexOf(id);
  const step = (by: number): ReactNode => {
    const next = place < 0 ? undefined : ids[place + by];
    return (
      <IconButton
        name={by < 0 ? 'Previous message' : 'Next message'}
        icon="down"
        className={by < 0 ? css.up : ''}
        disabled={next === undefined}
        onClick={() => {
          if (next !== undefined) location.hash = messageHref(next);
        }}
      />
    );
  };
  const known = life?.id === id ? life.life : undefined;
  return (
    <div
      ref={sheet}
      className={css.sheet}
      role="dialog"
      aria-label="Life of a message"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        location.hash = CLOSED;
      }}
    >
      <header className="row">
        <span className="mono sub grow">{id}</span>
        {ids.length > 1 && (
          <>
            {step(-1)}
            {step(1)}
          </>
        )}
        <IconButton name="Close" icon="close" onClick={() => (location.hash = CLOSED)} />
      </header>
      {known === null && (
        <p role="alert">
          Message {id} is not in {view.instances.length > 1 ? 'the log of this instance' : 'this record'}.
        </p>
      )}
      {known !== null && known !== undefined && (
        <>
          <Life life={known} zone={view.zone} name={name} />
          <details className={css.smaller}>
            <summary>Save the picture</summary>
            <PictureWithoutNames
              selector={`.${css.sheet} .${postfix.postfixPicture}`}
              file="qmgrscope-message"
              ask={(questions) => questions.lifePicture({ ...name, id })}
              draw={(hidden) => <LifeLine life={hidden} />}
            />
          </details>
        </>
      )}
    </div>
  );
}

/** Moves the focus into the sheet, and back when it closes. */
function useSheetFocus() {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return sheet;
}
