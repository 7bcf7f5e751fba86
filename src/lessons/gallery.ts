/** The gallery: scenarios worth opening, in the order in which they are shown. Content only, no engine logic. */
import { firstLetter } from './first-letter.ts';
import type { GalleryItem } from './item.ts';

export const GALLERY: readonly GalleryItem[] = [firstLetter];

/** The scene for somebody who opens the page for the first time. */
export const FIRST_RUN: GalleryItem = firstLetter;

/** A gallery item by id, or undefined. */
export function galleryItem(id: string): GalleryItem | undefined {
  return GALLERY.find((item) => item.id === id);
}
