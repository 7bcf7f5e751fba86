import { useMemo, useState } from 'react';
import { SAVE_FILE } from '../../explain/labels.ts';
import { useRuntime } from '../../store/hooks.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { saveRunFile, saveText } from '../kit/files.ts';
import { qrCode, type QrCode, qrSvg } from './qr.ts';
import { QrPicture } from './QrPicture.tsx';
import css from './share.module.css';
import { Button } from '../../ui/Button.tsx';

/** Longest link, in characters, that most chats and address bars accept. */
const FILE_ABOVE = 8000;

/** QR code of the link, or why there is none, and a button to save the run. */
export function ShareCode({ address }: { address: string }) {
  const runtime = useRuntime();
  const code = useMemo(() => qrCode(address), [address]);
  const long = address.length > FILE_ABOVE;
  return (
    <div className={`row gap-16 ${css.shareCode}`}>
      {code !== null && <QrPicture code={code} label="QR code of the link" />}
      <div className="stack gap-6 text-2 sub grow">
        <p>
          {code === null
            ? 'The link is too long for a QR code. '
            : `${code.size} × ${code.size} modules. Show it large to scan it from the back row. `}
          {long && 'Many programs cut links of this length. Send the file instead.'}
        </p>
        {code !== null && <CodeButtons code={code} />}
        <button
          type="button"
          className={`btn ${long ? 'primary' : ''}`}
          onClick={() => void saveRunFile(runtime)}
        >
          {SAVE_FILE}
        </button>
      </div>
    </div>
  );
}

function CodeButtons({ code }: { code: QrCode }) {
  const [large, setLarge] = useState(false);
  return (
    <>
      <Button look="outlined" onClick={() => setLarge(true)}>
        Show large
      </Button>
      <Button onClick={() => saveText('qmgrscope-link.svg', qrSvg(code), 'image/svg+xml')}>
        Save as SVG
      </Button>
      {large && (
        <Dialog label="QR code of the link" className={css.qrLarge} onClose={() => setLarge(false)}>
          {(close) => (
            <div className="stack gap-12">
              <QrPicture code={code} label="QR code of the link, large" />
              <Button look="primary" onClick={close}>
                Close
              </Button>
            </div>
          )}
        </Dialog>
      )}
    </>
  );
}
