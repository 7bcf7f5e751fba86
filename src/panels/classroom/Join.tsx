import { useEffect, useMemo, useRef } from 'react';
import { qrCode } from '../share/qr.ts';
import { QrPicture } from '../share/QrPicture.tsx';
import './classroom.css';

interface JoinProps {
  /** What names the question in an address. */
  part: string;
  large: boolean;
  onLarge: (large: boolean) => void;
}

/** How phones come to the question: a code for their cameras, and the address to type. */
export function Join({ part, large, onLarge }: JoinProps) {
  const address = `${location.href.replace(/#.*$/, '')}#answer${part}`;
  const code = useMemo(() => qrCode(address), [address]);
  const typed = address.replace(/^https?:\/\//, '');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (large && dialog.current?.open === false) dialog.current.showModal();
  }, [large]);
  return (
    <section className="desk-part desk-join">
      <h2>Answer with a phone</h2>
      {code === null ? (
        <p className="desk-note">This question is too long for a QR code: send its address to the class.</p>
      ) : (
        <button
          type="button"
          className="desk-qr"
          aria-label="Show the QR code large"
          data-tip="large, F"
          onClick={() => onLarge(true)}
        >
          <QrPicture code={code} label="QR code of the question" />
        </button>
      )}
      <Typed address={typed} />
      {/^(localhost|127\.|\[::1\])/.test(location.host) && (
        <p className="desk-note">This page is served to this machine alone: phones cannot open it.</p>
      )}
      <dialog
        ref={dialog}
        className="wall-large"
        aria-label="The way to the question"
        onClose={() => onLarge(false)}
      >
        {large && code !== null && <QrPicture code={code} label="QR code of the question, large" />}
        <Typed address={typed} />
        <button type="button" className="btn primary big" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </section>
  );
}

/** An address that a student could type; a long one is only there to be copied. */
function Typed({ address }: { address: string }) {
  return <p className="desk-address mono">{address.length > 90 ? `${address.slice(0, 60)}…` : address}</p>;
}
