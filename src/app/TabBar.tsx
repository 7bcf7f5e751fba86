import { Icon, type IconName } from '../ui/Icon.tsx';
import { useDebug } from '../store/debug.ts';
import { useActions, useView } from '../store/hooks.ts';
import type { PhoneTab } from '../store/view.ts';

const TABS: readonly { tab: PhoneTab; text: string; icon: IconName }[] = [
  { tab: 'stage', text: 'Stage', icon: 'stage' },
  { tab: 'turns', text: 'Turns', icon: 'strip' },
  { tab: 'servers', text: 'Servers', icon: 'servers' },
  { tab: 'why', text: 'Why', icon: 'why' },
  { tab: 'world', text: 'World', icon: 'plus' },
];

/** The panels of the phone, one at a time. */
export function TabBar() {
  const actions = useActions();
  const chosen = useView((view) => view.phoneTab);
  // Another panel has the place of what the tabs control; a name of nothing would mislead a screen reader.
  const mainPanel = useView((view) => view.mainPanel !== null);
  const debugging = useDebug((debug) => debug.open);
  const covered = mainPanel || debugging;
  return (
    <nav className="tabs-area" aria-label="Panels">
      <div className="tabbar" role="tablist">
        {TABS.map(({ tab, text, icon }) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`phone-tab-${tab}`}
            aria-selected={tab === chosen}
            aria-controls={covered ? undefined : 'phone-panel'}
            onClick={() => actions.setPhoneTab(tab)}
          >
            <Icon name={icon} />
            {text}
          </button>
        ))}
      </div>
    </nav>
  );
}
