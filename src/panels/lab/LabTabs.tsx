import { Icon, type IconName } from '../kit/Icon.tsx';
import './lab.css';

interface LabTabsProps<T extends string> {
  tabs: readonly { tab: T; text: string; icon: IconName }[];
  chosen: T;
  onChoose: (tab: T) => void;
}

/** The parts of the laboratory on a phone, one at a time. */
export function LabTabs<T extends string>({ tabs, chosen, onChoose }: LabTabsProps<T>) {
  return (
    <nav className="tabs-area" aria-label="Parts of the laboratory">
      <div className="tabbar lab-tabs">
        {tabs.map(({ tab, text, icon }) => (
          <button
            key={tab}
            type="button"
            aria-current={tab === chosen ? 'page' : undefined}
            onClick={() => onChoose(tab)}
          >
            <Icon name={icon} />
            {text}
          </button>
        ))}
      </div>
    </nav>
  );
}
