import type { ReactNode } from 'react';

export interface Tab<T extends string> {
  value: T;
  text: ReactNode;
  /** For those who hear the page, where the text alone does not say enough. */
  name?: string;
  /** What else the page asks the button about, such as its tip. */
  data?: Readonly<Record<`data-${string}`, string | undefined>>;
}

interface TabsProps<T extends string> {
  label: string;
  /** Id of the panel that they control. */
  panel: string;
  /** False while that panel is not on the page: the name of nothing would mislead a screen reader. */
  panelShown?: boolean;
  /** Null = no tab is chosen. */
  value: T | null;
  tabs: readonly Tab<T>[];
  onChange: (value: T) => void;
  className: string | undefined;
}

const tabId = (panel: string, value: string): string => `${panel}-tab-${value}`;

/**
 * Tabs of one panel. Tab reaches each of them, unlike in the ARIA practice, where arrow keys move between tabs: here ← and →
 * step the run, and Home and End go to its ends, also for a reader who has just chosen a tab.
 */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, panel, panelShown = true, value, tabs, onChange, className } = props;
  return (
    <div className={className} role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(panel, tab.value)}
          aria-selected={tab.value === value}
          aria-controls={panelShown ? panel : undefined}
          aria-label={tab.name}
          {...tab.data}
          onClick={() => onChange(tab.value)}
        >
          {tab.text}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  /** As `panel` of the tabs. */
  id: string;
  /** The tab that is chosen: it names the panel. */
  tab: string;
  className: string | undefined;
  /** Given where keys of the page lead to it. */
  tabIndex?: -1;
  children: ReactNode;
}

/** What the chosen tab shows. */
export function TabPanel({ id, tab, className, tabIndex, children }: TabPanelProps) {
  return (
    <div id={id} className={className} role="tabpanel" aria-labelledby={tabId(id, tab)} tabIndex={tabIndex}>
      {children}
    </div>
  );
}
