import type { ReactNode } from 'react';

export interface Tab<T extends string> {
  value: T;
  text: ReactNode;
  /** Accessible name, where the text says too little. */
  name?: string;
  /** Further attributes of the button, such as its tooltip. */
  data?: Readonly<Record<`data-${string}`, string | undefined>>;
}

interface TabsProps<T extends string> {
  label: string;
  /** Id of the TabPanel. */
  panel: string;
  /** False while the panel is not mounted, so that `aria-controls` does not point to nothing. */
  panelShown?: boolean;
  /** Null = no selected tab. */
  value: T | null;
  tabs: readonly Tab<T>[];
  onChange: (value: T) => void;
  className: string | undefined;
}

const tabId = (panel: string, value: string): string => `${panel}-tab-${value}`;

/**
 * Tabs of one panel. The Tab key reaches each tab. The ARIA practice of moving with arrow keys is not followed, because ←, →,
 * Home and End move in the run.
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
  /** The `panel` of its Tabs. */
  id: string;
  /** The selected tab, which names the panel. */
  tab: string;
  className: string | undefined;
  /** For a panel that the page's keys can focus. */
  tabIndex?: -1;
  children: ReactNode;
}

export function TabPanel({ id, tab, className, tabIndex, children }: TabPanelProps) {
  return (
    <div id={id} className={className} role="tabpanel" aria-labelledby={tabId(id, tab)} tabIndex={tabIndex}>
      {children}
    </div>
  );
}
