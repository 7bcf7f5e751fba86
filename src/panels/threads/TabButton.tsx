import type { ReactNode } from 'react';

interface TabButtonProps {
  id: string;
  controls: string;
  chosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One tab of the phone's bar. */
export function TabButton({ id, controls, chosen, onChoose, children }: TabButtonProps) {
  return (
    <button
      type="button"
      role="tab"
      id={id}
      aria-selected={chosen}
      aria-controls={controls}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
