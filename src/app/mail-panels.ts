/**
 * The panels beside the stage of a mail run, loaded after the first paint as one file (`cli/build/start-file.ts`), because
 * fifty small files would need as many round trips on a slow line.
 */
export { ExplainPanel, ExplainRest, SayBar } from '../panels/explain/ExplainPanel.tsx';
export { Headline } from '../panels/announce/Headline.tsx';
export { LiveRegion } from '../panels/explain/LiveRegion.tsx';
export { VerbBar, Verbs } from '../panels/world/Verbs.tsx';
export { DockTiles } from '../panels/dock/DockTiles.tsx';
export { WorldPanel } from '../panels/world/WorldPanel.tsx';
export { Repeat } from '../panels/world/Repeat.tsx';
export { Dock, ThreadsLink, WholeLink } from '../panels/dock/Dock.tsx';
export { RecipientsPanel } from '../panels/dock/RecipientsPanel.tsx';
export { DestinationsPanel } from '../panels/dock/DestinationsPanel.tsx';
export { WheelPanel } from '../panels/dock/WheelPanel.tsx';
export { ThreadsPanel } from '../panels/threads/ThreadsPanel.tsx';
export { PanelHandle } from './PanelHandle.tsx';
export { FocusBack } from './FocusBack.tsx';
