import type { Picture } from './draw.ts';

/** Renders the picture at twice the page's resolution by default, so that it stays sharp on paper. */
export async function pngOf({ svg, width, height }: Picture, scale = 2): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser gives no canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) =>
        blob === null ? reject(new Error('the picture is too large')) : resolve(blob),
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
