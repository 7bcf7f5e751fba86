/**
 * The panels beside the stage of a run of mail. The page fetches them after the first paint, as one file: fifty small files
 * would take as many round trips on a slow line. `cli/build/start-file.ts` keeps them in one file.
 */
export { ExplainPanel, SayBar } from '../panels/explain/ExplainPanel.tsx';
export { Headline } from '../panels/announce/Headline.tsx';
export { LiveRegion } from '../panels/explain/LiveRegion.tsx';
export { WorldPanel } from '../panels/world/WorldPanel.tsx';
export { Repeat } from '../panels/world/Repeat.tsx';
export { Dock, ThreadsLink, WholeLink } from '../panels/dock/Dock.tsx';
export { RecipientsPanel } from '../panels/dock/RecipientsPanel.tsx';
export { DestinationsPanel } from '../panels/dock/DestinationsPanel.tsx';
export { WheelPanel } from '../panels/dock/WheelPanel.tsx';
export { ThreadsPanel } from '../panels/threads/ThreadsPanel.tsx';
export { PanelHandle } from './PanelHandle.tsx';
export { FocusBack } from './FocusBack.tsx';
