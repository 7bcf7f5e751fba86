import type { ReactNode } from 'react';
import './notice.css';

interface NoticeProps {
  /** `bad` = an error; `plain` = information about the open run. */
  tone?: 'warn' | 'bad' | 'plain';
  /** Screen readers announce an `alert` immediately. */
  role?: 'status' | 'alert';
  /** True if the notice replaces a part of the page. */
  inPlace?: boolean;
  children: ReactNode;
  /** Buttons, most likely action first. */
  actions?: ReactNode;
}

export function Notice({ tone = 'warn', role = 'status', inPlace = false, children, actions }: NoticeProps) {
  return (
    <div className={`notice ${tone}${inPlace ? ' in-place' : ''}`} role={role}>
      <span>{children}</span>
      {actions}
    </div>
  );
}
