import { type QrCode, qrPath, QUIET } from './qr.ts';
import css from './share.module.css';

/** Draws a QR code with its quiet zone, black on white in both themes, because cameras expect that. */
export function QrPicture({ code, label }: { code: QrCode; label: string }) {
  const side = code.size + 2 * QUIET;
  return (
    <svg
      className={css.qr}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={qrPath(code)} fill="#000" />
    </svg>
  );
}
