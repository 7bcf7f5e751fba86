import type { ReactNode } from 'react';
import './notice.css';

interface NoticeProps {
  /** `bad` = something went wrong; `plain` = no more than a word about what is open. */
  tone?: 'warn' | 'bad' | 'plain';
  /** `alert` is read at once to those who hear the page. */
  role?: 'status' | 'alert';
  /** Instead of a part of the page, in its place. */
  inPlace?: boolean;
  children: ReactNode;
  /** Buttons, the likely one first. */
  actions?: ReactNode;
}

/** A bar with a sentence and what can be done about it. */
export function Notice({ tone = 'warn', role = 'status', inPlace = false, children, actions }: NoticeProps) {
  return (
    <div className={`notice ${tone}${inPlace ? ' in-place' : ''}`} role={role}>
      <span>{children}</span>
      {actions}
    </div>
  );
}
