/** Reads the QR code in what the camera shows; "" = there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string>;

/** What browsers that read codes themselves have; TypeScript does not know it yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own reader where it has one (phones, ChromeOS, macOS); elsewhere jsQR, fetched now. */
export async function codeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (BarcodeDetector !== undefined && formats?.includes('qr_code') === true) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? '';
  }
  return paintedReader();
}

/** Pixels of the longer side that are looked at: a code of 21 modules is read from the other end of a desk. */
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
