import { Icon, type IconName } from '../ui/Icon.tsx';
import { type Tab, Tabs } from '../ui/Tabs.tsx';
import { useDebug } from '../store/debug.ts';
import { useActions, useView } from '../store/hooks.ts';
import type { PhoneTab } from '../store/view.ts';

const TABS = [
  tab('stage', 'Stage', 'stage'),
  tab('turns', 'Turns', 'strip'),
  tab('servers', 'Servers', 'servers'),
  tab('why', 'Why', 'why'),
  tab('world', 'World', 'plus'),
];

function tab(value: PhoneTab, text: string, icon: IconName): Tab<PhoneTab> {
  return {
    value,
    text: (
      <>
        <Icon name={icon} />
        {text}
      </>
    ),
  };
}

export function TabBar() {
  const actions = useActions();
  const chosen = useView((view) => view.phoneTab);
  // The tabs control the stage area, which a main panel replaces.
  const mainPanel = useView((view) => view.mainPanel !== null);
  const debugging = useDebug((debug) => debug.open);
  return (
    <nav className="tabs-area" aria-label="Panels">
      <Tabs
        className="tabbar"
        label="Panels"
        panel="phone-panel"
        panelShown={!mainPanel && !debugging}
        value={chosen}
        tabs={TABS}
        onChange={(value) => actions.setPhoneTab(value)}
      />
    </nav>
  );
}
