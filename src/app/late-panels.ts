/** Panels beside the stage, which come after it; their places are kept by the grid of the page. */
import { late } from '../panels/kit/late.tsx';

export const Dock = late(() => import('../panels/dock/Dock.tsx').then(({ Dock: panel }) => panel));
export const WholeLink = late(() => import('../panels/dock/Dock.tsx').then(({ WholeLink: link }) => link));
export const RecipientsPanel = late(() =>
  import('../panels/dock/RecipientsPanel.tsx').then(({ RecipientsPanel: panel }) => panel),
);
export const DestinationsPanel = late(() =>
  import('../panels/dock/DestinationsPanel.tsx').then(({ DestinationsPanel: panel }) => panel),
);
export const WheelPanel = late(() =>
  import('../panels/dock/WheelPanel.tsx').then(({ WheelPanel: panel }) => panel),
);
export const WorldPanel = late(() =>
  import('../panels/world/WorldPanel.tsx').then(({ WorldPanel: panel }) => panel),
);
export const RecordPanel = late(() =>
  import('../panels/replay/RecordPanel.tsx').then(({ RecordPanel: panel }) => panel),
);
export const ReplayStrip = late(() =>
  import('../panels/replay/ReplayStrip.tsx').then(({ ReplayStrip: panel }) => panel),
);
export const ThreadsPanel = late(() =>
  import('../panels/threads-dock/ThreadsPanel.tsx').then(({ ThreadsPanel: panel }) => panel),
);
export const ThreadsLink = late(() =>
  import('../panels/dock/Dock.tsx').then(({ ThreadsLink: link }) => link),
);
/** What is announced is known only once a run has been followed: it may come after the picture. */
export const Headline = late(() =>
  import('../panels/announce/Headline.tsx').then(({ Headline: panel }) => panel),
);
export const LiveRegion = late(() =>
  import('../panels/explain/LiveRegion.tsx').then(({ LiveRegion: region }) => region),
);
/** Nothing is repeated before there is something to play. */
export const Repeat = late(() => import('../panels/world/Repeat.tsx').then(({ Repeat: part }) => part));
export const PanelHandle = late(() => import('./PanelHandle.tsx').then(({ PanelHandle: handle }) => handle));
