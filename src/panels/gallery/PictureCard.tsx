import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import css from './gallery.module.css';

interface PictureCardProps {
  href: string;
  picture: ReactNode;
  title: string;
  sentence: string;
  /** A difference between the scene and the real software; absent = no fold. */
  differs?: ReactNode;
  /** Replaces following the link on a plain click. */
  onOpen?: () => void;
}

/** A card of Explore: picture, title and sentence are one link. What differs from the documents is folded below. */
export function PictureCard({ href, picture, title, sentence, differs, onOpen }: PictureCardProps) {
  const open = (event: MouseEvent): void => {
    if (onOpen === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <article className={css.sceneCard}>
      <a className={css.cardLink} href={href} onClick={open}>
        <span className={css.cardPicture} aria-hidden="true">
          {picture}
        </span>
        <span className={css.cardWords}>
          <b>{title}</b>
          <span className={css.cardSentence}>{sentence}</span>
        </span>
      </a>
      {differs !== undefined && (
        <details className={css.cardDiffers}>
          <summary>
            <Icon name="right" />
            Differs from the docs
          </summary>
          <p>{differs}</p>
        </details>
      )}
    </article>
  );
}
