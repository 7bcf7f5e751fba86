import { useEffect, useRef, useState } from 'react';
import { useWords } from '../kit/useWords.ts';
import css from './classroom.module.css';

/** Milliseconds without a code after which the camera turns itself off. */
const OFF_AFTER_MS = 60_000;
/** Milliseconds between two reads of the camera's picture. */
const EVERY_MS = 160;

interface CameraProps {
  onCode: (text: string) => void;
  onClose: () => void;
}

/** Reads codes held to the camera. The camera's picture never leaves this page. */
export default function Camera({ onCode, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onCode, onClose });
  const { desk: words } = useWords();
  const [fault, setFault] = useState<CameraFault | ''>('');
  useEffect(() => {
    latest.current = { onCode, onClose };
  });
  useEffect(() => {
    const ended = new AbortController();
    void watch(video.current, ended.signal, latest.current.onClose, (text) =>
      latest.current.onCode(text),
    ).catch((error: unknown) => {
      if (!ended.signal.aborted) setFault(reasonOf(error));
    });
    return () => ended.abort();
  }, []);
  return (
    <div className={`stack gap-6 ${css.deskCamera}`}>
      {fault === '' ? (
        <>
          {/* A camera picture has no sound to caption. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <video ref={video} muted playsInline aria-label={words.sees} />
          <p className="side-note">{words.offAfter}</p>
        </>
      ) : (
        <p className="side-note" role="alert">
          {words[fault]}
        </p>
      )}
    </div>
  );
}

/** Reads codes until `ended`. Reports a code once when it is read several times in a row. */
async function watch(
  video: HTMLVideoElement | null,
  ended: AbortSignal,
  onClose: () => void,
  onText: (text: string) => void,
): Promise<void> {
  if (video === null) return;
  // oxlint-disable-next-line no-restricted-properties -- missing on plain http: the line below says so
  const { mediaDevices } = navigator;
  if (mediaDevices === undefined) throw new DOMException('', 'NotSupportedError');
  const stream = await mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const off = (): void => stream.getTracks().forEach((track) => track.stop());
  if (ended.aborted) return off();
  ended.addEventListener('abort', off);
  video.srcObject = stream;
  await video.play();
  await look(await codeReader(), video, ended, onText);
  if (!ended.aborted) onClose();
}

async function look(
  reader: CodeReader,
  video: HTMLVideoElement,
  ended: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  let last = '';
  let lastAt = performance.now();
  while (!ended.aborted && performance.now() - lastAt < OFF_AFTER_MS) {
    // oxlint-disable-next-line no-await-in-loop
    const text = await reader(video);
    if (ended.aborted) return;
    if (text !== '' && text !== last) onText(text);
    if (text !== '') {
      last = text;
      lastAt = performance.now();
    }
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

type CameraFault = 'notAllowed' | 'notFound' | 'notSecure' | 'notNow';

function reasonOf(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
      return 'notAllowed';
    case 'NotFoundError':
      return 'notFound';
    case 'NotSupportedError':
      return 'notSecure';
    default:
      return 'notNow';
  }
}

/** Reads the QR code that the camera shows; "" = no code. */
type CodeReader = (video: HTMLVideoElement) => Promise<string>;

/** The Barcode Detection API, which TypeScript does not know yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Chooses the browser's own reader where it exists (phones, ChromeOS, macOS); else loads jsQR. */
async function codeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (BarcodeDetector !== undefined && formats?.includes('qr_code') === true) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? '';
  }
  return paintedReader();
}

/** Pixels of the longer side of the scaled picture: enough to read a code of 21 modules across a desk. */
const SIDE_MAX = 640;

async function paintedReader(): Promise<CodeReader> {
  const { default: jsQR } = await import('jsqr');
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return (video) => {
    const { videoWidth, videoHeight } = video;
    if (context === null || videoWidth === 0) return Promise.resolve('');
    const scale = Math.min(1, SIDE_MAX / Math.max(videoWidth, videoHeight));
    const width = Math.round(videoWidth * scale);
    const height = Math.round(videoHeight * scale);
    Object.assign(context.canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    const found = jsQR(context.getImageData(0, 0, width, height).data, width, height, {
      inversionAttempts: 'dontInvert',
    });
    return Promise.resolve(found?.data ?? '');
  };
}
