import type { ReactNode } from 'react';

export interface Tab<T extends string> {
  value: T;
  text: ReactNode;
  /** Accessible name of the tab, needed when its text says too little. */
  name?: string;
  /** Further attributes of the button, such as its tooltip. */
  data?: Readonly<Record<`data-${string}`, string | undefined>>;
}

interface TabsProps<T extends string> {
  label: string;
  panel: string;
  /** False while the panel is not mounted. Then `aria-controls` is left out, because it would name no element. */
  panelShown?: boolean;
  value: T | null;
  tabs: readonly Tab<T>[];
  onChange: (value: T) => void;
  className: string | undefined;
}

const tabId = (panel: string, value: string): string => `${panel}-tab-${value}`;

/**
 * Tabs of one panel. Each tab can be reached with the Tab key. Contrary to ARIA's recommendation, arrow keys do not
 * move between tabs, because ←, →, Home and End move in the run.
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
  /** Id of the panel, which its Tabs name in `panel`. */
  id: string;
  /** The selected tab, whose text is the panel's accessible name. */
  tab: string;
  className: string | undefined;
  /** Pass −1 if the page's keyboard shortcuts can focus the panel. */
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
