import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BESIDE_PROGRAM = fileURLToPath(new URL('./page', import.meta.url));

/** Folder of the built page in the npm package; null in a checkout, where the page has to be built. */
export const PACKAGED_PAGE: string | null = existsSync(`${BESIDE_PROGRAM}/index.html`)
  ? BESIDE_PROGRAM
  : null;

/** Passes the folder of a built page to `work`. If the page had to be built for this, removes it afterwards. */
export async function withPage<T>(work: (folder: string) => Promise<T>): Promise<T> {
  if (PACKAGED_PAGE !== null) return work(PACKAGED_PAGE);
  const { withBuild } = await import('./built-page.ts');
  return withBuild(work);
}
