import { useEffect, useMemo, useRef } from 'react';
import { qrCode } from '../../../panels/share/qr.ts';
import { QrPicture } from '../../../panels/share/QrPicture.tsx';
import { languageToSay } from '../../store/language.ts';
import { pageAddress } from '../../../panels/kit/copy-text.ts';
import { useWords } from '../kit/useWords.ts';
import './classroom.css';

interface JoinProps {
  /** What names the question in an address. */
  part: string;
  large: boolean;
  onLarge: (large: boolean) => void;
}

/** How phones come to the question: a code for their cameras, and the address to type. */
export function Join({ part, large, onLarge }: JoinProps) {
  const { join: words } = useWords();
  const lang = languageToSay();
  const asked = lang === '' ? part : part.replace(/(?=&stop=|$)/, `&lang=${lang}`);
  const address = pageAddress(`#answer${asked}`);
  const code = useMemo(() => qrCode(address), [address]);
  const typed = address.replace(/^https?:\/\//, '');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (large && dialog.current?.open === false) dialog.current.showModal();
  }, [large]);
  return (
    <section className="desk-part desk-join">
      <h2>{words.title}</h2>
      {code === null ? (
        <p className="desk-note">{words.tooLong}</p>
      ) : (
        <button
          type="button"
          className="desk-qr"
          aria-label={words.large}
          data-tip={words.largeTip}
          onClick={() => onLarge(true)}
        >
          <QrPicture code={code} label={words.qr} />
        </button>
      )}
      <Typed address={typed} />
      {/^(localhost|127\.|\[::1\])/.test(location.host) && <p className="desk-note">{words.onlyHere}</p>}
      <dialog ref={dialog} className="wall-large" aria-label={words.way} onClose={() => onLarge(false)}>
        {large && code !== null && <QrPicture code={code} label={words.qrLarge} />}
        <Typed address={typed} />
        <button type="button" className="btn primary big" onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
      </dialog>
    </section>
  );
}

/** An address that a student could type; a long one is only there to be copied. */
function Typed({ address }: { address: string }) {
  return <p className="desk-address mono">{address.length > 90 ? `${address.slice(0, 60)}…` : address}</p>;
}
